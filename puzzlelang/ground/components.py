"""Components of sets to be found: a component as an element, and as a set of places."""

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING, TypeVar, cast, overload

import msgspec

from puzzlelang.ground.values import Component, Element, SetValue
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph, Term

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_keys, dict_values

Default = TypeVar("Default")


def same_component(left: Component, right: Component) -> Formula:
    """The formula that both are the same component, and not empty."""
    if left.empty or right.empty:
        return False
    return build_graphs.joined(left.graph, left.vertex, right.vertex)


MOST_KEPT = 50
"""No more results of one kind are kept with a graph: most rules intersect its components with few sets."""


class _Sets(msgspec.Struct, eq=False):
    """Memo of a graph: the sets that its components were intersected with, by identities of sets, which are kept.

    `restricted`: the old `within`, the other set, and their intersection.  `others`: a set, and the vertices outside of
    it.  `counted`: a set, and its elements as (vertex, formula).
    """

    restricted: dict[tuple[int, int], tuple[SetValue | None, SetValue, SetValue]] = msgspec.field(default_factory=dict)
    others: dict[int, tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    counted: dict[int, tuple[SetValue, build_graphs.Counted]] = msgspec.field(default_factory=dict)


Kept = TypeVar("Kept")
Result = TypeVar("Result")


def _make_room(known: MutableMapping[Kept, Result]) -> None:
    """Forget all results of one kind once there are too many."""
    if len(known) >= MOST_KEPT:
        known.clear()


class ComponentSet(dict[Element, Formula]):
    """The places of a component as a lazy `SetValue`, whose formulas are built on access.

    A board has up to as many components as cells, each with any cell, and most rules only count them.  With `within`
    only places of that set belong, under its formula.
    """

    def __init__(self, graph: Graph, vertex: int, within: SetValue | None = None) -> None:
        super().__init__()
        self.graph = graph
        self.vertex = vertex
        self._index = cast("dict[Element, int]", graph.index)
        self.within = within

    def places(self) -> list[Element]:
        """The possible places in order, without building formulas."""
        return list(self.graph.places if self.within is None else self.within)

    def size(self) -> Term:
        """The number of its places."""
        if self.within is None:
            return build_graphs.component_size(self.graph, self.vertex)
        known = nodes.memo(self.graph, _Sets).counted
        kept = known.get(id(self.within))
        if kept is None:
            _make_room(known)
            counted = tuple([(self._index[one], when) for one, when in self.within.items()])
            kept = known[id(self.within)] = self.within, counted
        return build_graphs.component_size(self.graph, self.vertex, kept[1])

    def restricted(self, other: SetValue) -> "ComponentSet":
        """The intersection with another set."""
        known = nodes.memo(self.graph, _Sets).restricted
        key = id(self.within), id(other)
        kept = known.get(key)
        if kept is None:
            _make_room(known)
            kept = known[key] = self.within, other, self._both(other)
        return ComponentSet(self.graph, self.vertex, kept[2])

    def without(self, other: SetValue) -> "ComponentSet":
        """The difference from another set."""
        known = nodes.memo(self.graph, _Sets).others
        kept = known.get(id(other))
        if kept is None:
            outside = {place: build.negation(other.get(place, False)) for place in self._index}
            _make_room(known)
            kept = known[id(other)] = other, {place: when for place, when in outside.items() if when is not False}
        return self.restricted(kept[1])

    def _both(self, other: SetValue) -> SetValue:
        index, old = self._index, self.within
        both = {place: other[place] for place in sorted((one for one in other if one in index), key=index.__getitem__)}
        if old is not None:
            both = {place: build.conjunction((old[place], when)) for place, when in both.items() if place in old}
        return {place: when for place, when in both.items() if when is not False}

    @overload
    def get(self, key: Element, default: None = None, /) -> Formula | None: ...
    @overload
    def get(self, key: Element, default: Formula, /) -> Formula: ...
    @overload
    def get(self, key: Element, default: Default, /) -> Formula | Default: ...
    def get(self, key: Element, default: object = None, /) -> object:
        """The formula of a place; `default` if it cannot belong."""
        vertex = self._index.get(key)
        if vertex is None or (self.within is not None and key not in self.within):
            return default
        result = build_graphs.joined(self.graph, self.vertex, vertex)
        if self.within is not None:
            result = build.conjunction((result, self.within[key]))
        return default if result is False else result

    def __getitem__(self, key: Element) -> Formula:
        result = self.get(key)
        if result is None:
            raise KeyError(key)
        return result

    def __contains__(self, key: object) -> bool:
        return self.get(cast("Element", key)) is not None

    def _all(self) -> SetValue:
        if not super().__len__():
            for place in self.places():
                here = self.get(place)
                if here is not None:
                    super().__setitem__(place, here)
        return self

    def __iter__(self) -> Iterator[Element]:
        self._all()
        return super().__iter__()

    def __len__(self) -> int:
        self._all()
        return super().__len__()

    def keys(self) -> "dict_keys[Element, Formula]":
        """Return the keys as of a dictionary, after building every formula."""
        self._all()
        return super().keys()

    def items(self) -> "dict_items[Element, Formula]":
        """Return the items as of a dictionary, after building every formula."""
        self._all()
        return super().items()

    def values(self) -> "dict_values[Element, Formula]":
        """Return the formulas as of a dictionary, after building all of them."""
        self._all()
        return super().values()


class _Reached(msgspec.Struct, eq=False):
    """Memo of a graph: the components of vertices, and whether the board decides them all, None until asked."""

    known: dict[int, SetValue] = msgspec.field(default_factory=dict)
    settled: bool | None = None


def component_at(graph: Graph, vertex: int) -> SetValue:
    """The component of a vertex; the places themselves where the board decides all components."""
    reached = nodes.memo(graph, _Reached)
    if vertex not in reached.known:
        if reached.settled is None:
            reached.settled = build_graphs.is_settled(graph)
        if reached.settled:
            parts = build_graphs.widest_parts(graph)
            name = parts[vertex]
            result = reached.known.get(name)
            if result is None:
                result = {
                    cast("Element", place): True
                    for place, part in zip(graph.places, parts, strict=True)
                    if part == name
                }
                reached.known[name] = result
            reached.known[vertex] = result
        else:
            reached.known[vertex] = ComponentSet(graph, vertex)
    return reached.known[vertex]

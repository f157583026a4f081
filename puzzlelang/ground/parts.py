"""Parts of sets that are to be found: a connected part as a thing, and as a set of places."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar, cast, overload

import msgspec

from puzzlelang.ground.values import Element, Part, SetValue
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph, Term

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_keys, dict_values

Default = TypeVar("Default")


def same(left: Part, right: Part) -> Formula:
    """Both are one part."""
    return build_graphs.joined(left.graph, left.vertex, right.vertex)


class _Sets(msgspec.Struct, eq=False):
    """What parts of one graph have in common with a set: of the last one, as all parts are mostly asked about the same.

    `restricted`: the places of a set that are also in another one, and are vertices, after these two; `counted`: those
    of a set by their vertices, after it.
    """

    restricted: tuple[SetValue | None, SetValue, SetValue] | None = None
    counted: tuple[SetValue, build_graphs.Counted] | None = None


class Reached(dict[Element, Formula]):
    """Places of a part as a set: a `SetValue` whose formulas are made when somebody asks for them.

    A board has as many parts as cells at worst, and each may hold any cell; most rules only count them.  With `within`
    only places of that set belong to it, where its formula holds.
    """

    def __init__(self, graph: Graph, vertex: int, within: SetValue | None = None) -> None:
        super().__init__()
        self.graph = graph
        self.vertex = vertex
        self._index = cast("dict[Element, int]", graph.index)
        self.within = within

    def places(self) -> list[Element]:
        """The places that may belong to it, in order, without making their formulas."""
        return list(self.graph.places if self.within is None else self.within)

    def size(self) -> Term:
        """How many places belong to it."""
        if self.within is None:
            return build_graphs.component_size(self.graph, self.vertex)
        last = nodes.memo(self.graph, _Sets)
        if last.counted is None or last.counted[0] is not self.within:
            last.counted = self.within, tuple((self._index[one], when) for one, when in self.within.items())
        return build_graphs.component_size(self.graph, self.vertex, last.counted[1])

    def restricted(self, other: SetValue) -> "Reached":
        """The places that belong to both this and another set."""
        last = nodes.memo(self.graph, _Sets)
        if last.restricted is None or last.restricted[0] is not self.within or last.restricted[1] is not other:
            last.restricted = self.within, other, self._both(other)
        return Reached(self.graph, self.vertex, last.restricted[2])

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
        """The formula of a place; `default` if it cannot belong to the set."""
        vertex = self._index.get(key)
        if vertex is None or (self.within is not None and key not in self.within):
            return default
        found = build_graphs.joined(self.graph, self.vertex, vertex)
        if self.within is not None:
            found = build.conjunction((found, self.within[key]))
        return default if found is False else found

    def __getitem__(self, key: Element) -> Formula:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

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
        """As of a dictionary, with every formula made."""
        self._all()
        return super().keys()

    def items(self) -> "dict_items[Element, Formula]":
        """As of a dictionary, with every formula made."""
        self._all()
        return super().items()

    def values(self) -> "dict_values[Element, Formula]":
        """As of a dictionary, with every formula made."""
        self._all()
        return super().values()

"""Parts of sets that are to be found: a connected part as a thing, and as a set of places."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar, cast, overload

from puzzlelang.ground.values import Element, Part, SetValue
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Graph, Term

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_keys, dict_values

Default = TypeVar("Default")


def same(left: Part, right: Part) -> Formula:
    """Both are one part."""
    return build_graphs.joined(left.graph, left.vertex, right.vertex)


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
        counted = None if self.within is None else [(self._index[one], when) for one, when in self.within.items()]
        return build_graphs.part_size(self.graph, self.vertex, counted)

    def restricted(self, other: SetValue) -> "Reached":
        """The places that belong to both this and another set."""
        index = self._index
        both = {place: other[place] for place in sorted((one for one in other if one in index), key=index.__getitem__)}
        if self.within is not None:
            old = self.within
            both = {place: build.conjunction((old[place], when)) for place, when in both.items() if place in old}
        return Reached(self.graph, self.vertex, {place: when for place, when in both.items() if when is not False})

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

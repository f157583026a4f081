"""Nouns for components: the name of the `let` that a rule file has for them.

`let island(c) = component(c, white)` and `let islands = components(white)` both say that a component of white cells
is an island.  Texts about such a graph use that word.
"""

import msgspec

from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.values import Compiled, Component, Frame, Value
from puzzlelang.problem.record import Graph
from puzzlelang.typed import ir


def calling(word: ir.GraphWord, meaning: Compiled) -> Compiled:
    """The meaning of a graph word, which also gives the name of its `let` to the components that it stands for."""
    if not word.called or word.name not in ("component", "components"):
        return meaning
    noun = (word.called.removesuffix("s") if word.name == "components" else word.called).replace("_", " ")

    def named(frame: Frame) -> Value:
        result = meaning(frame)
        if isinstance(result, ComponentSet):
            _name(result.graph, noun)
        elif isinstance(result, dict) and isinstance(first := next(iter(result), None), Component):
            _name(first.graph, noun)
        return result

    return named


def _name(graph: Graph, noun: str) -> None:
    """Name the components of a graph, unless an earlier `let` did."""
    if not graph.noun:
        msgspec.structs.force_setattr(graph, "noun", noun)

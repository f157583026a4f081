"""What a quantifier says of a member of a component, said of the component of that member.

`every p in components(S): some c in p: some n in next(c): n not in p` asks for each two places.  As `c` is in `p`, the
component of `c` is `p`.  So what is said of `c` is grounded once for each place, whatever component it is in.
"""

import msgspec

from puzzlelang.ground.values import Component, Frame, OfFormula, Value
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Graph
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import LEAVES, FreeSlots, children, free_slots


def member_body(quantifier: ir.Quantified, body: OfFormula, slots: FreeSlots) -> OfFormula:
    """Return the body of a quantifier over the places of a component; unchanged where it does not speak of that.

    It may speak of the component only as the set of its places, which is the same for any of its members.
    """
    match quantifier.binder:
        case ir.Binder((place,), _, ir.Builtin("cells", (ir.LocalVariable(whole),)), None):
            pass
        case _:
            return body
    if free_slots(quantifier.body, slots) != {place, whole} or not _speaks_of_places(quantifier.body, whole):
        return body
    known: dict[tuple[int, int], tuple[Graph, Formula]] = {}

    def value(frame: Frame) -> Formula:
        component, member = frame[whole], frame[place]
        if type(component) is not Component or component.empty:
            return body(frame)
        graph = component.graph
        vertex = graph.index[member]  # type: ignore[index]
        kept = known.get((id(graph), vertex))
        if kept is None:
            frame[whole] = _component_at(component, vertex)
            kept = known[id(graph), vertex] = graph, body(frame)
            frame[whole] = component
        return kept[1]

    return value


def _speaks_of_places(body: ir.Expression, whole: int) -> bool:
    """Whether an expression mentions a component only as the set of its places."""
    match body:
        case ir.Builtin("cells", (ir.LocalVariable(slot),)) if slot == whole:
            return True
        case ir.LocalVariable(slot):
            return slot != whole
        case _ if type(body) in LEAVES:
            return True
        case _:
            return all(_speaks_of_places(part, whole) for part in children(body))


class _Components(msgspec.Struct):
    """Memo of a graph: its components by their vertices."""

    known: dict[int, Value] = msgspec.field(default_factory=dict)


def _component_at(component: Component, vertex: int) -> Value:
    known = nodes.memo(component.graph, _Components).known
    if vertex not in known:
        known[vertex] = Component(component.graph, vertex, component.word, vertex)
    return known[vertex]

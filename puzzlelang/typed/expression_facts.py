"""What grounding asks of the expressions of a ruleset: free variables, equal forms, symmetric pairs.

No board changes that.  It is found out once, when the rules are checked, and kept with the ruleset.  Expressions that
are made later have no facts, and are looked through for each board.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzlelang.typed import ir


class ExpressionFacts:
    """Facts by the identity of expressions, which are kept with them.

    `slots`: their free variables.  `keys`: by identity and slot, numbers that are equal for expressions that differ
    only by that variable.  `halved`: of a quantifier over pairs whether one order of each pair is enough.  `parts`: of
    a binder the components on which all depends that its quantifier says of its variable, if the board decides these.
    """

    def __init__(
        self,
        slots: Sequence[tuple["ir.Expression", frozenset[int]]] = (),
        keys: Sequence[tuple["ir.Expression", int, int]] = (),
        halved: Sequence[tuple["ir.Binder", bool]] = (),
        parts: Sequence[tuple["ir.Binder", "tuple[ir.Expression, ...]"]] = (),
    ) -> None:
        self.slots: dict[int, tuple[ir.Expression, frozenset[int]]] = {id(one): (one, used) for one, used in slots}
        self.keys: dict[tuple[int, int], tuple[object, object]] = {
            (id(one), slot): (one, key) for one, slot, key in keys
        }
        self.halved: dict[int, tuple[ir.Binder, bool]] = {id(one): (one, once) for one, once in halved}
        self.parts: dict[int, tuple[ir.Binder, tuple[ir.Expression, ...]]] = {id(one): (one, on) for one, on in parts}

    def __reduce__(self) -> tuple[object, ...]:
        """Identities are those of a process, so lists are pickled."""
        keys = [(one, slot, key) for (_, slot), (one, key) in self.keys.items()]
        others = list(self.halved.values()), list(self.parts.values())
        return ExpressionFacts, (list(self.slots.values()), keys, *others)


NO_FACTS = ExpressionFacts()
"""The facts of a ruleset that was changed after its check, or was not kept."""

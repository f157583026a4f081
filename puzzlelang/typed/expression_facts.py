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
    only by that variable.  `halved`: of a quantifier over pairs whether one order of each pair is enough.
    """

    def __init__(
        self,
        slots: Sequence[tuple["ir.Expression", frozenset[int]]] = (),
        keys: Sequence[tuple["ir.Expression", int, int]] = (),
        halved: Sequence[tuple["ir.Binder", bool]] = (),
    ) -> None:
        self.slots: dict[int, tuple[ir.Expression, frozenset[int]]] = {id(one): (one, used) for one, used in slots}
        self.keys: dict[tuple[int, int], tuple[object, object]] = {
            (id(one), slot): (one, key) for one, slot, key in keys
        }
        self.halved: dict[int, tuple[ir.Binder, bool]] = {id(one): (one, once) for one, once in halved}

    def __reduce__(self) -> tuple[object, ...]:
        """Identities are those of a process, so lists are pickled."""
        keys = [(one, slot, key) for (_, slot), (one, key) in self.keys.items()]
        return ExpressionFacts, (list(self.slots.values()), keys, list(self.halved.values()))


NO_FACTS = ExpressionFacts()
"""The facts of a ruleset that was changed after its check, or was not kept."""

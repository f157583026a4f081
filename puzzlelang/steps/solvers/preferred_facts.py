"""The preferred facts among those with a given consequence, by QuickXplain (Junker 2004).

Which facts it keeps depends on their order alone, and not on what a solver was asked before.
"""

from collections.abc import Callable, Sequence

from puzzlelang.steps.record import Fact


def preferred_facts(facts: Sequence[Fact], enough: Callable[[Sequence[Fact]], bool]) -> list[Fact]:
    """A minimal part of the facts that is `enough`, as all of them are; the first facts are preferred.

    Where `enough` denies too much, the part is enough though not minimal.
    """

    def explain(new: bool, given: list[Fact], open_: Sequence[Fact]) -> list[Fact]:
        if (new and enough(given)) or not open_:
            return []
        if len(open_) == 1:
            return list(open_)
        half = len(open_) // 2
        last = explain(True, [*given, *open_[:half]], open_[half:])
        return explain(bool(last), [*given, *last], open_[:half]) + last

    return explain(True, [], facts)

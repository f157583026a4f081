"""Templates of reasons, in the words of a player: one line for each way in which a case decides.

The sentence of the rule says what has to be; a template says how that decides here.  Where the facts speak for
themselves nothing is added.
"""

import enum
from collections.abc import Iterable

from puzzlelang.diagnostics.nearest import join_words as joined
from puzzlelang.problem.record import Origin


class ReasonTemplate(enum.Enum):
    """The text for a conclusion, and the text for a contradiction."""

    FULL = "that is all, {count} of {count}", "there are {count} already"
    NEEDED = "all that are left are needed", "{count} can be there at most"
    ONE_LEFT = "only one place is left", ""
    LEAVES = "that leaves {value}", ""
    WAYS = "only {ways} fits", ""
    LARGE_TOTAL = "otherwise it would be {total} at least", "it is {total} at least"
    SMALL_TOTAL = "otherwise it would be {total} at most", "it is {total} at most"
    TOTALS = "", "{first} come to {least} in all, but {second} to {limit} at most in the same places"
    ENDS = "otherwise it would end at {place}", "it ends at {place}"
    BRANCHES = "otherwise it would branch at {place}", "it branches at {place}"
    MISSING = "{value} is the only one missing", ""
    NO_OTHER_PLACE = "{value} has no other place", ""
    NOTHING_ELSE = "{place} can be nothing else", ""
    TAKEN = "{places} take {values}", ""
    TWICE = "", "{value} comes twice, at {places}"
    NO_PLACE = "", "{value} has no place"
    NOTHING_LEFT = "", "nothing is left for {places}"
    TOO_ALIKE = "", "they cannot all differ"
    COVERED = "every way to place {lengths} covers {it}", ""
    UNCOVERED = "no way to place {lengths} covers {it}", ""
    AGREED = "all ways to place {lengths} agree there", "there is no way to place {lengths}"
    FITS = "all ways to fit in {numbers} agree there", "there is no way to fit in {numbers}"
    NO_PARTNER = "otherwise {places} would have no partner", "{places} can have no partner"
    FEW_PARTNERS = "otherwise {places} would have only {partners} to share", "{places} have only {partners} to share"
    CUT_OFF = "otherwise {first} would be cut off from {second}", "{first} is cut off from {second}"
    CUT_SOMEWHERE = "otherwise a group would be cut off", "a group is cut off"
    APART = "otherwise nothing could join {first} and {second}", "nothing can join {first} and {second}"
    JOINED = "otherwise {first} and {second} would be joined", "{first} and {second} are joined"
    RING = "otherwise a ring would close", "a ring closes"
    NO_RECTANGLE = "otherwise the group of {place} could not be a rectangle", "the group of {place} is no rectangle"
    OTHER_SHAPE = "otherwise the group of {place} could not have its shape", "the group of {place} has another shape"
    THAT_SHAPE = "otherwise the group of {place} would have that shape", "the group of {place} has that shape"
    ALIKE = (
        "otherwise the groups of {first} and {second} would be alike",
        "the groups of {first} and {second} are alike",
    )
    UNLIKE = "otherwise the groups of {first} and {second} would differ", "the groups of {first} and {second} differ"
    TOO_FAR = "otherwise {place} would be too far from {places}", "{place} is too far from {places}"
    FAR = "otherwise {first} could not reach {second} in {steps}", "{first} cannot reach {second} in {steps}"
    NEAR = "otherwise {first} would reach {second} in {steps}", "{first} reaches {second} in {steps}"
    LARGE = "otherwise the group of {place} would have {cells} at least", "the group of {place} has {cells} at least"
    SMALL = "otherwise the group of {place} would have {cells} at most", "the group of {place} has {cells} at most"
    SIZE = "otherwise the group of {place} could not have {cells}", "the group of {place} cannot have {cells}"
    SIZES = "otherwise the group of {place} could not get its size", "the group of {place} cannot get its size"
    TOGETHER = "otherwise {places} would be in one group", "{places} are in one group"
    WITHOUT = "otherwise the group of {place} would have none of {places}", "the group of {place} has none of {places}"

    ONLY_PLACE = "only {place} can be {value} in {group}", ""
    ONLY_VALUE = "{place} can only be {value}", ""
    LOCKED_IN = "{sentence}, so {value} is at {places}; that is the only one of {by}", ""
    LOCKED = "{sentence}, so {value} is at {places}; wherever it is, it excludes this: {by}", ""
    IN_LINES = "{value} of {houses} keeps to {lines}, and so is nowhere else in these", ""
    INNIES = "of {whole} in {houses} {cages} have {least}: {places} {make} {total}", ""
    OUTIES = "the sum of {houses} is {whole}, of {cages} {least}: {places} {make} {total} {than} than {beyond}", ""

    def text(self, follows: bool, **values: object) -> str:
        """The filled text for a conclusion (`follows`), or for a contradiction."""
        return self.value[not follows].format(**values)


def origin_text(origin: Origin) -> str:
    """What a case is about by its sentence, such as `row 3` or `cage a`; else the sentence."""
    return named_text(origin) or f"“{origin.sentence}”"


def named_text(origin: Origin) -> str:
    """What the sentence of a case names; empty if nothing."""
    return " ".join(name for _, value in origin.bindings if (name := str(value)) in origin.sentence)


MOST_PLACES = 10
"""Places that are named before the rest is only counted."""


def list_text(things: Iterable[object], last: str = "", most: int = MOST_PLACES) -> str:
    """A list of things: `R1C1 R1C2`; with a last word, or for names of several words, `R1C1, R1C2 and R1C3`."""
    texts = [str(thing) for thing in things]
    shown = texts[:most]
    rest = [f"{len(texts) - most} more"] if len(texts) > most else []
    if last or any(" " in text for text in shown):
        return joined([*shown, *rest], last or "and")
    return " and ".join([" ".join(shown), *rest])

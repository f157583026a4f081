"""Templates of reasons, in the words of a player: one line for each way in which a case decides.

The sentence of the rule says what has to be; a template says how that decides here.  Where the facts speak for
themselves nothing is added.
"""

import enum
import re
from collections.abc import Iterable, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import join_words as joined
from puzzlelang.problem.record import Origin


class ReasonTemplate(enum.Enum):
    """The text for a conclusion, and the text for a contradiction."""

    BOTH = "both are there already", "there are 2 already"
    FULL = "all {count} are there already", "there are {count} already"
    FULL_OF_ONE = "it is there already", "there are {count} already"
    NEEDED = "every place left is needed", "only {count} can be there"
    NEEDED_OF_NONE = "every place left is needed", "none can be there"
    ONE_LEFT = "only one place is left", ""
    LEAVES = "that leaves {value}", ""
    WAYS = "only {ways} fits", ""
    ONE_RECTANGLE = "only {cells} fits", ""
    RECTANGLES = "all {number} rectangles that fit agree there", ""
    LARGE_TOTAL = "otherwise the total would be at least {total}", "the total is at least {total}"
    SMALL_TOTAL = "otherwise the total would be at most {total}", "the total is at most {total}"
    TOO_MANY = "otherwise there would be too many", "there are too many"
    TOO_FEW = "otherwise there would be too few", "there are too few"
    TOTALS = "", "{first} come to {least} in all, but {second} to {limit} at most in the same places"
    ENDS = "otherwise the {line} would end at {place}", "the {line} ends at {place}"
    BRANCHES = "otherwise the {line} would branch at {place}", "the {line} branches at {place}"
    LOOSE_ENDS = "otherwise the {line} would {ends} on the way", ""
    MISSING = "{value} is the only one missing", ""
    NO_OTHER_PLACE = "{value} has no other place", ""
    NOTHING_ELSE = "{place} can be nothing else", ""
    TAKEN = "{places} take {values}", ""
    TWICE = "", "{value} comes twice, at {places}"
    NO_PLACE = "", "{value} has no place"
    NOTHING_LEFT = "", "nothing is left for {places}"
    TOO_ALIKE = "", "they cannot all differ"
    COVERED = "every way to place them covers {it}", ""
    UNCOVERED = "no way to place them covers {it}", ""
    AGREED = "all ways to place them agree there", "there is no way to place {lengths}"
    FITS = "all ways to fit in {numbers} agree there", "there is no way to fit in {numbers}"
    NO_PARTNER = "otherwise {places} would have no partner", "{places} can have no partner"
    NONE_PAIRED = "there is no partner for any of these", ""
    FEW_PARTNERS = "otherwise {places} would have only {partners} to share", "{places} have only {partners} to share"
    CUT_OFF = "otherwise {first} would be cut off from {second}", "{first} is cut off from {second}"
    CUT_SOMEWHERE = "otherwise a {group} would be cut off", "a {group} is cut off"
    APART = "otherwise nothing could join {first} and {second}", "nothing can join {first} and {second}"
    JOINED = "otherwise {first} and {second} would be joined", "{first} and {second} are joined"
    RING = "otherwise a ring would close", "a ring closes"
    RING_WITHOUT = "otherwise a ring would close that leaves out {place}", ""
    RING_TOO_SOON = "otherwise a ring would close and nothing else could be drawn, but {other}", ""
    NO_RECTANGLE = "otherwise the {group} of {place} could not be a rectangle", "the {group} of {place} is no rectangle"
    OTHER_SHAPE = (
        "otherwise the {group} of {place} could not have its shape",
        "the {group} of {place} has another shape",
    )
    THAT_SHAPE = "otherwise the {group} of {place} would have that shape", "the {group} of {place} has that shape"
    ALIKE = (
        "otherwise the {group}s of {first} and {second} would be alike",
        "the {group}s of {first} and {second} are alike",
    )
    UNLIKE = (
        "otherwise the {group}s of {first} and {second} would differ",
        "the {group}s of {first} and {second} differ",
    )
    TOO_FAR = "otherwise {place} would be too far from {places}", "{place} is too far from {places}"
    FAR = "otherwise {first} could not reach {second} in {steps}", "{first} cannot reach {second} in {steps}"
    NEAR = "otherwise {first} would reach {second} in {steps}", "{first} reaches {second} in {steps}"
    LARGE = (
        "otherwise the {group} of {place} would have at least {cells}",
        "the {group} of {place} has at least {cells}",
    )
    SMALL = "otherwise the {group} of {place} would have at most {cells}", "the {group} of {place} has at most {cells}"
    SIZE = "otherwise the {group} of {place} could not get {cells}", "the {group} of {place} cannot get {cells}"
    SIZES = "otherwise the {group} of {place} could not get its size", "the {group} of {place} cannot get its size"
    NOT_ALL_SIZES = "otherwise the {group} of {place} could not get {both}", "the {group} of {place} cannot get {both}"
    NO_LAYOUT = "otherwise none would fit at {place}", "none fits at {place}"
    LAYOUTS_AGREE = "all ways to place them agree there", "there is no way to place them"
    MANY_LAYOUTS = "otherwise there would be too many {piece}s of {cells}", "there are too many {piece}s of {cells}"
    FEW_LAYOUTS = "otherwise a {piece} of {cells} would have no room", "a {piece} of {cells} has no room"
    TOGETHER = "otherwise {places} would be in one {group}", "{places} are in one {group}"
    TWO_TOGETHER = "otherwise two would be in one {group}", ""
    WITHOUT = (
        "otherwise the {group} of {place} would hold none of {places}",
        "the {group} of {place} holds none of {places}",
    )
    WITHOUT_ANY = "otherwise the {group} of {place} could reach none", "the {group} of {place} can reach none"

    COMES_TO = "otherwise {text}", "then {text}"
    ONLY_PLACE = "only {place} can be {value} in {group}", ""
    ONLY_PLACE_BY = "{sentence}: only {place} can be {value}", ""
    ONLY_VALUE = "{place} can only be {value}", ""
    LOCKED_IN = "{sentence}, so {value} is at {places}. That is the only one of {by}", ""
    LOCKED = "{sentence}, so {value} is at {places}. Wherever it is, it shares {by} with these", ""
    LOCKED_BY = "{sentence}, so {value} is at {places}. Wherever it is, it rules these out: {by}", ""
    IN_LINES = "{value} of {houses} keeps to {lines}, and so is nowhere else in these", ""
    OVERLAP = "all that {needing} still {need} lies {within}, and {these} can hold no more", ""
    OVERLAP_REST = (
        "{needing} still {need} {least}, and {most} of them can lie {within}: the other places are needed",
        "",
    )
    VALUE_LEFT = "{gone}, which leaves one value: {reason}", ""
    INNIES = "of {whole} in {houses} {cages} have {least}: {places} {make} {total}", ""
    OUTIES = "the sum of {houses} is {whole}, of {cages} {least}: {places} {make} {total} {than} than {beyond}", ""

    def text(self, follows: bool, **values: object) -> str:
        """The filled text for a conclusion (`follows`), or for a contradiction."""
        return self.value[not follows].format(**values)

    def reason(self, follows: bool, **values: object) -> "Reason":
        """The same as a reason."""
        part = ReasonPart(self, follows, tuple((name, str(value)) for name, value in values.items()))
        return Reason((part,), self in EVIDENT)


class ReasonPart(msgspec.Struct, frozen=True):
    """A template with the texts that fill it; `follows`: for a conclusion, else for a contradiction."""

    template: ReasonTemplate
    follows: bool
    values: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The part in words."""
        return self.template.text(self.follows, **dict(self.values))


class Reason(msgspec.Struct, frozen=True):
    """A reason, without parts for none; `evident`: it says by itself which rule would be broken, and where.

    `broken`: the index of the case that would be false in the end, where what others force is said in the reason.
    """

    parts: tuple[ReasonPart, ...] = ()
    evident: bool = False
    broken: int | None = None

    @property
    def text(self) -> str:
        """The reason in words; empty for none."""
        return joined_reasons([part.text for part in self.parts])


NO_REASON = Reason()


EVIDENT = {
    ReasonTemplate.ENDS,
    ReasonTemplate.BRANCHES,
    ReasonTemplate.NO_PARTNER,
    ReasonTemplate.NONE_PAIRED,
    ReasonTemplate.FEW_PARTNERS,
    ReasonTemplate.CUT_OFF,
    ReasonTemplate.CUT_SOMEWHERE,
    ReasonTemplate.RING,
    ReasonTemplate.RING_WITHOUT,
    ReasonTemplate.RING_TOO_SOON,
    ReasonTemplate.NO_RECTANGLE,
    ReasonTemplate.TOO_FAR,
    ReasonTemplate.SIZE,
}
"""Reasons that say by themselves which rule would be broken, and where it is seen."""


def origin_text(origin: Origin) -> str:
    """Return what a case is about by its sentence, such as `row 3` or `cage a`; else the sentence."""
    return named_text(origin) or f"“{origin.sentence}”"


def within_text(origins: Sequence[Origin]) -> tuple[str, str]:
    """Where things lie that some counts hold, and a name of these sets: of a clue at a cell they are its cells."""
    names = [origin_text(origin) for origin in origins]
    text = list_text(names)
    return (f"among the cells of {text}", "these") if all(map(_PLACE.fullmatch, names)) else (f"in {text}", text)


def named_text(origin: Origin) -> str:
    """Return what the sentence of a case names; empty if nothing."""
    return " ".join(name for _, value in origin.bindings if (name := str(value)) in origin.sentence)


MOST_PLACES = 10
"""Places that are named before the rest is only counted."""


def list_text(things: Iterable[object], last: str = "and", most: int = MOST_PLACES) -> str:
    """A list of things: `R1C1, R1C2 and R1C3`; beyond `most` the rest is counted."""
    texts = [str(thing) for thing in things]
    rest = [f"{len(texts) - most} more"] if len(texts) > most else []
    return joined([*texts[:most], *rest], last)


LIKEWISE = ", likewise for "
"""Before what other cases of a rule are about."""


MORE = " more conditions count"
"""After the number of cases that are not told."""


def says_several(sentence: str) -> bool:
    """Whether a sentence speaks of several cases."""
    return LIKEWISE in sentence or sentence.endswith(MORE)


MOST_OF_REGION = 4
"""Places that are named one by one rather than by the rectangle that they lie in."""


def region_text(places: Iterable[str]) -> str:
    """The cells of places by their names: up to four one by one, more by their line, or by a rectangle around them."""
    names = dict.fromkeys(places)
    cells = cells_in(names)
    if not cells or len(cells) <= MOST_OF_REGION:
        return list_text(cells or names, "and", MOST_OF_REGION)
    (top, left), (bottom, right) = corners_around(cells)
    if top == bottom or left == right:
        return f"{len(names)} places in {f'row {top}' if top == bottom else f'column {left}'}"
    return f"{len(names)} places from R{top}C{left} to R{bottom}C{right}"


def cells_in(texts: Iterable[str]) -> list[str]:
    """The cells that texts name, each once."""
    return list(dict.fromkeys(cell for text in texts for cell in _PLACE.findall(text)))


def corners_around(cells: Sequence[str]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The rows and columns of the first and the last cell of the smallest rectangle around some cells by name."""
    rows, columns = zip(*(map(int, cell[1:].split("C")) for cell in cells), strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))


def joined_reasons(texts: Sequence[str]) -> str:
    """Several reasons as one; `otherwise` is said once where each begins with it."""
    if len({one.startswith(_OTHERWISE) for one in texts}) > 1:
        return ", ".join(texts)
    between = ", and " if texts and texts[0].startswith(_OTHERWISE) else " and "
    return between.join([*texts[:1], *(one.removeprefix(_OTHERWISE) for one in texts[1:])])


_OTHERWISE = "otherwise "


def inside_sentence(sentence: str) -> str:
    """A sentence within another one: its first word in small letters, unless that is the name of a place."""
    return sentence[:1].lower() + sentence[1:] if _ORDINARY.match(sentence) else sentence


_ORDINARY = re.compile(r"[A-Z](?:[a-z'’-]*(?![\w]))")
"""An ordinary word at the beginning of a sentence."""


def refer_back(reason: Reason, cited: str) -> str:
    """A reason after the sentence of a rule: `it` or `they` for what that sentence names, if it names nothing else."""
    if not reason.parts:
        return ""
    first, *others = reason.parts
    text = _after(first, cited, alone=not others)
    return joined_reasons([text, *(part.text for part in others)])


def _after(part: ReasonPart, cited: str, *, alone: bool) -> str:
    """A part of a reason after the sentence of a rule; `alone`: the reason has no other part."""
    named, values = set(_PLACE.findall(cited)), dict(part.values)
    if part.template is ReasonTemplate.JOINED and part.follows and named == {values["first"], values["second"]}:
        return "otherwise they would be joined"
    if "group" not in values or named != {values.get("place")}:
        return part.text
    if alone and part.follows:
        if part.template is ReasonTemplate.NO_RECTANGLE and "is a rectangle" in cited:
            return ""
        if part.template is ReasonTemplate.SIZE and f"has {values['cells']}" in cited:
            return "otherwise it could not"
    return part.text.replace(f"the {values['group']} of {values['place']}", "it", 1)


def names_place(text: str) -> bool:
    """Whether a text names a cell."""
    return bool(_PLACE.search(text))


_PLACE = re.compile(r"\bR\d+C\d+\b")


def as_sentence(text: str) -> str:
    """A text as a sentence of its own: with a capital letter."""
    return text[:1].upper() + text[1:]

"""Reads header lines: options, single givens and the size; checks the names of blocks."""

import re
from collections.abc import Iterable

import msgspec

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.nearest import count_of, did_you_mean, join_quoted, join_words, nearest_word
from puzzlelang.diagnostics.record import Diagnostic, Failed, Label
from puzzlelang.formats.text.draft import BoardTextDraft
from puzzlelang.formats.text.grid import Size
from puzzlelang.formats.text.lattice_line import LATTICE, LatticeLine, lattice_problem, read_lattice
from puzzlelang.formats.text.layout import layout
from puzzlelang.formats.text.split import BoardTextParts, Header, TextRow, TextToken
from puzzlelang.formats.text.values import ValueFault, declare_unknown, kind_of, read_hint, sample
from puzzlelang.geometry.sorts import GATHERED, RECTANGLE, Sort
from puzzlelang.source import Span
from puzzlelang.typed.checks.kinds import sort_of
from puzzlelang.typed.ir import Given, Item, Option, Ruleset, SingleKind

SIZE = "size"
ANSWER = "answer"


def single_values(rules: Ruleset) -> tuple[Given, ...]:
    """The givens that are one value for the whole board."""
    return tuple(given for given in rules.givens if isinstance(given.kind, SingleKind))


def read_headers(draft: BoardTextDraft, sheet: BoardTextParts, *, square: bool = False) -> Size:
    """Reads options and single givens into the draft; returns the size that the text states, `square` or not."""
    size = Size(square=square)
    seen: dict[str, TextToken] = {}
    options = {option.name: option for option in draft.rules.options}
    alone = {given.name: given for given in single_values(draft.rules)}
    for header in sheet.headers:
        name = header.key.text
        if name in seen:
            _report_repeated(draft, header.key, seen[name])
            continue
        seen[name] = header.key
        if name in options:
            _option(draft, options[name], header)
        elif name in alone:
            _single(draft, alone[name], header)
        elif name == SIZE:
            size = _size(draft, header, size)
        elif name == LATTICE and tells_lattice(draft.rules):
            if problem := lattice_problem(draft.rules, header):
                raise Failed([*draft.problems, problem])  # its rows would be read as those of another lattice
        else:
            _unknown_key(draft, header.key, [*options, *alone, SIZE, *[LATTICE] * tells_lattice(draft.rules)])
    return size


def tells_lattice(rules: Ruleset) -> bool:
    """Whether a board has to say its lattice, unless it is the first of those that it may have."""
    return rules.lattices != (RECTANGLE,) and LATTICE not in {
        *(given.name for given in rules.givens),
        *(option.name for option in rules.options),
    }


def lattice_of(rules: Ruleset, rows: Iterable[TextRow]) -> LatticeLine:
    """The lattice of a board: as a line `lattice: hexagon` says, else the first that the rules name."""
    if tells_lattice(rules):
        for row in rows:
            key, colon, value = row.text.partition(":")
            if colon and key.strip() == LATTICE and (result := read_lattice(rules, value.strip())):
                return result
    return LatticeLine(rules.lattices[0] if rules.lattices else RECTANGLE)


def check_blocks(draft: BoardTextDraft, sheet: BoardTextParts) -> BoardTextParts:
    """Removes the blocks with unknown or repeated names, and reports them."""
    alone = {given.name for given in single_values(draft.rules)}
    items: list[Item] = [*draft.rules.givens, *draft.rules.finds]
    known = [item.name for item in items if item.name not in alone]
    kept = []
    seen: dict[str, TextToken] = {}
    for block in sheet.blocks:
        name = block.name
        if name is None:
            continue
        if name.text in seen:
            _report_repeated(draft, name, seen[name.text])
        elif name.text in known or name.text == ANSWER:
            seen[name.text] = name
            kept.append(block)
        elif name.text in alone or name.text in {option.name for option in draft.rules.options}:
            draft.report(
                Diagnostic(
                    "E104", f"`{name.text}` is one value, not a block", name.span, help=f"write `{name.text}: …`"
                )
            )
        else:
            near = nearest_word(name.text, [*known, ANSWER])
            there = join_words([f"`[{word}]`" for word in [*known, ANSWER]])
            advice = f"did you mean `[{near}]`?" if near else f"this puzzle has {there}"
            span = Span(name.span.source, name.span.start, max(name.span.end, name.span.start + 1))
            draft.report(
                Diagnostic("E104", f"there is no block `[{name.text}]`", span, help=advice), "[", f"[{name.text}"
            )
    return msgspec.structs.replace(sheet, blocks=tuple(kept))


def _report_repeated(draft: BoardTextDraft, token: TextToken, first: TextToken) -> None:
    draft.report(
        Diagnostic(
            "E107",
            f"`{token.text}` is there twice",
            token.span,
            help="keep one of the two",
            labels=(Label(first.span, "first here"),),
        ),
        "",
        token.text,
    )


def _option(draft: BoardTextDraft, option: Option, header: Header) -> None:
    if header.value.text in option.members:
        draft.options[option.name] = header.value.text
        draft.spans[option.name, None] = header.value.span
        return
    choices = join_quoted(option.members, "or")
    draft.report(
        Diagnostic(
            "E106",
            f"`{header.value.text}` is no choice for {option.name}"
            if header.value.text
            else f"{option.name} says nothing",
            header.value.span if header.value.text else header.key.span,
            help=did_you_mean(header.value.text, option.members) or f"write {choices}",
        )
    )


def _single(draft: BoardTextDraft, given: Given, header: Header) -> None:
    tokens = [header.value] if header.value.text else []
    kind = kind_of(given)
    value = read_hint(given, tokens)
    if isinstance(value, ValueFault) or (value is None and not kind.absent):
        reason = value.reason if isinstance(value, ValueFault) else "says nothing"
        advice = f"write a value such as `{given.name}: {sample(kind, given.shown)}`"
        if header.value.text == "?":
            advice += f"; {declare_unknown(given)}"
        draft.report(
            Diagnostic(
                "E106",
                f"{given.name} `{header.value.text}` {reason}" if tokens else f"{given.name} {reason}",
                header.value.span if tokens else header.key.span,
                help=advice,
            )
        )
        draft.givens.setdefault(given.name, {})
        return
    draft.givens[given.name] = {}
    if value is not None:
        draft.put(given.name, None, value, header.value.span)


def _size(draft: BoardTextDraft, header: Header, size: Size) -> Size:
    result = re.fullmatch(r"([0-9]{1,9})\s*[xX×*]\s*([0-9]{1,9})", header.value.text)
    if result is None or not int(result[1]) or not int(result[2]):
        span = header.value.span if header.value.text else header.key.span
        advice = "write rows x columns, such as `size: 6x4` for 6 rows of 4 cells"
        draft.report(Diagnostic("E106", "the size is not two numbers above 0", span, help=advice))
        return size
    height, width = int(result[1]), int(result[2])
    if not check_size(draft, height, width, header.value.span, square=size.square):
        return size
    return msgspec.structs.replace(size, height=height, width=width)


def check_size(draft: BoardTextDraft, height: int, width: int, span: Span, *, square: bool = False) -> bool:
    """Whether a board may have that size, as many rows as columns if it is to be `square`; reports it if not."""
    if height * width > (most := most_cells()):
        problem = f"a board of {height} x {width} has more than {most:,} cells, which is what memory can hold"
        draft.report(Diagnostic("E110", problem, span, help="use a smaller board"))
        return False
    if square and height != width:
        problem = f"the board has {count_of(height, 'row')} and {count_of(width, 'column')}"
        advice = f"boards of {draft.rules.title} are square: write as many rows as columns"
        draft.report(Diagnostic("E109", problem, span, help=advice))
        return False
    return True


def _unknown_key(draft: BoardTextDraft, key: TextToken, known: list[str]) -> None:
    result = layout(draft.rules)
    item = draft.rules.given(key.text) or draft.rules.find(key.text)
    near = nearest_word(key.text, known)
    if item is not None:
        place = (
            "in the margins or " if item in result.sides.values() else "on the grid or " if item in result.main else ""
        )
        advice = f"write {key.text} {place}in a block `[{key.text}]`"
        advice += ", one `name: value` for each region" * (sort_of(item) is Sort.REGION)
        advice += ", one `name: value` for each" * (sort_of(item) in GATHERED)
    else:
        keyed = [given for given in draft.rules.givens if sort_of(given) in (Sort.REGION, *GATHERED)]
        lists = [given.name for given in keyed]
        advice = f"did you mean `{near}:`?" if near else f"there is {join_words([f'`{word}:`' for word in known])}"
        if lists and near is None:
            whose = "a group's" if all(sort_of(given) in GATHERED for given in keyed) else "a region's"
            advice = f"if this is {whose} value, put it under {join_words([f'`[{name}]`' for name in lists], 'or')}"
    draft.report(
        Diagnostic("E104", f"`{key.text}` is no value of the whole board", key.span, help=advice), "", key.text
    )

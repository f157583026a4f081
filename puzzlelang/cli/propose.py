"""The command `read`, and what `formats` shows of a text: help with `read` statements."""

from collections import Counter
from collections.abc import Iterator, Sequence

from puzzlelang import pipeline
from puzzlelang.cli import inputs, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.parts import link, shorten, signature, statement
from puzzlelang.diagnostics.nearest import join_quoted, join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats import boards
from puzzlelang.formats.guess import names, penpa
from puzzlelang.formats.guess import stretches as opening
from puzzlelang.formats.guess.check_proposals import Proposal, check_proposals
from puzzlelang.formats.guess.search import proposals
from puzzlelang.formats.guess.stretches import Stretch, stretches
from puzzlelang.formats.penpa.overview import overview
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.formats import FORMATS

PENPA = "penpa"
"""The format whose texts are no sequence of pieces, so that a statement is put together mark by mark."""

_MOST_SHOWN = 8
_TRIED = 40
"""How many of the likeliest statements are tried on the texts."""


@click.command("read")
@click.argument("rules")
@click.argument("texts", metavar="TEXT...", nargs=-1, required=True)
@click.option(
    "-n", "--number", type=click.IntRange(1, _TRIED), default=3, show_default=True, help="Proposals to print."
)
@options.own_limit_options("looking for statements")
def read_(rules: str, texts: tuple[str, ...], number: int) -> int:
    """Propose `read` statements with which RULES read every TEXT.

    A TEXT is an address of puzz.link, Penpa or Kudamono, or a file.

    Several texts of one type are better than one: a board with and without its answer shows which marks are givens.
    """
    ruleset = pipeline.load(rules)
    result = [_piece_text(inputs.read_board(text), ruleset) for text in texts]
    kinds = dict.fromkeys((text.format, text.type) for text in result)
    if len(kinds) > 1:
        names_of_kinds = join_words([f"`{name} {kind}`" for name, kind in kinds])
        hint = "one statement reads one of these: ask for each by itself"
        raise fail("E210", f"the texts are of several kinds: {names_of_kinds}", result[-1].source.first(), hint=hint)
    candidates = penpa.proposals(ruleset, result) if result[0].format == PENPA else proposals(ruleset, result)
    likely = check_proposals(ruleset, candidates[:_TRIED], result)
    for proposal in likely[:number]:
        print("\n".join(_proposal_lines(ruleset, proposal)))
    if not likely:
        hint = f"`puzzlelang formats {result[0].format} TEXT` shows what could read its parts; `letters` and `packed`"
        problem = "no pieces read this to its end and fit what the rules declare"
        raise fail("E210", problem, result[0].source.first(), hint=f"{hint} are not tried")
    return output.FINE


def _piece_text(source: Source, rules: ir.Ruleset) -> opening.PieceText:
    result = boards.board_source(source).outside_type
    if result is not None and result.format == PENPA:
        return penpa.open_address(source)
    if result is not None and result.format == opening.KUDAMONO:
        return opening.read_address(source, rules)
    if result is None or result.format not in opening.SELF_DESCRIBING:
        kind = f"texts of the format `{result.format}`" if result else "board text"
        hint = "addresses of puzz.link, Penpa and Kudamono, and files saved there, say their size"
        raise fail("E210", f"nothing can be proposed for {kind}", source.first(), hint=hint)
    return opening.read_head(result.format, source)


def _proposal_lines(rules: ir.Ruleset, proposal: Proposal) -> Iterator[str]:
    """The statement, and as remarks what it reads."""
    yield statement(proposal.reading)
    for puzzle in proposal.puzzles:
        yield from (f"# {line}" for line in _holds(puzzle))
    yield from (f"# {line}" for line in _lacks(rules, proposal))
    lost = _item_list(proposal.unwritten)
    lost = f"# but does not write {lost}" if lost else "# but does not write all of it as it was"
    yield "# and writes it again" if proposal.writes else lost
    yield ""


def _lacks(rules: ir.Ruleset, proposal: Proposal) -> Iterator[str]:
    """Yield the entries that are guesses, the pieces left out, and the givens and finds that nothing is read of."""
    layers = [layer for piece in proposal.reading.pieces for layer in piece.layers]
    flags = [layer for piece in proposal.reading.pieces if piece.word == "flag" for layer in piece.layers]
    unsure = [one for layer in layers for one in names.guesses(rules, layer)]
    options = [(one, effect) for layer in flags for one in layer for effect in one.effects]
    unsure += [f'"{one.key}" is {effect.name} {effect.value}' for one, effect in options]
    if unsure:
        yield f"guessed: {', '.join(unsure)}"
    for word, items in proposal.ignored:
        yield f"left out: `{word}` with {_item_list(items)}"
    names_read = {effect.name for layer in layers for entry in layer for effect in entry.effects}
    finds = [find.name for find in rules.finds if FORMATS[proposal.reading.format].draws and not find.hidden]
    needed = [given.name for given in rules.givens if given.default is None]
    silent = [name for name in (*needed, *finds) if name not in names_read]
    if silent:
        yield f"nothing is read of {join_quoted(silent, 'or')}"


def _item_list(items: Sequence[tuple[str, int]]) -> str:
    texts = [f"`{item}` x{amount}" for item, amount in items[:_MOST_SHOWN]]
    return ", ".join([*texts, "…"] if len(items) > len(texts) else texts)


def _holds(puzzle: Puzzle) -> Iterator[str]:
    """Yield what a board says: each name with its values and how often each occurs."""
    for name, regions in puzzle.partitions.items():
        yield f"{name}: {len(regions)} regions"
    drawn = puzzle.drawing.values if puzzle.drawing else {}
    for title, values in (("", puzzle.givens), ("drawn ", drawn)):
        for name, by_place in values.items():
            counted = Counter(_value_text(value) for value in by_place.values() if value is not False)
            most = [f"{value} x{amount}" for value, amount in sorted(counted.items())[:_MOST_SHOWN]]
            yield f"{title}{name}: {', '.join([*most, '…'] if len(counted) > len(most) else most) or 'none'}"


def _value_text(value: object) -> str:
    if value is True:
        return "members"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


# ------------------------------------------------------------------------------------------- what a text consists of


def parts(name: str, source: Source) -> str:
    """The parts of a text of a format, with what could read each.  Raises `Failed`."""
    if name == PENPA:
        return overview(source)
    if name not in opening.SELF_DESCRIBING:
        hint = f"texts of {join_words([*opening.SELF_DESCRIBING, PENPA])} can be shown: they say their size"
        raise fail(
            "E210", f"texts of the format `{name}` do not say enough to be taken apart", source.first(), hint=hint
        )
    result = opening.read_head(name, source)
    if name == "puzzlink":
        return "\n".join(link(result))
    board = result.board.geometry
    lines = [f"type {result.type}, {board.height} rows, {board.width} columns"]
    lines += [f"letters at the size: {result.letters.text}"] if result.letters.text.strip() else []
    for stretch in stretches(result):
        lines += ["", *_stretch(result, stretch)]
    return "\n".join(lines)


def _stretch(text: opening.PieceText, stretch: Stretch) -> Iterator[str]:
    yield shorten(text.source.text[stretch.start : stretch.end])
    yield "  items: " + ", ".join(f"{item} x{amount}" for item, amount in stretch.items[: 3 * _MOST_SHOWN])
    if not stretch.fitting:
        yield "  no piece reads this by itself; `letters` and `packed` need details"
    for end in dict.fromkeys(fitting.end for fitting in stretch.fitting):
        left = text.reader(end).rest
        reach = f"the next {end - stretch.start} characters, up to {shorten(left)}"
        reach = reach if left.strip("/ \t\r\n") else "all"
        yield f"  {reach}: " + ", ".join(signature(fitting) for fitting in stretch.fitting if fitting.end == end)

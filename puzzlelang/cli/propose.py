"""`read`, and what `formats` shows of a text: help with `read` statements."""

from collections import Counter
from collections.abc import Iterator, Sequence

from puzzlelang import pipeline
from puzzlelang.cli import inputs, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats import boards
from puzzlelang.formats.guess import stretches as opening
from puzzlelang.formats.guess.check_proposals import Proposal, check_proposals
from puzzlelang.formats.guess.search import proposals
from puzzlelang.formats.guess.stretches import PieceCandidate, Stretch, stretches
from puzzlelang.formats.penpa.overview import overview
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.syntax import inline_text, tree
from puzzlelang.typed import ir

PENPA = "penpa"
"""The format whose texts are no sequence of pieces, so that no statement is searched for."""

_WIDE = 100
_MOST_SHOWN = 8
_TRIED = 40
"""How many of the likeliest statements are tried on the texts."""


@click.command("read")
@click.argument("rules")
@click.argument("texts", metavar="TEXT...", nargs=-1, required=True)
@click.option("-n", "--number", type=click.IntRange(1, _TRIED), default=3, show_default=True, help="How many to print.")
@options.confining("looking for statements")
def read_(rules: str, texts: tuple[str, ...], number: int) -> int:
    """Propose `read` statements with which RULES read every TEXT: a puzz.link address or file, best first.

    Several texts of one type say more than one: a board without and with its answer drawn tells what is given from
    what is to be found.
    """
    ruleset = pipeline.load(rules)
    found = [_opened(inputs.read_board(text)) for text in texts]
    kinds = dict.fromkeys((text.format, text.type) for text in found)
    if len(kinds) > 1:
        told = join_words([f"`{name} {kind}`" for name, kind in kinds])
        hint = "one statement reads one of these: ask for each by itself"
        raise fail("E210", f"the texts are of several kinds: {told}", found[-1].source.first(), hint=hint)
    likely = check_proposals(ruleset, proposals(ruleset, found)[:_TRIED], found)
    for proposal in likely[:number]:
        print("\n".join(_told(proposal)))
    if not likely:
        hint = f"`puzzlelang formats {found[0].format} TEXT` shows what could read its parts; `letters` and `packed`"
        problem = "no pieces read this to its end and fit what the rules declare"
        raise fail("E210", problem, found[0].source.first(), hint=f"{hint} are not tried")
    return output.FINE


def _opened(source: Source) -> opening.PieceText:
    found = boards.board_source(source).found
    if found is None or found.format not in opening.READABLE:
        kind = f"texts of the format `{found.format}`" if found else "board text"
        hint = "addresses of puzz.link and files saved there say their size and type"
        if found and found.format == PENPA:
            hint = f"`puzzlelang formats {PENPA} TEXT` shows its marks, and what could read them"
        raise fail("E210", f"nothing can be proposed for {kind}", source.first(), hint=hint)
    return opening.read_head(found.format, source)


def _told(proposal: Proposal) -> Iterator[str]:
    """The statement, and as remarks what it reads."""
    yield statement(proposal.reading)
    for puzzle in proposal.puzzles:
        yield from (f"# {line}" for line in _holds(puzzle))
    yield "# and writes it again" if proposal.writes else "# but does not write all of it as it was"
    yield ""


def statement(reading: ir.Reading) -> str:
    """A `read` statement in the standard form."""
    pieces = [inline_text.piece(_as_tree(piece)) for piece in reading.pieces]
    head = f'read {reading.format} "{reading.type}":'
    line = f"{head} {', '.join(pieces)}"
    return line if len(line) <= _WIDE else f"{head}\n  " + ",\n  ".join(pieces)


def _as_tree(piece: ir.ReadPiece) -> tree.PieceSyntax:
    """A piece as it would have been written."""
    if piece.literal:
        return tree.PieceSyntax(tree.QuotedText(piece.word, piece.span), (), piece.span)
    layers = tuple(tuple(_entry(entry) for entry in layer) for layer in piece.layers)
    return tree.PieceSyntax(tree.Identifier(piece.word, piece.span), layers, piece.span)


def _entry(entry: ir.PieceEntry) -> tree.EntrySyntax:
    effects = tuple(_effect(effect) for effect in entry.effects)
    nothing = tree.EffectSyntax(tree.Identifier("nothing", entry.span), None, entry.span)
    return tree.EntrySyntax(entry.key, effects or (nothing,), entry.span)


def _effect(effect: ir.Effect) -> tree.EffectSyntax:
    value = "unknown" if effect.value == "?" else effect.value
    word = tree.Identifier(value, effect.span) if isinstance(value, str) else value
    return tree.EffectSyntax(tree.Identifier(effect.name, effect.span), word, effect.span)


def _holds(puzzle: Puzzle) -> Iterator[str]:
    """What a board says: each name with its values and how often each occurs."""
    for name, regions in puzzle.partitions.items():
        yield f"{name}: {len(regions)} regions"
    drawn = puzzle.drawing.values if puzzle.drawing else {}
    for title, values in (("", puzzle.givens), ("drawn ", drawn)):
        for name, told in values.items():
            counted = Counter(_shown(value) for value in told.values() if value is not False)
            most = [f"{value} x{amount}" for value, amount in sorted(counted.items())[:_MOST_SHOWN]]
            yield f"{title}{name}: {', '.join([*most, '…'] if len(counted) > len(most) else most) or 'none'}"


def _shown(value: object) -> str:
    if value is True:
        return "members"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


# ------------------------------------------------------------------------------------------- what a text consists of


def parts(name: str, source: Source) -> str:
    """The parts of a text of a format, with what could read each.  Raises `Failed`."""
    if name == PENPA:
        return overview(source)
    if name not in opening.READABLE:
        hint = f"texts of {join_words([*opening.READABLE, PENPA])} can be shown: they say their size"
        raise fail(
            "E210", f"texts of the format `{name}` do not say enough to be taken apart", source.first(), hint=hint
        )
    found = opening.read_head(name, source)
    board = found.board.geometry
    lines = [f"type {found.type}, {board.height} rows, {board.width} columns"]
    lines += [f"letters at the size: {found.letters.text}"] if found.letters.text.strip() else []
    for stretch in stretches(found):
        lines += ["", *_stretch(found, stretch)]
    return "\n".join(lines)


def _stretch(text: opening.PieceText, stretch: Stretch) -> Iterator[str]:
    yield _shortened(text.source.text[stretch.start : stretch.end])
    yield "  items: " + ", ".join(f"{item} x{amount}" for item, amount in stretch.items[: 3 * _MOST_SHOWN])
    if not stretch.fitting:
        yield "  no piece reads this by itself; `letters` and `packed` are told how"
    for end in dict.fromkeys(fitting.end for fitting in stretch.fitting):
        left = text.reader(end).rest
        reach = f"the next {end - stretch.start} characters, up to {_shortened(left)}"
        reach = reach if left.strip("/ \t\r\n") else "all"
        yield f"  {reach}: " + ", ".join(_signature(fitting) for fitting in stretch.fitting if fitting.end == end)


def _shortened(text: str) -> str:
    line = " / ".join(part.strip() for part in text.strip().splitlines()) if "\n" in text.strip() else text.strip()
    return f"`{line}`" if len(line) <= _WIDE else f"`{line[: _WIDE // 2]} … {line[-10:]}`"


def _signature(fitting: PieceCandidate) -> str:
    layers: Sequence[str] = [join_words(sorted(target.value for target in layer), "or") for layer in fitting.layers]
    return f"{fitting.word}({'; '.join(layers)})" if layers else fitting.word

"""The commands `convert`, `formats` and `decode`: texts of other programs."""

from pathlib import Path

from puzzlelang import pipeline, readers, resources
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.cli import arguments, inputs, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import decode
from puzzlelang.questions.decode import DecodeQuestion, Decoding
from puzzlelang.questions.wording import comment_line, place_list
from puzzlelang.sessions import highlights
from puzzlelang.solving.outside.answer import LONGEST
from puzzlelang.typed.codecs.codec import OutsideFormat, Piece
from puzzlelang.typed.codecs.formats import FORMATS
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("convert")
@arguments.boards()
@arguments.leave_out_option
@click.option("--to", "form", type=click.Choice(pipeline.FORMS), required=True, help="What to write.")
@options.target_options
@options.own_limit_options("writing the board")
def convert_(rules: Ruleset, puzzle: Puzzle, form: str, target: Path | None, force: bool) -> int:
    """Write BOARD in another form: board text, JSON, or a format that the RULES read.

    The drawing is included where the form holds drawings (text, json, pzprv3, penpa, fpuzzles, non).
    """
    text = pipeline.convert(rules, puzzle, form)
    output.deliver_text(text, target, force=force)
    return output.FINE


@click.command("formats")
@click.argument("format_", metavar="[FORMAT]", type=click.Choice(list(FORMATS)), required=False)
@click.argument("text", required=False)
@options.own_limit_options("reading the text")
def formats_(format_: str | None, text: str | None) -> int:
    """List the outside formats and the types that the library reads; with FORMAT, its pieces for `read` statements.

    With TEXT, an address or a saved file, show its parts and items, and which pieces could read them.
    """
    if format_ is None:
        wide = max(map(len, FORMATS))
        for name, known in FORMATS.items():
            types = [kind for _, read in readers.readings(resources.library()) for form, kind in read if form == name]
            print(f"{name:<{wide}}  {known.title}: {', '.join(dict.fromkeys(types)) or 'none in the library'}")
        return output.FINE
    if text is not None:
        from puzzlelang.cli import propose

        print(propose.parts(format_, inputs.read_board(text)))
        return output.FINE
    print(_vocabulary(format_, FORMATS[format_]))
    return output.FINE


def _vocabulary(name: str, known: OutsideFormat) -> str:
    """The pieces of a format: what stands between their parentheses, and what they read."""
    lines = [f"{name}: {known.title}", ""]
    for word, piece in sorted(known.pieces.items()):
        lines += [signature(word, piece), f"    {piece.meaning}"]
        size, _, sample = piece.sample.partition(" ")
        lines += [f"    such as `{sample}` on a board of {size}"] if sample else []
        lines += (
            ["    behind a given partition: a set of links for borders inside of its regions"] if piece.walls else []
        )
    drawn = "givens, options and finds" if known.draws else "givens and options"
    lines += ["", f"Entries name {drawn}; a text in quotes stands for itself."]
    return "\n".join(lines)


def signature(word: str, piece: Piece) -> str:
    """`border(a partition, borders or links)`; square brackets around layers that may be left out."""
    layers = [join_words(sorted(target.value for target in layer), "or") for layer in piece.layers]
    needed, free = layers[: piece.least], layers[piece.least :]
    inside = "; ".join(needed) + "".join(f"[; {layer}]" for layer in free) if needed else f"[{'; '.join(free)}]"
    return f"{word}({inside})" if layers else word


@click.command("decode")
@arguments.boards("answer", default=inputs.STDIN)
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@options.picture_options
@options.limit_options
def decode_(rules: Ruleset, puzzle: Puzzle, answer: str, json_: bool, boards: pictures.Boards, limits: Limits) -> int:
    """Draw the answer of another solver to an export of BOARD, and check it against RULES.

    ANSWER is the output of the solver: values or a model of an SMT solver, or `v` lines; `-` for standard input.
    """
    source = inputs.read_board(answer, most=LONGEST)
    with OpenPuzzle(rules, puzzle, limits) as opened:
        result = opened.ask(DecodeQuestion(source.name, source.text))
    if json_:
        output.write_json(decode.as_json(result))
    elif decode.status(result):
        print(comment_line(decode.as_text(result)), file=boards.remark_stream)
    else:
        _draw(boards, result)
    return decode.exit_code(result)


def _draw(boards: pictures.Boards, decoding: Decoding) -> None:
    """The answer with what is wrong in it, then what is to be said."""
    stream, wrong = boards.remark_stream, highlights.finding_roles(decoding.verdict.findings)
    if boards.form is not None:
        boards.show(decoding.verdict.answer, wrong)
    else:
        print(boards.text(decoding.verdict.answer, wrong).rstrip("\n"))
        print()
    if decoding.assumed:
        print(
            comment_line(f"The solver left out {place_list(decoding.assumed)}, which is taken as empty or lowest."),
            file=stream,
        )
    for line in decode.as_text(decoding).splitlines():
        print(comment_line(line), file=stream)

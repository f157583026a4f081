"""The commands `minimise` and `generate`."""

import sys
from pathlib import Path

import msgspec

from puzzlelang import files, pipeline
from puzzlelang.cli import arguments, inputs, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import Live, open_live
from puzzlelang.diagnostics.nearest import count_of, join_words
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.making import example_statistics
from puzzlelang.making.generate import Draws
from puzzlelang.making.symmetry import SYMMETRIES
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import minimise
from puzzlelang.questions.generate import GeneratedBoards, NewBoard
from puzzlelang.questions.wording import comment_line
from puzzlelang.sessions import sent_boards
from puzzlelang.sessions.replies import Reply
from puzzlelang.steps.rating.ratings import LEVELS
from puzzlelang.typed.ir import PartitionKind, Ruleset
from puzzlelang.workers.limits import Limits

FORMS = (*pipeline.FORMS, *pictures.FORMS)
"""What `--as` takes."""


@click.command("minimise")
@arguments.boards()
@click.option(
    "--keep",
    multiple=True,
    metavar="NAME|PLACE",
    help="Keep these clues: a given such as clue, or a place such as R1C2.",
)
@click.option(
    "--symmetry", type=click.Choice(SYMMETRIES), default="none", help="Remove clues only together with their images."
)
@click.option("--clues", "least", type=click.IntRange(0), default=0, metavar="N", help="Stop when N clues remain.")
@click.option("--rating", type=click.Choice(LEVELS), help="Keep the board at this level or below; see `rate`.")
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N", help="The seed that chooses among several results."
)
@click.option("--as", "form", type=click.Choice(FORMS), help="Print the board in this form.")
@options.style_option
@options.engine_option
@options.limit_options
@options.target_options
def minimise_(
    rules: Ruleset,
    puzzle: Puzzle,
    keep: tuple[str, ...],
    symmetry: str,
    least: int,
    rating: str | None,
    seed: int,
    form: str | None,
    style: str | None,
    engine: str,
    limits: Limits,
    target: Path | None,
    force: bool,
) -> int:
    """Remove clues from BOARD while its answer stays the only one, until each remaining clue is needed.

    Clues are values that the rules allow to be absent. The board goes to standard output, remarks about it to standard
    error. At a limit the board is printed with the clues that remain by then.

    With --rating a clue stays as well if the board would be harder without it: none of those left can go from a board
    of at most that rating. The board may end up easier; then it is printed all the same, standard error states its
    rating, and the exit code is 4. Of a board that is harder already all clues stay, with the same exit code.
    """
    form = pictures.chosen_form(form, target)
    if target is None:
        pictures.check_shown(form)
    else:
        files.check_new(target, force=force)
    with open_live(rules, puzzle, limits) as (opened, live):
        result = opened.minimise(keep, symmetry, least, seed, rating or "", engine, see=live)
    if result.puzzle is None:
        print(comment_line(minimise.as_text(result)))
        return minimise.exit_code(result)
    _deliver(pictures.Boards(rules, result.puzzle, style), form, target, force=force)
    print(minimise.as_text(result), file=sys.stderr)
    return minimise.exit_code(result)


def _deliver(board: pictures.Boards, form: str, target: Path | None, *, force: bool) -> None:
    """A board in a form, to a file or to standard output; a terminal shows it as a picture besides."""
    if form in pictures.FILE_FORMS:
        pictures.deliver(pipeline.picture(board.rules, board.puzzle), form, target, force=force)
        return
    if form == "text" and (picture := board.picture(None)):
        output.print_now(picture)
    output.deliver_text(pipeline.convert(board.rules, board.puzzle, form), target, force=force)


@click.command("generate")
@click.argument("rules")
@click.argument("template", required=False)
@click.option("--size", callback=arguments.size, metavar="ROWSxCOLUMNS", help="The size; else the largest example's.")
@click.option("--lattice", default="", metavar="NAME", help="The lattice, where the rules allow several.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Make N boards.")
@click.option(
    "--symmetry", type=click.Choice(SYMMETRIES), default="none", help="Remove clues only together with their images."
)
@click.option("--clues", "least", type=click.IntRange(0), default=0, metavar="N", help="Keep at least N clues.")
@click.option("--rating", type=click.Choice(LEVELS), help="Make boards of this level; see `rate`.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The seed of random choices.")
@click.option("--as", "form", type=click.Choice(FORMS), help="Print the boards in this form.")
@options.style_option
@options.limit_options
@options.target_options
def generate_(
    rules: str,
    template: str | None,
    size: tuple[int, int] | None,
    lattice: str,
    count: int,
    symmetry: str,
    least: int,
    rating: str | None,
    seed: int,
    form: str | None,
    style: str | None,
    limits: Limits,
    target: Path | None,
    force: bool,
) -> int:
    """Make boards by RULES, each with exactly one answer, which is proved, and without redundant clues.

    TEMPLATE is a size such as 8x8, or a board that has some of the givens: these stay, `?` stands for a clue to be
    chosen. Each board is printed as soon as it is done. At the time limit a board is printed with the clues that are
    left by then, if it has one answer, and nothing else. The same seed makes the same boards. Where all examples
    of RULES have a clue at every line, boards keep those, unless --rating wants a board that is not easy.
    """
    if template is not None and arguments.is_size(template):
        if size is not None:
            raise click.UsageError(f"The size is stated twice: leave out {template} or --size.")
        try:
            size = arguments.size_of(template)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        template = None
    form = pictures.chosen_form(form, target)
    if count > 1 and (form == "png" or target is not None):
        raise click.UsageError(f"{'A file holds' if target else 'A PNG shows'} one board: leave out --count.")
    if template is not None and lattice:
        raise click.UsageError("TEMPLATE says its lattice: leave out --lattice.")
    if target is None:
        pictures.check_shown(form)
    else:
        files.check_new(target, force=force)
    with options.command_limits():
        ruleset = pipeline.load(rules)
        if template is None:
            puzzle = example_statistics.empty_template(ruleset, size, lattice)
        else:
            puzzle = pipeline.board(ruleset, inputs.read_board(template, ruleset), size)
    regions = [given.name for given in ruleset.givens if isinstance(given.kind, PartitionKind)]
    drawn = [name for name in regions if name not in puzzle.partitions]
    if drawn and symmetry != "none":
        print(f"Regions ({join_words(drawn)}) do not lie by the symmetry; clues and sets do.", file=sys.stderr)
    with open_live(ruleset, puzzle, limits) as (opened, live):
        template_boards = pictures.Boards(ruleset, puzzle, style)
        shown = _BoardPrinter(template_boards, form, live, several=count > 1, target=target, force=force)
        result = opened.generate(count, seed, symmetry, least, rating or "", see=shown)
    if len(result.puzzles) > shown.count:
        shown.show(result.puzzles[-1])
    if result.stopped:
        print(_shortfall(result, count), file=sys.stderr)
        if not result.puzzles:
            usual = example_statistics.usual_size(ruleset, (puzzle.geometry.height, puzzle.geometry.width))
            _advise_size(puzzle.geometry, usual)
        return output.UNKNOWN
    return output.FINE


def _advise_size(board: Geometry, usual: tuple[int, int]) -> None:
    """Name the size of the largest example, if the board has another."""
    height, width = usual
    if board.lattice == RECTANGLE and (board.height, board.width) != usual:
        size = f"{height}x{width}"
        print(f"Its largest example has {size}: such boards come with `--size {size}`.", file=sys.stderr)


class _BoardPrinter:
    """Prints boards as they are done, or writes the only one to a file."""

    def __init__(
        self, template: pictures.Boards, form: str, live: Live, *, several: bool, target: Path | None, force: bool
    ) -> None:
        self.template = template
        self.form = form
        self.live = live
        self.several = several and form == "text"
        self.target = target
        self.force = force
        self.count = 0

    def __call__(self, reply: Reply) -> None:
        """Update the progress display, and print a board that is finished."""
        self.live(reply)
        if isinstance(reply, NewBoard) and reply.minimal:
            self.live.clear()
            self.show(sent_boards.puzzle(reply.board, self.template.rules, self.template.puzzle))

    def show(self, puzzle: Puzzle) -> None:
        """Print the next board."""
        self.count += 1
        if self.several:
            output.print_now(("\n" if self.count > 1 else "") + comment_line(f"Board {self.count}"))
        _deliver(msgspec.structs.replace(self.template, puzzle=puzzle), self.form, self.target, force=self.force)


def _shortfall(generated_boards: GeneratedBoards, count: int) -> str:
    """Return why there are no more boards, and what became of those that were drawn."""
    lines = [f"{len(generated_boards.puzzles)} of {count_of(count, 'board')}: {generated_boards.stopped}."]
    if generated_boards.puzzles and not generated_boards.minimal[-1]:
        lines.append("The last one may have clues that it does not need.")
    if generated_boards.draws.total:
        lines.append(f"Boards that were rejected: {_rejected(generated_boards.draws)}.")
    if len(generated_boards.puzzles) < count:
        lines.append(_reason(generated_boards.draws))
    return "\n".join(lines)


def _rejected(draws: Draws) -> str:
    """The numbers of rejected boards, by reason."""
    return join_words(f"{count} {noun}" for count, noun, _ in _reasons(draws) if count)


def _reason(draws: Draws) -> str:
    """The sentence that says why most boards came to nothing."""
    if not draws.total:
        return "The first board was not finished: its answer is hard to find, or it still has others."
    _, _, verb = max(_reasons(draws), key=lambda one: one[0])
    return f"Most of them {verb}."


def _reasons(draws: Draws) -> tuple[tuple[int, str, str], ...]:
    """How many boards were rejected for each reason, what they are, and what they do."""
    easier = draws.wrong_rating - draws.harder
    return (
        (draws.unanswered, "without an answer", "have no answer, or none that is found with little work"),
        (draws.trivial, "with the same answer everywhere", "have an answer that is the same almost everywhere"),
        (
            draws.several,
            "with several answers, whatever clues were added",
            "have several answers, and the rules have no clues that tell these apart",
        ),
        (draws.harder, "harder than you wanted", "are harder than you wanted"),
        (easier, "easier than you wanted", "are easier than you wanted"),
    )

"""The command `techniques`: local theorems of a genre, from its rules."""

import json
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from puzzlelang import files, pipeline
from puzzlelang.cli import inputs, options, output
from puzzlelang.cli.boards_to_judge import lacking, new_boards
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.nearest import count_of, join_quoted
from puzzlelang.diagnostics.record import fail
from puzzlelang.scene.to_terminal import terminal
from puzzlelang.source import Source
from puzzlelang.techniques import to_json, worth
from puzzlelang.techniques.boards import beside, board
from puzzlelang.techniques.keeping import proved, turns_of_all, with_symmetries, without_images
from puzzlelang.techniques.known import complete
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.names import name
from puzzlelang.techniques.pictures import before_and_after
from puzzlelang.techniques.record import Pattern
from puzzlelang.techniques.search import FoundPattern, Plan, Search, begin, begin_further, windows
from puzzlelang.techniques.searched import OpenRules, open_rules, sets_empty_by_default, unknown_besides
from puzzlelang.techniques.to_json import PatternRecord
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits
from puzzlelang.workers.own_limits import within_limits

MOST_PREMISES, MOST_SIDE = 6, 4
USUAL, LARGER = (3, 3), (MOST_SIDE, MOST_SIDE)

_GRACE = 10.0
"""Seconds of processor time after the time limit in which a step of the search may end by itself.

What the best are worth on boards may take as long again as the search.
"""

_SIZE = re.compile(r"([1-4])x([1-4])")


def _window(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    result = _SIZE.fullmatch(value)
    if result is None:
        raise click.BadParameter(f"'{value}' is no window of at most {MOST_SIDE}x{MOST_SIDE}.", context, option)
    return int(result[1]), int(result[2])


@click.command("techniques")
@click.argument("rules")
@click.argument("boards", metavar="[BOARD]...", nargs=-1)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N techniques.")
@click.option(
    "--window", callback=_window, metavar="ROWSxCOLUMNS",
    help="The largest window, by default 3x3, and 4x4 if there is time left and no region is given.",
)  # fmt: skip
@click.option(
    "--premises", type=click.IntRange(0, MOST_PREMISES), default=4, show_default=True, metavar="N",
    help="The largest number of premises.",
)  # fmt: skip
@click.option(
    "--unknown", multiple=True, metavar="NAME",
    help="Also use the given NAME in premises, a set that is empty by default.",
)  # fmt: skip
@click.option("--all", "all_", is_flag=True, help="Also print what a single case of a rule implies.")
@click.option(
    "--keep", type=options.PathOption("file"), metavar="FILE",
    help="Store the search in FILE, and resume it if FILE exists.",
)  # fmt: skip
@click.option(
    "--best", type=click.IntRange(1), metavar="N",
    help="At the end print the N most useful ones on the examples of RULES and on each BOARD.",
)  # fmt: skip
@click.option(
    "--new", type=click.IntRange(0, 20), metavar="N",
    help="Also judge them on N new boards, by default on as many as the others are too few.",
)  # fmt: skip
@click.option(
    "--save", type=options.PathOption("file"), metavar="FILE", help="Write the most useful ones to FILE as data."
)
@click.option("--force", is_flag=True, help="Overwrite the file of --save if it exists.")
@click.option(
    "--renew", type=options.PathOption("file"), metavar="FILE",
    help="Search nothing: prove the techniques in FILE again for the current RULES, and keep those that hold.",
)  # fmt: skip
@click.option("--style", type=click.Choice(("unicode", "ascii")), default="unicode", help="How pictures are drawn.")
@click.option("--json", "json_", is_flag=True, help="Print each technique as a line of JSON.")
@options.limit_options
def techniques_(
    rules: str,
    boards: tuple[str, ...],
    limit: int | None,
    window: tuple[int, int] | None,
    premises: int,
    unknown: tuple[str, ...],
    all_: bool,
    keep: Path | None,
    best: int | None,
    new: int | None,
    save: Path | None,
    force: bool,
    renew: Path | None,
    style: str,
    json_: bool,
    limits: Limits,
) -> int:
    """Find techniques from RULES alone: patterns of a few clues and marks that force others, wherever they stand.

    Each is proved for every surrounding, and none follows from smaller ones. Those with few premises in small windows
    come first. A picture shows a ring of cells on each side where the board may continue; a side without a ring is
    the rim of the board.
    """
    if best is None and (boards or save or new is not None):
        raise click.UsageError("BOARD, --new and --save need --best.")
    if save is not None:
        files.check_new(save, force=force)
    seconds = limits.seconds or 0.0
    with within_limits(limits, "reading the rules"):
        ruleset = pipeline.load(rules)
        texts = [inputs.read_board(board, ruleset) for board in boards]
    for one in unknown:
        if one not in sets_empty_by_default(ruleset):
            raise click.UsageError(f"`{one}` is no given set of these rules that is empty by default.")
    if renew is not None:
        with within_limits(limits, "proving techniques"):
            return _renew(ruleset, renew)
    most = (seconds if best is None else 2 * seconds) + _GRACE
    with within_limits(Limits(most, limits.megabytes), "looking for techniques"):
        return _run(
            open_rules(ruleset, unknown),
            texts,
            limit,
            window,
            premises,
            all_,
            keep,
            best,
            new,
            save,
            style,
            seconds,
            as_json=json_,
        )


def _run(
    opened: OpenRules,
    texts: list[Source],
    limit: int | None,
    window: tuple[int, int] | None,
    premises: int,
    all_: bool,
    keep: Path | None,
    best: int | None,
    new: int | None,
    target: Path | None,
    style: str,
    timeout: float,
    *,
    as_json: bool,
) -> int:
    """Search, show and keep; the exit code."""
    sizes = [window] if window else [USUAL] if opened.partition else [USUAL, LARGER]
    search = begin(opened, Plan(windows(*sizes[0]), premises), time.monotonic() + timeout)
    if keep is not None:
        _go_on(search, keep)
    shown = _TechniqueOutput(search, style, as_json)
    try:
        _show_all(shown, limit, all_=all_, silent=best is not None)
        for size in sizes[1:]:
            if not search.late() and shown.number != limit:
                search = shown.search = begin_further(search, opened, Plan(windows(*size), premises))
                _show_all(shown, limit, all_=all_, silent=best is not None)
    finally:
        output.show_progress("")
        if keep is not None:
            files.write_bytes(keep, to_json.search_json(search), force=True)
        search.close()
    if best is not None:
        _best(shown, texts, best, new, target, timeout)
    return _end(search, shown.number, limit, as_json=as_json)


def _show_all(shown: "_TechniqueOutput", limit: int | None, *, all_: bool, silent: bool) -> None:
    """Search, and show what is found, until there are as many as the limit."""
    for event in shown.search.run():
        if isinstance(event, FoundPattern):
            if all_ or not event.pattern.direct:
                shown.add(event.pattern, silent=silent)
            if shown.number == limit:
                return
        else:
            output.show_progress(f"{event.number} of {event.rounds} rounds, {count_of(shown.number, 'technique')}")


def _best(
    shown: "_TechniqueOutput", texts: list[Source], most: int, new: int | None, target: Path | None, timeout: float
) -> None:
    """Show the patterns that decide most, and write them to a file."""
    opened = shown.search.opened
    solved = list(worth.solved_boards(opened, [*worth.examples(opened), *texts]))
    if new is None:
        new = lacking(sum(len(one.puzzle.geometry.cells) for one in solved))
    solved += worth.solved_boards(opened, new_boards(opened.written or opened.rules, new, timeout / 2))
    known = shown.search.known
    result = worth.best(opened, known, solved, most)
    shown.number = 0
    for one in result:
        shown.add(one.pattern, f"saves {round(one.words)} words in paths")
    if target is not None:
        records = [to_json.pattern_record(opened, complete(known, one.pattern)) for one in result]
        _write(opened, known.motions, list(proved(opened, known.motions, records)), target)


def _renew(rules: Ruleset, target: Path) -> int:
    """Keep those techniques in a file that hold for the rules, and say which do not; the exit code."""
    source = files.read_text(target)
    try:
        before = to_json.patterns_to_prove(source.text.encode())
    except msgspec.DecodeError as error:
        raise fail("E362", f"`{target}` has no techniques: {error}", source.first()) from None
    patterns = [one.pattern() for one in before.techniques]
    unknown = before.names() if before.assumed is None else unknown_besides(rules, before.assumed)
    opened, turns = with_symmetries(open_rules(rules, unknown), patterns)
    kept = list(proved(opened, turns, before.techniques))
    _write(opened, turns, kept, target)
    left = [msgspec.structs.replace(one, rules=()) for one in kept]
    for one in before.techniques:
        if msgspec.structs.replace(one, rules=()) not in left:
            print(f"does not hold: {one.name}")
    print(f"{count_of(len(kept), 'technique')} of {len(before.techniques)} hold", file=sys.stderr)
    return output.FINE if len(kept) == len(before.techniques) else output.NO_ANSWER


def _write(opened: OpenRules, motions: Sequence[WindowMotion], kept: Sequence[PatternRecord], target: Path) -> None:
    """Write patterns that hold to a file, with the turns and flips after which they do."""
    turns = turns_of_all(opened, motions, kept)
    files.write_bytes(target, to_json.best_json(opened, turns, without_images(turns, kept)), force=True)


def _go_on(search: Search, keep: Path) -> None:
    if files.is_file(keep) and not to_json.go_on(search, files.read_text(keep).text.encode()):
        raise fail(
            "E301", f"`{keep}` is not a search for techniques of these rules", search.opened.rules.source.first()
        )


class _TechniqueOutput(msgspec.Struct):
    """The output of a search: its techniques so far, in a style or as JSON."""

    search: Search
    style: str
    as_json: bool
    number: int = 0

    def add(self, pattern: Pattern, remark: str = "", *, silent: bool = False) -> None:
        """Show the next one with a remark, or only count it."""
        self.number += 1
        opened = self.search.opened
        if silent:
            return
        output.show_progress("")
        if self.as_json:
            output.print_now(json.dumps(to_json.pattern_json(opened, pattern), ensure_ascii=False))
            return
        seen = board(opened, complete(self.search.known, pattern))
        pictures = [
            terminal(scene, plain=self.style == "ascii")
            for scene in before_and_after(opened.rules, seen, pipeline.picture)
        ]
        title = f"{self.number}. {name(opened, pattern)}"
        lines = [f"{title}; {remark}" if remark else title, *beside(*pictures), *seen.words, ""]
        output.print_now("\n".join(lines))


def _end(search: Search, shown: int, limit: int | None, *, as_json: bool) -> int:
    """Say how the search ended; the exit code."""
    late = search.late()
    status = "stopped" if late or shown == limit else "complete"
    opened = search.opened
    if as_json:
        summary = {"status": status, "techniques": shown, "assumed": opened.assumed, "left_out": sorted(opened.dropped)}
        print(json.dumps(summary))
        return output.FINE
    remarks = [f"{count_of(shown, 'technique')}; {'the time is up' if late else status}"]
    if opened.assumed:
        remarks.append(f"they hold with {join_quoted(opened.assumed, 'and')} as by default")
    if opened.dropped:
        left_out = join_quoted(sorted(opened.dropped), "and")
        remarks.append(f"rules left out, as they ask where a place lies or read lists: {left_out}")
    print("\n".join(remarks), file=sys.stderr)
    return output.FINE

"""`techniques`: the local theorems of a genre, from its rules."""

import json
import re
import sys
import time
from pathlib import Path

from puzzlelang import files, pipeline
from puzzlelang.cli import options, output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.nearest import count_of, join_quoted
from puzzlelang.diagnostics.record import fail
from puzzlelang.scene.to_terminal import terminal
from puzzlelang.techniques import to_json
from puzzlelang.techniques.boards import beside, board
from puzzlelang.techniques.names import name
from puzzlelang.techniques.record import Pattern
from puzzlelang.techniques.search import Found, Plan, Search, begin, windows
from puzzlelang.techniques.searched import open_rules

MOST_PREMISES, MOST_SIDE = 6, 4
_SIZE = re.compile(r"([1-4])x([1-4])")


def _window(context: click.Context, option: click.Parameter, value: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(value)
    if found is None:
        raise click.BadParameter(f"'{value}' is no window of at most {MOST_SIDE}x{MOST_SIDE}.", context, option)
    return int(found[1]), int(found[2])


@click.command("techniques")
@click.argument("rules")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N techniques.")
@click.option(
    "--window", default="3x3", show_default=True, callback=_window, metavar="ROWSxCOLUMNS",
    help="Look at windows of at most this size.",
)  # fmt: skip
@click.option(
    "--premises", type=click.IntRange(0, MOST_PREMISES), default=3, show_default=True, metavar="N",
    help="Look for techniques with at most N premises.",
)  # fmt: skip
@click.option("--all", "all_", is_flag=True, help="Also print what a single case of a rule says.")
@click.option(
    "--keep", type=options.PathOption("file"), metavar="FILE",
    help="Keep the search in FILE, and go on from there if it exists.",
)  # fmt: skip
@click.option("--style", type=click.Choice(("unicode", "ascii")), default="unicode", help="How pictures are drawn.")
@click.option("--json", "json_", is_flag=True, help="Print each technique as a line of JSON.")
@click.option(
    "--timeout", type=options.Seconds(0, min_open=True), default=options.DEFAULT_SECONDS, show_default=True,
    metavar="SECONDS", help="Stop after so long.",
)  # fmt: skip
def techniques_(
    rules: str,
    limit: int | None,
    window: tuple[int, int],
    premises: int,
    all_: bool,
    keep: Path | None,
    style: str,
    json_: bool,
    timeout: float,
) -> int:
    """Find techniques from RULES alone: what a few clues and marks force, wherever on a board they stand.

    Each is proved for every surrounding, and none is given by smaller ones. Those with few premises in small windows
    come first. A picture shows a ring of cells on each side where the board may go on; a side without it is the rim.
    """
    ruleset = pipeline.load(rules)
    search = begin(open_rules(ruleset), Plan(windows(*window), premises), time.monotonic() + timeout)
    if keep is not None:
        _go_on(search, keep)
    shown = 0
    try:
        for event in search.run():
            if isinstance(event, Found):
                if all_ or not event.pattern.direct:
                    shown += 1
                    _show(search, event.pattern, shown, style, as_json=json_)
                if shown == limit:
                    break
            else:
                _tell(f"{event.number} of {event.rounds} rounds, {count_of(shown, 'technique')}")
    finally:
        _tell("")
        if keep is not None:
            files.write_bytes(keep, to_json.search_json(search), force=True)
        search.close()
    return _end(search, shown, limit, as_json=json_)


def _go_on(search: Search, keep: Path) -> None:
    if files.is_file(keep) and not to_json.go_on(search, files.read_text(keep).text.encode()):
        raise fail(
            "E301", f"`{keep}` is not a search for techniques of these rules", search.opened.rules.source.first()
        )


def _show(search: Search, pattern: Pattern, number: int, style: str, *, as_json: bool) -> None:
    opened = search.opened
    if as_json:
        output.print_now(json.dumps(to_json.pattern_json(opened, pattern), ensure_ascii=False))
        return
    seen = board(opened, pattern, search.known.closure(pattern.window, pattern.premises))
    pictures = [
        terminal(pipeline.picture(opened.rules, seen.puzzle, drawn), plain=style == "ascii")
        for drawn in (seen.before, seen.after)
    ]
    lines = [f"{number}. {name(opened, pattern)}", *beside(*pictures), *seen.words, ""]
    output.print_now("\n".join(lines))


def _end(search: Search, shown: int, limit: int | None, *, as_json: bool) -> int:
    """Say how the search ended; the exit code."""
    late = search.late()
    status = "stopped" if late or shown == limit else "complete"
    opened = search.opened
    if as_json:
        told = {"status": status, "techniques": shown, "assumed": opened.assumed, "left_out": sorted(opened.dropped)}
        print(json.dumps(told))
        return output.FINE
    remarks = [f"{count_of(shown, 'technique')}; {'the time is up' if late else status}"]
    if opened.assumed:
        remarks.append(f"they hold where {join_quoted(opened.assumed, 'and')} say nothing else than by default")
    if opened.dropped:
        remarks.append(f"left out, as they ask where a place lies: {join_quoted(sorted(opened.dropped), 'and')}")
    print("\n".join(remarks), file=sys.stderr)
    return output.FINE


def _tell(what: str) -> None:
    """How far the search is, on a line of a terminal that the next one replaces."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)

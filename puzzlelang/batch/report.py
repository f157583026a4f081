"""Reports of a batch as a page: tables and histograms, without scripts or outside resources."""

import bisect
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape

import msgspec

from puzzlelang.batch.record import versions_text
from puzzlelang.batch.summary import BoardSummary, GenreSummary, Summary, ValueCounts

WIDTH, HEIGHT, FOOT, HEAD, SIDE = 640, 180, 34, 18, 30
"""Of a picture, and of the margins in which its labels stand, in pixels."""

MOST_BARS = 24
"""Bars that a picture has at most."""

SHORTEST_SECONDS = 1e-4
"""Seconds: what took less counts as this, so that times have logarithms."""

STEPS = (1.0, 2.0, 5.0)


class Bar(msgspec.Struct, frozen=True):
    """A bar of a histogram: `count` values lie from `low` up to `high`."""

    low: float
    high: float
    count: int


def time_bars(values: Mapping[float, int]) -> list[Bar]:
    """Return bars for times in seconds, with bounds at 1, 2 and 5 times powers of ten.

    `values` says how often each time occurs.
    """
    clipped: Counter[float] = Counter()
    for value, count in values.items():
        clipped[max(SHORTEST_SECONDS, value)] += count
    if not clipped:
        return []
    first, last = math.floor(math.log10(min(clipped))), math.ceil(math.log10(max(clipped)))
    bounds = [step * 10.0**power for power in range(first, last + 1) for step in STEPS]
    return _without_empty_ends(_bars(clipped, bounds))


def number_bars(values: Mapping[float, int]) -> list[Bar]:
    """Numbers from 0 upwards with how often they occur, in bars of equal width."""
    if not values:
        return []
    widest = max(1.0, *values) / MOST_BARS
    power = 10.0 ** math.floor(math.log10(widest))
    width = next(step * power for step in (*STEPS, 10.0) if step * power >= widest)
    bounds = [width * number for number in range(math.floor(max(values) / width) + 2)]
    return _without_empty_ends(_bars(values, bounds))


def _bars(values: Mapping[float, int], bounds: Sequence[float]) -> list[Bar]:
    counts = [0] * (len(bounds) - 1)
    for value, count in values.items():
        place = bisect.bisect_right(bounds, value * (1 + 1e-12)) - 1
        counts[min(place, len(counts) - 1)] += count
    return [Bar(low, high, count) for low, high, count in zip(bounds, bounds[1:], counts, strict=False)]


def _without_empty_ends(bars: list[Bar]) -> list[Bar]:
    """Without empty bars at both ends."""
    filled = [place for place, bar in enumerate(bars) if bar.count]
    return bars[filled[0] : filled[-1] + 1]


def histogram_svg(bars: Sequence[Bar], title: str, label: Callable[[float], str]) -> str:
    """A picture; `title` says what it shows to who cannot see it, `label` writes a bound."""
    most = max(bar.count for bar in bars)
    wide = (WIDTH - 2 * SIDE) / max(len(bars), 6)
    floor = HEIGHT - FOOT
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">']
    for place, bar in enumerate(bars):
        tall = (floor - HEAD) * bar.count / most
        left = SIDE + place * wide
        caption = f"{label(bar.low)} to {label(bar.high)}: {bar.count}"
        box = f'x="{left + 1:.1f}" y="{floor - tall:.1f}" width="{wide - 2:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect class="bar" {box}><title>{caption}</title></rect>')
        if bar.count:
            parts.append(f'<text x="{left + wide / 2:.1f}" y="{floor - tall - 4:.1f}">{bar.count}</text>')
    parts.append(f'<path class="axis" d="M{SIDE} {floor}H{SIDE + wide * len(bars):.1f}"/>')
    each = math.ceil(len(bars) / 12)
    for place in range(0, len(bars) + 1, each):
        bound = bars[place].low if place < len(bars) else bars[-1].high
        parts.append(f'<text x="{SIDE + place * wide:.1f}" y="{floor + 16}">{label(bound)}</text>')
    return "".join([*parts, "</svg>"])


NAME = "index.html"

PAGE_MARK = "<!-- a report of puzzlelang batch -->"
"""What stands at the beginning of every page, so that no other page is written over."""

STYLE = """
:root{color-scheme:light dark;--ink:#1c1e21;--paper:#fff;--dim:#5d646d;--line:#d5d9de;--bar:#2f6fb3;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8ea;--paper:#16181b;--dim:#9aa2ab;--line:#343a41;--bar:#6fa8e0;
--bad:#ff8a80}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.1rem;margin-top:2rem}p.dim{color:var(--dim);margin-top:0}
.wide{overflow-x:auto}table{border-collapse:collapse;min-width:20rem}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--dim);font-weight:600}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td:first-child{max-width:22rem;overflow-wrap:break-word}.bad{color:var(--bad)}
svg{width:100%;height:auto;max-width:40rem}.bar{fill:var(--bar)}.axis{stroke:var(--dim);fill:none}
svg text{fill:var(--dim);font-size:11px;text-anchor:middle}
"""


def page(summary: Summary) -> str:
    """The page, as HTML."""
    body = "\n".join(_body(summary))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n{PAGE_MARK}\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{summary.boards} boards</title><style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _body(summary: Summary) -> Iterator[str]:
    yield f"<h1>{_boards(summary.boards)}</h1>"
    yield f'<p class="dim">{escape(summary.question)}; {escape(versions_text(summary.versions))}</p>'
    if not summary.boards:
        return
    statuses = [(escape(status), _number(count)) for status, count in summary.statuses.most_common()]
    yield from _table("What came of them", ("status", "#boards"), statuses)
    yield from _table(
        "By genre", ("rules", "#boards", "#median", "#slowest", "statuses"), map(_genre, summary.genres.values())
    )
    seconds = sum((genre.seconds for genre in summary.genres.values()), Counter())
    yield from _picture("Time for a board", time_bars(seconds), _seconds)
    yield from _ratings(summary)
    slowest = [brief for brief in summary.slowest if brief.seconds]
    yield from _table("Slowest", ("board", "rules", "size", "#time", "status"), map(_slow, slowest))
    if summary.failed:
        kinds = [(escape(kind or "not known"), _number(count)) for kind, count in summary.kinds.most_common()]
        yield from _table("Without a result, by kind", ("kind", "#boards"), kinds)
        more = f", the first {len(summary.unsolved)}" if summary.failed > len(summary.unsolved) else ""
        heads = ("board", "rules", "status", "why")
        yield from _table(
            f"Without a result: {summary.failed} of {summary.boards}{more}", heads, map(_bad, summary.unsolved)
        )


def _ratings(summary: Summary) -> Iterator[str]:
    by_name: dict[str, ValueCounts] = {}
    for genre in summary.genres.values():
        for name, values in genre.scores.items():
            by_name.setdefault(name, Counter()).update(values)
    scores = sum(by_name.values(), Counter())
    if scores:
        easiest = sorted(by_name.items(), key=lambda item: min(item[1]))
        rows = [(escape(name), _number(values.total())) for name, values in easiest]
        yield from _table("Ratings", ("rating", "#boards"), rows)
        yield from _picture("Scores of the ratings", number_bars(scores), lambda value: f"{value:g}")


def _picture(title: str, bars: Sequence[Bar], label: Callable[[float], str]) -> Iterator[str]:
    yield f"<h2>{title}</h2>"
    yield histogram_svg(bars, title, label)


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; heads that begin with `#` stand above numbers.  Cells are HTML."""
    kinds = [' class="number"' if head.startswith("#") else "" for head in heads]
    yield f'<h2>{title}</h2>\n<div class="wide"><table><thead><tr>'
    yield "".join(f"<th{kind}>{head.lstrip('#')}</th>" for kind, head in zip(kinds, heads, strict=True))
    yield "</tr></thead><tbody>"
    for row in rows:
        yield "<tr>" + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
    yield "</tbody></table></div>"


def _genre(genre: GenreSummary) -> tuple[str, ...]:
    statuses = ", ".join(f"{count} {status}" for status, count in genre.statuses.most_common())
    slowest = _seconds(genre.slowest)
    return _rules(genre.rules), _number(genre.boards), _seconds(genre.median), slowest, escape(statuses)


def _slow(brief: BoardSummary) -> tuple[str, ...]:
    return escape(brief.id), _rules(brief.rules), escape(brief.size), _seconds(brief.seconds), escape(brief.status)


def _bad(brief: BoardSummary) -> tuple[str, ...]:
    return escape(brief.id), _rules(brief.rules), f'<span class="bad">{brief.status}</span>', escape(brief.trouble)


def _rules(name: str) -> str:
    return escape(name) or "not known"


def _boards(count: int) -> str:
    return f"{_number(count)} board{'' if count == 1 else 's'}"


def _number(count: int) -> str:
    return f"{count:,}".replace(",", "\N{THIN SPACE}")


def _seconds(value: float) -> str:
    """Seconds as people say them: 20 µs, 3.2 ms, 1.5 s."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"

"""How often values occur, as pictures (SVG) that stand in a page."""

import bisect
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec

WIDTH, HEIGHT, FOOT, HEAD, SIDE = 640, 180, 34, 18, 30
"""Of a picture, and of the margins in which its labels stand, in pixels."""

BARS = 24
"""Bars that a picture has at most."""

SMALLEST = 1e-4
"""Seconds: what took less counts as this, so that times have logarithms."""

STEPS = (1.0, 2.0, 5.0)


class Bar(msgspec.Struct, frozen=True):
    """A bar of a histogram: `count` values lie from `low` up to `high`."""

    low: float
    high: float
    count: int


def times(values: Mapping[float, int]) -> list[Bar]:
    """Return bars for times in seconds, with bounds at 1, 2 and 5 times powers of ten.

    `values` says how often each time occurs.
    """
    known: Counter[float] = Counter()
    for value, count in values.items():
        known[max(SMALLEST, value)] += count
    if not known:
        return []
    first, last = math.floor(math.log10(min(known))), math.ceil(math.log10(max(known)))
    bounds = [step * 10.0**power for power in range(first, last + 1) for step in STEPS]
    return _trimmed(_counted(known, bounds))


def numbers(values: Mapping[float, int]) -> list[Bar]:
    """Numbers from 0 upwards with how often they occur, in bars of equal width."""
    if not values:
        return []
    widest = max(1.0, *values) / BARS
    power = 10.0 ** math.floor(math.log10(widest))
    width = next(step * power for step in (*STEPS, 10.0) if step * power >= widest)
    bounds = [width * number for number in range(math.floor(max(values) / width) + 2)]
    return _trimmed(_counted(values, bounds))


def _counted(values: Mapping[float, int], bounds: Sequence[float]) -> list[Bar]:
    counts = [0] * (len(bounds) - 1)
    for value, count in values.items():
        place = bisect.bisect_right(bounds, value * (1 + 1e-12)) - 1
        counts[min(place, len(counts) - 1)] += count
    return [Bar(low, high, count) for low, high, count in zip(bounds, bounds[1:], counts, strict=False)]


def _trimmed(bars: list[Bar]) -> list[Bar]:
    """Without empty bars at both ends."""
    filled = [place for place, bar in enumerate(bars) if bar.count]
    return bars[filled[0] : filled[-1] + 1]


def svg(bars: Sequence[Bar], title: str, label: Callable[[float], str]) -> str:
    """A picture; `title` says what it shows to who cannot see it, `label` writes a bound."""
    most = max(bar.count for bar in bars)
    wide = (WIDTH - 2 * SIDE) / max(len(bars), 6)
    floor = HEIGHT - FOOT
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">']
    for place, bar in enumerate(bars):
        tall = (floor - HEAD) * bar.count / most
        left = SIDE + place * wide
        told = f"{label(bar.low)} to {label(bar.high)}: {bar.count}"
        box = f'x="{left + 1:.1f}" y="{floor - tall:.1f}" width="{wide - 2:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect class="bar" {box}><title>{told}</title></rect>')
        if bar.count:
            parts.append(f'<text x="{left + wide / 2:.1f}" y="{floor - tall - 4:.1f}">{bar.count}</text>')
    parts.append(f'<path class="axis" d="M{SIDE} {floor}H{SIDE + wide * len(bars):.1f}"/>')
    each = math.ceil(len(bars) / 12)
    for place in range(0, len(bars) + 1, each):
        bound = bars[place].low if place < len(bars) else bars[-1].high
        parts.append(f'<text x="{SIDE + place * wide:.1f}" y="{floor + 16}">{label(bound)}</text>')
    return "".join([*parts, "</svg>"])

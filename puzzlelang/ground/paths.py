"""Words about groups and paths that a board names: their places, pairs of these, parts of a path."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from puzzlelang.geometry.places import Group, Member
from puzzlelang.ground.values import SetValue


def members(group: Group) -> SetValue:
    """The places of a group or a path, each once, in their order."""
    return dict.fromkeys(group.members, True)


def holding(groups: Iterable[object], place: object) -> SetValue:
    """The groups or paths that hold a place."""
    return {group: True for group in groups if isinstance(group, Group) and place in group.members}


def behind(path: Group, place: object) -> SetValue:
    """The places right behind a place of a path, behind each of its visits."""
    return {after: True for before, after in pairwise(path.members) if before is place}


def in_front(path: Group, place: object) -> SetValue:
    """The places that a path comes to before its first visit to a place; none if it never comes there."""
    visits = [index for index, one in enumerate(path.members) if one is place]
    return dict.fromkeys(path.members[: visits[0]], True) if visits else {}


def steps(path: Group) -> SetValue:
    """Two places that follow each other, in order."""
    return dict.fromkeys(pairwise(path.members), True)


def mirrored(path: Group) -> SetValue:
    """Two places as far from the start as from the end, the one nearer to the start first."""
    half = len(path.members) // 2
    return dict.fromkeys(zip(path.members[:half], reversed(path.members), strict=False), True)


def windows(path: Group, length: int) -> SetValue:
    """Every part of so many places in a row; a shorter path alone.  Raises `ValueError` for a length below 1."""
    if length < 1:
        raise ValueError(f"a size of {length}")
    if len(path.members) <= length:
        return {path: True}
    starts = range(len(path.members) - length + 1)
    return _parts(path, [path.members[start : start + length] for start in starts])


def stretches(path: Group, sets: Sequence[frozenset[Member]]) -> SetValue:
    """The longest parts of a path inside one of the sets, by where they begin."""
    result: dict[tuple[int, int], None] = {}
    for those in sets:
        result.update(dict.fromkeys(_runs(path.members, those)))
    return _parts(path, [path.members[start:end] for start, end in sorted(result)])


def _runs(places: Sequence[Member], inside: frozenset[Member]) -> Iterator[tuple[int, int]]:
    """Yield where the longest parts inside a set begin, and where they have ended."""
    start = None
    for index, place in enumerate(places):
        if place in inside and start is None:
            start = index
        elif place not in inside and start is not None:
            yield start, index
            start = None
    if start is not None:
        yield start, len(places)


def _parts(path: Group, result: Iterable[tuple[Member, ...]]) -> SetValue:
    """Parts of a path as paths, called after the path and where they begin and end."""
    results = (
        Group(index, "", f"{path} from {part[0]} to {part[-1]}", part, ordered=True)
        for index, part in enumerate(result)
    )
    return dict.fromkeys(results, True)

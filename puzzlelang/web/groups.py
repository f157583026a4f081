"""Edits of groups and paths, and their change with the board's size."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.geometry.places import Group, Member, Place, region_names
from puzzlelang.puzzle import Key, Puzzle
from puzzlelang.typed.ir import GroupsKind


def draw_groups(
    name: str, kind: GroupsKind, before: Sequence[Group], touched: Sequence[Place], *, away: bool
) -> tuple[Group, ...]:
    """The groups or paths of a declaration after places were touched, one after another.

    They join the last group that holds the first of them, or continue the last path that ends there; else they are a
    new one.  With `away` they leave that group, and a path that holds the first of them is gone.
    """
    places = [place for place in touched if isinstance(place, Member)]
    if not places:
        return tuple(before)
    holding = [one for one in before if places[0] in one.members]
    ending = [one for one in holding if one.members[-1] is places[0]]
    old = (ending if kind.ordered and not away else holding)[-1:]
    if away:
        left = () if kind.ordered or not old else tuple(one for one in old[0].members if one not in places)
        return tuple(_replace(before, old[0], left)) if old else tuple(before)
    if old:
        joined = (*old[0].members, *places[1:]) if kind.ordered else _in_order((*old[0].members, *places))
        return tuple(_replace(before, old[0], joined))
    label = next(label for label in region_names() if all(label != one.label for one in before))
    members = tuple(places) if kind.ordered else _in_order(places)
    return (*before, Group(len(before), name, label, members, kind.ordered))


def _in_order(places: Sequence[Member]) -> tuple[Member, ...]:
    return tuple(sorted(dict.fromkeys(places), key=lambda place: place.index))


def _replace(before: Sequence[Group], old: Group, members: tuple[Member, ...]) -> Iterator[Group]:
    """The groups with other members of one; without it if none is left."""
    kept = [one for one in before if one is not old or members]
    for index, one in enumerate(kept):
        changed = members if one is old else one.members
        yield msgspec.structs.replace(one, index=index, members=changed)


def replace_groups(puzzle: Puzzle, name: str, groups: tuple[Group, ...]) -> Puzzle:
    """The puzzle with other groups or paths of a declaration; what belongs to one stays with its label."""
    by_label = {one.label: one for one in groups}

    def key(place: Key) -> Key:
        return by_label.get(place.label) if isinstance(place, Group) and place.name == name else place

    def follows(place: Key) -> bool:
        return not (isinstance(place, Group) and place.name == name) or place.label in by_label

    givens = {
        given: {key(place): value for place, value in values.items() if follows(place)}
        for given, values in puzzle.givens.items()
    }
    return msgspec.structs.replace(puzzle, givens=givens, groups={**puzzle.groups, name: groups})


def groups_at(groups: Sequence[Group], touched: Sequence[Place]) -> list[Place]:
    """The groups that touched places stand for: those that begin there, else the last that holds one."""
    result: dict[Place, None] = {}
    for place in touched:
        if isinstance(place, Group):
            result[place] = None
            continue
        first = [one for one in groups if one.members[0] is place]
        holding = [one for one in groups if place in one.members]
        result.update(dict.fromkeys(first or holding[-1:]))
    return list(result)


def kept_groups(puzzle: Puzzle, there: dict[str, Place]) -> dict[str, tuple[Group, ...]]:
    """The groups and paths all of whose places are on another board, which has its places by name."""
    result = {}
    for name, groups in puzzle.groups.items():
        whole = [one for one in groups if all(str(place) in there for place in one.members)]
        result[name] = tuple(
            msgspec.structs.replace(
                one, index=index, members=tuple(_member(there[str(place)]) for place in one.members)
            )
            for index, one in enumerate(whole)
        )
    return result


def _member(place: Place) -> Member:
    assert isinstance(place, Member)
    return place

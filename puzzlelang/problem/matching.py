"""Maximum matchings in small bipartite graphs, for the meaning of `paired`."""

from collections.abc import Iterable, Mapping, Sequence


def match(wanting: Iterable[int], choices: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Find a maximum matching of the `wanting` to their choices: partner by wanting one.

    Augmenting paths (Kuhn 1955), found without recursion.
    """
    holder: dict[int, int] = {}
    for start in wanting:
        _augment(start, choices, holder)
    return {left: right for right, left in holder.items()}


def _augment(start: int, choices: Mapping[int, Sequence[int]], holder: dict[int, int]) -> None:
    came: dict[int, int] = {}
    queue = [start]
    for left in queue:
        for right in choices.get(left, ()):
            if right in came:
                continue
            came[right] = left
            if right in holder:
                queue.append(holder[right])
                continue
            while True:
                left_end = came[right]
                before = next((r for r, owner in holder.items() if owner == left_end), None)
                holder[right] = left_end
                if left_end == start or before is None:
                    return
                right = before


def short_of_partners(wanting: Sequence[int], choices: Mapping[int, Sequence[int]]) -> tuple[set[int], set[int]]:
    """Find a Hall violator: elements that cannot all be matched, and all their partners; both empty if none.

    A set violates Hall's condition (Hall 1935) if it has fewer partners than elements.  The result is all that
    alternating paths reach from the elements that a maximum matching leaves out.  What is reached from a single one of
    these is a minimal violator.  Together they do not depend on the matching (Dulmage and Mendelsohn 1958).
    """
    partner = match(wanting, choices)
    holder = {right: left for left, right in partner.items()}
    queue = [left for left in wanting if left not in partner]
    short, wanted = set(queue), set[int]()
    for left in queue:
        for right in choices.get(left, ()):
            wanted.add(right)
            if right in holder and holder[right] not in short:
                short.add(holder[right])
                queue.append(holder[right])
    return short, wanted

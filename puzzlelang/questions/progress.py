"""Progress of a question in words: stage, time, results so far."""

from collections import Counter

from puzzlelang.sessions.replies import Reply

STAGES = {
    "read_rules": "reading the rules",
    "read_board": "reading the board",
    "ground": "applying the rules to the board",
    "warnings": "looking at what the board says",
    "lower": "preparing the solver",
    "first_answer": "looking for an answer",
    "uniqueness": "looking for another answer",
    "in_order": "listing the answers in order",
    "backbone": "looking for what all answers share",
    "reasons": "looking for reasons",
    "write": "writing",
    "prove": "proving",
    "check": "checking",
    "minimise": "taking clues away",
    "steps": "looking for the next step",
    "generate": "making boards",
    "confirm": "asking another solver",
}


class ProgressText:
    """The progress of questions about a board, by their replies."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        self._known: dict[str, str] = {}

    def note(self, reply: Reply) -> None:
        """Update the progress by a reply."""
        topic = reply.topic or type(reply).__name__
        self._times[topic] += 1
        if text := reply.so_far(self._times[topic]):
            self._known[topic] = text

    def text(self, stage: str, seconds: float, most: float | None = None) -> str:
        """`looking for another answer… 3 s, 1 answer so far`; `most`: the seconds that it may take, if worth saying."""
        limit = "" if most is None else f" of {most:.0f} s"
        return ", ".join([f"{STAGES.get(stage, stage)}… {seconds:.0f} s{limit}", *self._known.values()])

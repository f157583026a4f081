"""How far a question is, in words: the stage, the time, what is known so far."""

from puzzlelang.board.replies import Answer, Counted, Drawn, Dropped, Listed, Made, Reply, Shared

STAGES = {
    "ground": "unfolding the rules over the board",
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
    "confirm": "asking the default engine as well",
}


class Progression:
    """What the replies to the questions about a board told so far."""

    def __init__(self) -> None:
        self.answers = 0
        self.facts: int | None = None
        self.clues: int | None = None
        self.drawn: int | None = None
        self.boards = 0

    def note(self, reply: Reply) -> None:
        """See a reply."""
        match reply:
            case Answer() | Listed():
                self.answers += 1
            case Counted(answers):
                self.answers = answers
            case Shared(_, indexes):
                self.facts = len(indexes)
            case Dropped(_, left):
                self.clues = left
            case Drawn(unanswered, trivial, several):
                self.drawn = unanswered + trivial + several
            case Made(number):
                self.boards = number + 1
            case _:
                pass

    def text(self, stage: str, seconds: float, most: float | None = None) -> str:
        """`looking for another answer… 3 s, 1 answer so far`; `most`: the seconds that it may take, if worth saying."""
        so_far = "" if most is None else f" of {most:.0f} s"
        if self.drawn is not None or self.boards:
            so_far += f", {self.boards} so far, {self.drawn or 0} drawn in vain"
        elif self.clues is not None:
            so_far += f", {self.clues} clues left"
        elif self.facts is not None:
            so_far += f", {self.facts} places left"
        elif self.answers:
            so_far += f", {self.answers} answer{'s' if self.answers != 1 else ''} so far"
        return f"{STAGES.get(stage, stage)}… {seconds:.0f} s{so_far}"

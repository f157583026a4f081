"""What comes back: a closed union, each reply fit to be sent from one process to another.

For each question first `Grounded`, if the board was not grounded before, then `Progress`, `Cost` and the replies that
its record names in any number, and last one of `Done`, `GaveUp`, `Refused` and `Crashed`.  A `Cost` comes before it.
"""

import msgspec

from puzzlelang.asking.sent_boards import Board
from puzzlelang.asking.wire import Code, Diagnostics
from puzzlelang.problem.findings import Case
from puzzlelang.solving.stats import Stats
from puzzlelang.steps.record import NamedFact, Tier


class Sought(msgspec.Struct, frozen=True, array_like=True):
    """A `find` of the problem; see `problem.outline.Find`."""

    name: str
    kind: str
    names: tuple[str, ...]
    partition: bool
    places: tuple[Code, ...]
    indexes: tuple[int, ...]
    absent: int | None


class Grounded(msgspec.Struct, frozen=True, tag=True):
    """The board is grounded: what is to be found, warnings about it, and the guards that let something through.

    `passed` are offsets in the rules file.
    """

    finds: tuple[Sought, ...]
    warnings: Diagnostics
    passed: tuple[tuple[int, int], ...] = ()


class Progress(msgspec.Struct, frozen=True, tag=True):
    """The stage that begins, or is under way when the question is so many seconds old: a name of `solving.stats`."""

    stage: str
    seconds: float = 0.0


class Answer(msgspec.Struct, frozen=True, tag=True):
    """An answer as soon as it is found; it may come again among those that are `Listed`."""

    values: tuple[bool | int, ...]


class Listed(msgspec.Struct, frozen=True, tag=True):
    """The only answer, or the next one in canonical order."""

    values: tuple[bool | int, ...]


class Proved(msgspec.Struct, frozen=True, tag=True):
    """There are so many answers, and no others."""

    answers: int


class Enough(msgspec.Struct, frozen=True, tag=True):
    """As many as were asked for; there may be more."""


class Counted(msgspec.Struct, frozen=True, tag=True):
    """So many so far; `complete`: there are no more."""

    answers: int
    complete: bool


class Shared(msgspec.Struct, frozen=True, tag=True):
    """An answer, and the variables that may still have this value in every answer."""

    values: tuple[bool | int, ...]
    indexes: tuple[int, ...]


class Core(msgspec.Struct, frozen=True, tag=True):
    """Cases that contradict each other, of which none can be left out.

    At first only these, then again with their `lines`, or with what is wrong with them `together`.
    """

    cases: tuple[Case, ...]
    together: str = ""


class Possible(msgspec.Struct, frozen=True, tag=True):
    """There is an answer."""

    values: tuple[bool | int, ...]


class Broken(msgspec.Struct, frozen=True, array_like=True):
    """A rule that does not hold; see `problem.findings.Finding`."""

    rule: str
    sentence: str
    broken: bool
    cells: tuple[Code, ...]
    bindings: tuple[tuple[str, str], ...] = ()


class Checked(msgspec.Struct, frozen=True, tag=True):
    """What a drawing breaks or leaves open; `values` if everything is decided.  `drawn`: something is.

    `emptied`: the values of an answer that it is with nothing wherever it leaves the board open.
    """

    findings: tuple[Broken, ...]
    drawn: bool
    values: tuple[bool | int, ...] | None = None
    emptied: tuple[bool | int, ...] | None = None


class Stepped(msgspec.Struct, frozen=True, tag=True):
    """A step: what follows, from which cases and which known facts, and the same in words, line by line.

    `tier`, `weight` and `depth` are as in `steps.record.Step`.  `decided` are variables by index with their values now;
    those of the first step have as well what a single place says of itself.
    """

    tier: Tier
    weight: int
    depth: int
    lines: tuple[str, ...]
    follows: tuple[NamedFact, ...]
    cases: tuple[Case, ...]
    reads: tuple[NamedFact, ...]
    decided: tuple[tuple[int, bool | int], ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules of its cases."""
        return tuple(case.rule for case in self.cases)


class Walked(msgspec.Struct, frozen=True, tag=True):
    """No more steps are wanted, or none are left: `left` places are open, at `differ` of them answers differ."""

    left: int
    differ: tuple[str, ...]


class Blamed(msgspec.Struct, frozen=True, tag=True):
    """What of a drawing no answer has all of, though it breaks no rule; nothing of it can be left out.

    `lines`: the same in words first, then why.
    """

    facts: tuple[NamedFact, ...]
    lines: tuple[str, ...]


class Written(msgspec.Struct, frozen=True, tag=True):
    """An export and how much is in it."""

    text: str
    constraints: int
    variables: int


class Decoded(msgspec.Struct, frozen=True, tag=True):
    """What a solver told: `sat`, `unsat` or `unknown` with its reason; with `sat` the values, and what it left out."""

    status: str
    reason: str = ""
    values: tuple[bool | int, ...] = ()
    assumed: tuple[str, ...] = ()


class Certified(msgspec.Struct, frozen=True, tag=True):
    """The texts of a certificate, and the answer that it says is the only one; without one there is none.

    `clauses` of the formula, `written` steps by the prover, of which `steps` are left; `version` is the prover's.
    """

    values: tuple[bool | int, ...] | None
    text: str
    lrat: str
    drat: str
    clauses: int
    written: int
    steps: int
    version: str


class Verified(msgspec.Struct, frozen=True, tag=True):
    """A certificate holds: `clauses` of the formula, `steps` of the proof."""

    clauses: int
    steps: int


class Dropped(msgspec.Struct, frozen=True, tag=True):
    """Clues that can go, besides those that went before, by name and place; `left` are so many."""

    clues: tuple[tuple[str, Code | None], ...]
    left: int


class Minimal(msgspec.Struct, frozen=True, tag=True):
    """None of the clues left can go.  `rating`: how hard the board is, if that was asked for; see `steps.rating`."""

    left: int
    rating: str = ""


class Drawn(msgspec.Struct, frozen=True, tag=True):
    """How many boards were drawn that came to nothing, and why; see `making.generate.Draws`."""

    unanswered: int
    trivial: int
    several: int
    otherwise: int = 0


class Made(msgspec.Struct, frozen=True, tag=True):
    """A new board with one answer, proved; counted from 0.  The next of the same number is the same with fewer clues.

    `minimal`: no clue of it can go; where a rating is wanted, not without the board becoming harder.
    """

    number: int
    board: Board
    minimal: bool


class Cost(msgspec.Struct, frozen=True, tag=True):
    """What the question cost so far."""

    stats: Stats


class Done(msgspec.Struct, frozen=True, tag=True):
    """The question is answered."""


class GaveUp(msgspec.Struct, frozen=True, tag=True):
    """It is not, for this reason."""

    reason: str


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Rules, board or question are wrong."""

    diagnostics: Diagnostics


class Crashed(msgspec.Struct, frozen=True, tag=True):
    """An error of this package, with the whole traceback."""

    traceback: str


Reply = (
    Grounded
    | Progress
    | Answer
    | Listed
    | Proved
    | Enough
    | Counted
    | Shared
    | Core
    | Possible
    | Checked
    | Stepped
    | Walked
    | Blamed
    | Written
    | Decoded
    | Certified
    | Verified
    | Dropped
    | Minimal
    | Drawn
    | Made
    | Cost
    | Done
    | GaveUp
    | Refused
    | Crashed
)

LAST = (Done, GaveUp, Refused, Crashed)
"""The kinds of which one ends every stream."""

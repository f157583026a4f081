"""What can be asked of a board: a closed union.

A new question is a record here, what answers it beside `stage`, and what reads its replies in `results`.
"""

import msgspec

from puzzlelang.asking.wire import Marks
from puzzlelang.solving.engines import AUTO


class Answers(msgspec.Struct, frozen=True, tag=True):
    """Up to `limit` answers, all for None.

    Replies: an `Answer` or two as they are found; `Listed` answers in canonical order; last `Proved` if there are no
    others, `Enough` if the limit was reached.  `without`: names of deductions not to be made.
    """

    limit: int | None = 2
    engine: str = AUTO
    without: tuple[str, ...] = ()


class Counting(msgspec.Struct, frozen=True, tag=True):
    """How many answers there are, up to `limit`.  Replies: `Counted`, again and again."""

    limit: int | None = None
    engine: str = AUTO


class Backbone(msgspec.Struct, frozen=True, tag=True):
    """What all answers share.  Replies: `Shared`, with less and less, the last is what they share; or `Proved(0)`."""

    engine: str = AUTO


class Contradiction(msgspec.Struct, frozen=True, tag=True):
    """Why there is no answer, or none to a drawing.  Replies: `Core`, twice, or `Possible` if there is one."""

    drawing: Marks | None = None


class Completable(msgspec.Struct, frozen=True, tag=True):
    """Whether a drawing can be completed.  Replies: `Possible` or `Proved(0)`."""

    drawing: Marks | None = None
    engine: str = AUTO


class Check(msgspec.Struct, frozen=True, tag=True):
    """Which rules a drawing breaks or does not satisfy yet.  Replies: `Checked`."""

    drawing: Marks | None = None


class Steps(msgspec.Struct, frozen=True, tag=True):
    """How a person goes on from a drawing, one step after another, up to `most` that decide something; all for None.

    Replies: `Checked` if the drawing breaks a rule, `Proved(0)` if the board has no answer, `Blamed` if the drawing has
    none; else `Stepped` again and again, last `Walked`.
    """

    drawing: Marks | None = None
    most: int | None = None
    engine: str = AUTO


class Export(msgspec.Struct, frozen=True, tag=True):
    """The problem as text for other solvers; `form` is a value of `solving.outside.export.Form`.

    `unique`: solve first, and ask for another answer.  `known`: ask for another answer than this drawing, which `name`
    tells in messages.  `ask`: end by asking for values.  `without`: names of deductions not to be made.  Replies:
    `Written`, or `Proved(0)`.
    """

    form: str
    unique: bool = False
    known: Marks | None = None
    name: str = ""
    ask: bool = False
    without: tuple[str, ...] = ()


class Intermediate(msgspec.Struct, frozen=True, tag=True):
    """What a stage between the rules and the answer makes of the board, as text for people.

    `stage` is a value of `asking.intermediate.Stage`; `without`: names of deductions not to be made.  Replies:
    `Written`.
    """

    stage: str
    without: tuple[str, ...] = ()


class Decode(msgspec.Struct, frozen=True, tag=True):
    """What a solver printed about an export.  Replies: `Decoded`, then `Checked` if it told values."""

    name: str
    text: str


class Certify(msgspec.Struct, frozen=True, tag=True):
    """A proof that others can check: that the answer is the only one, or that there is none.

    `prover` is one of `certificates.provers.names()`, and `scratch` a folder where it may put files.  Replies:
    `Certified`, or two `Answer`s and `Enough` if there are several answers.
    """

    prover: str
    scratch: str


class Verify(msgspec.Struct, frozen=True, tag=True):
    """Whether a certificate of this board holds: the texts of its files, and the answer if it tells one.

    Replies: `Verified`; a certificate that does not hold is `Refused`.
    """

    clauses: str
    lrat: str
    drat: str
    answer: Marks | None = None


class Minimise(msgspec.Struct, frozen=True, tag=True):
    """Which clues can go while the answer stays the only one, until each that is left is needed.

    `keep`: names of givens and places of clues that are to stay.  `symmetry`: a value of `making.symmetry.Symmetry`,
    clues at places that are images of each other go together.  `least`: stop at so many clues.  `seed` orders the
    trials.  `rating`: a name of `steps.rating`, no clue goes without which the board is harder; none at all from a
    board that is harder.  Replies: two `Answer`s and `Enough` if there are several answers, or `Proved(0)`; else
    `Dropped`, at first without any, again and again, and last `Minimal`.
    """

    keep: tuple[str, ...] = ()
    symmetry: str = "none"
    least: int = 0
    seed: int = 0
    rating: str = ""
    engine: str = AUTO


class Generate(msgspec.Struct, frozen=True, tag=True):
    """New boards by the rules, each with one answer; the puzzle is a template, which may have some of the givens.

    `count`: so many.  `seed`, `symmetry`, `least` and `rating` are as for `Minimise`, which every board goes through;
    with a `rating` only boards that are exactly so hard count.  Replies: `Drawn` for each board that came to nothing,
    and `Made`, again and again.
    """

    count: int = 1
    seed: int = 0
    symmetry: str = "none"
    least: int = 0
    rating: str = ""


Question = (
    Answers
    | Counting
    | Backbone
    | Contradiction
    | Completable
    | Check
    | Steps
    | Export
    | Intermediate
    | Decode
    | Certify
    | Verify
    | Minimise
    | Generate
)

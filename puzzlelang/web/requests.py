"""What can be asked of the service: a closed union of records, each the JSON body of a request.

The address `/api/NAME` takes the record of that name.  A new request is a record here, what answers it in
`answering`, and an entry in `API.md`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from puzzlelang.making.symmetry import SYMMETRIES
from puzzlelang.scene.record import Role
from puzzlelang.steps.rating import LEVELS
from puzzlelang.web.limits import HIGHEST_SIDE

Name = Annotated[str, Meta(max_length=200)]
Side = Annotated[int, Meta(ge=1, le=HIGHEST_SIDE)]
Size = tuple[Side, Side]
"""Rows and columns."""

Symmetry = Annotated[str, Meta(pattern=f"^({'|'.join(SYMMETRIES)})$")]
Level = Annotated[str, Meta(pattern=f"^({'|'.join(LEVELS)})?$")]
Seed = Annotated[int, Meta(ge=0, lt=1 << 32)]
Seconds = Annotated[float, Meta(gt=0)]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all requests share: rules, which are a `genre` of the library or a text of their own."""

    genre: Name = ""
    rules: str = ""


class Genres(Request, frozen=True):
    """The library."""


class Search(Request, frozen=True):
    """The files of the library that a name may mean."""

    text: Name


class Show(Request, frozen=True):
    """The text of the rules, and what players read."""


class Words(Request, frozen=True):
    """All words of the language with their meanings."""


class Analyse(Request, frozen=True):
    """What is wrong with the rules, and what the word at an offset means or may become."""

    offset: Annotated[int, Meta(ge=0)] | None = None


class Format(Request, frozen=True):
    """The rules in the standard form."""


class Blank(Request, frozen=True):
    """A board that says as little as it may."""

    size: Size | None = None


class Read(Request, frozen=True):
    """A text of any form as rules and a board."""

    text: str
    size: Size | None = None


class Draw(Request, frozen=True):
    """A board as a picture, with its controls; `roles` are places that are pointed out."""

    board: str
    roles: dict[str, Role] = {}
    dark: bool = False


class Edit(Request, frozen=True):
    """A board with something changed, as `Draw` tells it; see `editing`.

    `name` is a given or a find, `places` are those that are changed, in order.  `value` is what is put there: a number,
    a list or a name as text, `true` and `false` for sets; None steps to the next value (`back`: the one before),
    "" takes it away.  With `size` the board is of another size, `option` is set to `value`, `clear` takes away all
    that is drawn.
    """

    board: str
    name: Name = ""
    places: Annotated[list[Name], Meta(max_length=2_000)] = []
    value: Annotated[str, Meta(max_length=2_000)] | None = None
    back: bool = False
    size: Size | None = None
    clear: bool = False
    dark: bool = False


class Convert(Request, frozen=True):
    """A board in another form: `text`, `json`, an outside format, `svg`."""

    board: str
    form: Name


class Question(Request, frozen=True, kw_only=True):
    """A question to a board, which may take `seconds`, though not more than the service allows."""

    board: str
    seconds: Seconds | None = None


class Solve(Question, frozen=True):
    """The answer, and whether it is the only one; why there is none."""


class Facts(Question, frozen=True):
    """What all answers share."""


class Count(Question, frozen=True):
    """How many answers there are, up to a limit."""

    limit: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000


class Check(Question, frozen=True):
    """Which rules the drawing breaks; `deep`: also whether it can be completed."""

    deep: bool = False


class Hint(Question, frozen=True):
    """The next step, and `more` after it."""

    more: Annotated[int, Meta(ge=0, le=1_000)] = 0


class Path(Question, frozen=True):
    """All steps to the answer."""


class Rate(Question, frozen=True):
    """How hard the board is."""


class Minimise(Question, frozen=True):
    """The board without clues that it does not need."""

    symmetry: Symmetry = "none"
    seed: Seed = 0


class Generate(Question, frozen=True):
    """New boards like this one, or of a size if there is no board."""

    board: str = ""
    size: Size | None = None
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    symmetry: Symmetry = "none"
    rating: Level = ""
    seed: Seed = 0


class Lint(Question, frozen=True):
    """The examples of the rules, tried one by one, and what is suspicious in the rules; there is no board."""

    board: str = ""


class Export(Question, frozen=True):
    """The board for other solvers."""

    form: Literal["lia", "bool", "bv", "dimacs"] = "lia"


Document = Genres | Search | Show | Words | Analyse | Format | Blank | Read | Draw | Edit | Convert
"""What is answered at once."""

Asking = Solve | Facts | Count | Check | Hint | Path | Rate | Minimise | Generate | Lint | Export
"""What may take long, and is answered line by line."""

AtOnce: tuple[type[Document], ...] = (Genres, Search, Show, Words, Analyse, Format, Blank, Read, Draw, Edit, Convert)
Long: tuple[type[Asking], ...] = (Solve, Facts, Count, Check, Hint, Path, Rate, Minimise, Generate, Lint, Export)

CONSTANT: tuple[type[Document], ...] = (Genres, Words)
"""What is the same for everybody, as long as the service runs."""

KINDS: dict[str, type[Document] | type[Asking]] = {kind.__name__.lower(): kind for kind in (*AtOnce, *Long)}
"""The requests by name."""

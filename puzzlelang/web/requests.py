"""The requests of the service: a closed union of records, each the JSON body of a request.

The address `/api/NAME` takes the record of that name.  Questions to a board come from `questions.table`.  A new request
of another kind needs a record here, a case in `handler`, and an entry in `API.md`.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from puzzlelang.questions import table
from puzzlelang.scene.record import Role
from puzzlelang.web.limits import HIGHEST_SIDE

Name = Annotated[str, Meta(max_length=200)]
Side = Annotated[int, Meta(ge=1, le=HIGHEST_SIDE)]
Size = tuple[Side, Side]
"""Rows and columns."""

MOST_COVERS = 12
"""Genres, or examples, whose pictures come at once."""

Seconds = Annotated[float, Meta(gt=0)]


class PageRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The common part of all requests: rules, which are a `genre` of the library or a text of their own."""

    genre: Name = ""
    rules: str = ""


class Genres(PageRequest, frozen=True):
    """The library."""


class Search(PageRequest, frozen=True):
    """The files of the library that a name may mean."""

    text: Name


class Show(PageRequest, frozen=True):
    """The text of the rules, and what players read."""


class Covers(PageRequest, frozen=True):
    """Pictures of genres, some at a time, as each is drawn from its file."""

    genres: Annotated[list[Name], Meta(max_length=MOST_COVERS)]
    dark: bool = False


class Examples(PageRequest, frozen=True):
    """Pictures of the examples of the rules, some at a time, from the one of this number on."""

    start: Annotated[int, Meta(ge=0)] = 0
    dark: bool = False


class Patterns(PageRequest, frozen=True):
    """Pictures of the techniques that are kept for the rules."""

    dark: bool = False


class Words(PageRequest, frozen=True):
    """All words of the language with their meanings."""


class Analyse(PageRequest, frozen=True):
    """The request for mistakes in the rules, and for what the word at an offset means or may become."""

    offset: Annotated[int, Meta(ge=0)] | None = None


class Rename(PageRequest, frozen=True):
    """The rules with another name in place of the one at an offset."""

    offset: Annotated[int, Meta(ge=0)]
    name: Name


class Format(PageRequest, frozen=True):
    """The rules in the standard form."""


class Blank(PageRequest, frozen=True):
    """A board that says as little as it may."""

    size: Size | None = None


class Read(PageRequest, frozen=True):
    """A text of any form as rules and a board."""

    text: str
    size: Size | None = None


class Draw(PageRequest, frozen=True):
    """A board as a picture, with its controls; `roles` are places that are pointed out.

    `seen` is the `tag` of the last kit: as long as it is still the same, it does not come again.
    """

    board: str
    roles: dict[str, Role] = {}
    dark: bool = False
    seen: Name = ""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A change of a board; see `editing`.

    `name` is a given or a find, `places` are those that are changed, in order.  `value` is what is put there: a number,
    a list or a name as text, `true` and `false` for sets; None steps to the next value (`back`: the one before),
    "" takes it away.  With `size` the board is of another size, `option` is set to `value`, `clear` takes away all
    that is drawn.  With a `symmetry` the images of these places change as well, see `editing.with_images`.
    """

    name: Name = ""
    places: Annotated[list[Name], Meta(max_length=2_000)] = []
    value: Annotated[str, Meta(max_length=2_000)] | None = None
    back: bool = False
    size: Size | None = None
    clear: bool = False
    symmetry: Name = ""


MOST_CHANGES = 100
"""Changes that can be asked for together."""


class Edit(PageRequest, frozen=True):
    """A board with changes made one after another, and its picture; `dark` and `seen` as of `Draw`."""

    board: str
    changes: Annotated[list[Change], Meta(min_length=1, max_length=MOST_CHANGES)]
    dark: bool = False
    seen: Name = ""


class Convert(PageRequest, frozen=True):
    """A board in another form: `text`, `json`, an outside format, `svg`."""

    board: str
    form: Name


class QuestionRequest(PageRequest, frozen=True, kw_only=True):
    """A question to a board, which may take `seconds`, though not more than the service allows."""

    board: str
    seconds: Seconds | None = None


class GenerateRequest(QuestionRequest, frozen=True):
    """New boards like this one, or of a size if there is no board."""

    board: str = ""
    size: Size | None = None


class Lint(QuestionRequest, frozen=True):
    """The examples of the rules, tried one by one, and what is suspicious in the rules; there is no board."""

    board: str = ""


Document = (
    Genres
    | Search
    | Show
    | Covers
    | Examples
    | Patterns
    | Words
    | Analyse
    | Rename
    | Format
    | Blank
    | Read
    | Draw
    | Edit
    | Convert
)
"""What is answered at once."""

DOCUMENTS: tuple[type[Document], ...] = (
    Genres, Search, Show, Covers, Examples, Patterns, Words, Analyse, Rename, Format, Blank, Read, Draw, Edit, Convert,
)  # fmt: skip

CONSTANT_REQUESTS: tuple[type[Document], ...] = (Genres, Words)
"""What is the same for everybody, as long as the service runs."""


def question_request(name: str) -> type[msgspec.Struct]:
    """The request for a question of the table: rules, board and limits, with the parameters of its kind."""
    kind = table.kind_named(name)
    base = GenerateRequest if name == "generate" else QuestionRequest
    fields = [(field.name, field.type, field.default) for field in msgspec.structs.fields(kind.parameters)]
    return msgspec.defstruct(name, fields, bases=(base,), frozen=True, kw_only=True, forbid_unknown_fields=True)


REQUESTS: dict[str, type[msgspec.Struct]] = {
    **{kind.__name__.lower(): kind for kind in (*DOCUMENTS, Lint)},
    **{name: question_request(name) for name in table.offered_to_services()},
}
"""The requests by name."""

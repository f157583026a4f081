"""The symbol table of a rules file for editors: each name's declaration and every use.

Editors look up the name at a place (`Names.at`), its declaration, its other uses, and the names that may be written
there (`Names.visible`).  Files with errors have a table as well.
"""

import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

import msgspec

from puzzlelang.source import Source, Span
from puzzlelang.syntax import tree
from puzzlelang.typed.types import Erroneous, Type, describe
from puzzlelang.typed.words import vocabulary


class NameKind(enum.Enum):
    """The kind of a name; each of the first five has a statement that declares it.

    A declaration without a known keyword counts as a `let`.
    """

    GIVEN = "given"
    FIND = "find"
    OPTION = "option"
    LET = "let"
    RULE = "rule"
    PARAMETER = "parameter"
    VARIABLE = "variable"
    WORD = "word"


class Definition(msgspec.Struct, frozen=True):
    """One name; `type` is text such as `cells to number?` or `a set of cells`, empty if it has none or it is not known.

    `span` is the name where it is declared, None for words of the language.  `docs` is the comment behind the
    declaration or above it, for a word its meaning.  `uses` are all places that mean it, in order, the declaration left
    out.  `reach` is where a local name can be used, None if that is everywhere.
    """

    name: str
    kind: NameKind
    type: str
    span: Span | None
    docs: str = ""
    uses: tuple[Span, ...] = ()
    reach: Span | None = None


class Names(msgspec.Struct, frozen=True):
    """The names that a file declares, in the order of the text, then the words of the language that it uses.

    `owners` maps the span of each property's name (`clue` in `c.clue`) to the types of the value before the dot.
    """

    definitions: tuple[Definition, ...] = ()
    owners: Mapping[Span, Sequence[Type]] = {}

    def at(self, source: Source, offset: int) -> Definition | None:
        """The definition of the name that is declared or used at an offset; None if there is no known name."""
        for result in self.definitions:
            for span in (*([result.span] if result.span else []), *result.uses):
                if span.source is source and span.start <= offset <= span.end:
                    return result
        return None

    def with_name(self, name: str) -> tuple[Definition, ...]:
        """All definitions of a name: several if local names are equal."""
        return tuple(result for result in self.definitions if result.name == name)

    def visible(self, source: Source, offset: int) -> tuple[Definition, ...]:
        """The definitions that a name at a place may refer to: all global names, and local names in reach.

        The words of the language come besides, see `vocabulary.words`.
        """
        return tuple(
            result
            for result in self.definitions
            if result.kind is not NameKind.WORD
            and (
                result.reach is None
                or (result.reach.source is source and result.reach.start <= offset <= result.reach.end)
            )
        )


class Mentions(msgspec.Struct, eq=False):
    """Uses of names collected during a check, keyed by the span of the declaration, or by the word of the language."""

    locals: dict[Span, tuple[NameKind, str, Type, Span]] = msgspec.field(default_factory=dict)
    uses: dict[Span, Span | str] = msgspec.field(default_factory=dict)
    owners: dict[Span, list[Type]] = msgspec.field(default_factory=dict)

    def learn(self, span: Span, value_type: Type) -> None:
        """Records the type of a template's local name at its first use."""
        noted = self.locals.get(span)
        if noted is not None and isinstance(noted[2], Erroneous):
            self.locals[span] = noted[0], noted[1], value_type, noted[3]


Types = Mapping[Span, str]


def name_table(
    statements: Sequence[tree.Statement], broken: Sequence[tree.BrokenStatement], mentions: Mentions, types: Types
) -> Names:
    """The symbol table of a checked file; `types` has the types of `let`s and enumerations by span."""
    uses: dict[Span | str, list[Span]] = {}
    for span, meant in mentions.uses.items():
        uses.setdefault(meant, []).append(span)
    result: list[Definition] = []
    for statement in statements:
        if isinstance(statement, DeclaringStatement):
            kind, word = _kind(statement), statement.name
            text = _type(statement, types)
            result.append(Definition(word.text, kind, text, word.span, _docs(statement.span), _all(uses, word.span)))
    for item in broken:
        if item.name is not None:
            kind = NameKind(item.keyword) if item.keyword else NameKind.LET
            result.append(
                Definition(item.name.text, kind, "", item.name.span, _docs(item.span), _all(uses, item.name.span))
            )
    for span, (kind, name, held, reach) in mentions.locals.items():
        text = "" if isinstance(held, Erroneous) else describe(held)
        result.append(Definition(name, kind, text, span, "", _all(uses, span), reach))
    result.sort(key=lambda item: item.span.start if item.span else 0)
    words = [
        Definition(word, NameKind.WORD, vocabulary.kind(word), None, vocabulary.meaning(word), _all(uses, word))
        for word in uses
        if isinstance(word, str)
    ]
    return Names((*result, *words), mentions.owners)


def _all(uses: Mapping[Span | str, list[Span]], key: Span | str) -> tuple[Span, ...]:
    return tuple(sorted(uses.get(key, ()), key=lambda span: span.start))


DeclaringStatement = (
    tree.GivenStatement
    | tree.FindStatement
    | tree.OptionStatement
    | tree.LetStatement
    | tree.RuleStatement
    | tree.RuleTemplateStatement
    | tree.RuleUseStatement
)
"""The statements that declare a name."""


def _kind(statement: DeclaringStatement) -> NameKind:
    match statement:
        case tree.GivenStatement():
            return NameKind.GIVEN
        case tree.FindStatement():
            return NameKind.FIND
        case tree.OptionStatement():
            return NameKind.OPTION
        case tree.LetStatement():
            return NameKind.LET
        case tree.RuleStatement() | tree.RuleTemplateStatement() | tree.RuleUseStatement():
            return NameKind.RULE
        case _:
            assert_never(statement)


def _type(written: DeclaringStatement, types: Types) -> str:
    match written:
        case tree.GivenStatement(type=shape) | tree.FindStatement(type=shape):
            return " ".join(shape.span.text.split())
        case tree.OptionStatement(members=members):
            return f"{{{' '.join(members.span.text.split())}}}"
        case tree.LetStatement(parameters=parameters) if parameters:
            return f"({', '.join(parameter.text for parameter in parameters)})"
        case tree.LetStatement(name):
            return types.get(name.span, "")
        case tree.RuleUseStatement(template=template, sentence=None):
            return f"as {template.text}"
        case (
            tree.RuleStatement(sentence=sentence)
            | tree.RuleTemplateStatement(sentence=sentence)
            | tree.RuleUseStatement(sentence=sentence)
        ):
            return sentence.value if sentence else ""


def _docs(statement: Span) -> str:
    """The comment on the last line of a statement, else the comment lines right above it."""
    text = statement.source.text
    behind = text[statement.end : text.find("\n", statement.end) % (len(text) + 1)].strip()
    if behind.startswith("#"):
        return behind.lstrip("# ")
    return "\n".join(reversed([line.lstrip("# ") for line in _comment_above(statement)]))


def _comment_above(statement: Span) -> Iterator[str]:
    number = statement.source.line_column(statement.start)[0] - 1
    while (line := statement.source.line(number).strip()).startswith("#"):
        yield line
        number -= 1


def mentioned_names(
    statements: Sequence[tree.Statement], broken: Sequence[tree.BrokenStatement]
) -> Iterator[tree.Identifier]:
    """The names outside of expressions: in `board`, `draw`, `read`, and in statements with syntax errors."""
    for item in broken:
        yield from (word for word in item.words if item.name is None or word.span != item.name.span)
    for statement in statements:
        match statement:
            case tree.DrawStatement(name):
                yield name
            case tree.BoardStatement(missing=tree.Identifier() as missing):
                yield missing
            case tree.ReadStatement(pieces=pieces):
                for piece in pieces:
                    for layer in piece.layers:
                        for entry in layer:
                            yield from (effect.name for effect in entry.effects)
            case _:
                pass

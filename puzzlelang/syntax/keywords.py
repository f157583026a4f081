"""The reserved words of the grammar: purpose, and which of them may be names as well."""

STATEMENT = "it starts a statement"
_COUNTING = "it says of how many something is true"
_CONNECTIVE = "it joins conditions"
_BINDER = "it picks elements of a set"

MEANINGS = {
    "puzzle": STATEMENT,
    "board": STATEMENT,
    "given": STATEMENT,
    "find": STATEMENT,
    "option": STATEMENT,
    "let": STATEMENT,
    "rule": STATEMENT,
    "draw": STATEMENT,
    "read": STATEMENT,
    "example": STATEMENT,
    "include": STATEMENT,
    "extends": STATEMENT,
    "every": _COUNTING,
    "some": _COUNTING,
    "no": _COUNTING,
    "exactly": _COUNTING,
    "and": _CONNECTIVE,
    "or": _CONNECTIVE,
    "iff": "it says that two conditions are both true or both false",
    "not": "it says the opposite of a condition",
    "if": "it starts `if a then b else c`",
    "then": "it belongs to `if a then b`",
    "else": "it belongs to `if a then b else c`",
    "in": f"it asks whether something is in a set, and {_BINDER.removeprefix('it ')} or a range such as `1..3`",
    "for": "it goes through a set, as in `sum(c.clue for c in S)`",
    "of": "it belongs to types, as in `set of cells`, and to values, as in `clue of S`",
    "where": f"{_BINDER} for which a condition is true",
    "with": f"{_BINDER} that have a value, as in `with c.clue` and `with c.circle = white`",
    "without": "it leaves something out, as in `board rectangle without hole` and `shape(S without turning)`",
    "mod": "it is the remainder of a division",
    "by": "it names a relation, as in `connected(S by touching)`",
    "until": "it ends a ray, as in `ray(c, up until S)`",
    "while": "it ends a ray, as in `ray(c, up while S)`",
    "to": "it belongs to types, as in `cells to number`",
    "set": "it belongs to types, as in `set of cells`",
    "partition": "it belongs to types, as in `partition of cells`",
    "fixes": "it names the find that has a given's values, as in `given clue : cells to number? fixes digit`",
    "as": "it says how something looks on a board",
    "at": "it says in which margins something stands, and belongs to `at least` and `at most`",
    "when": "it says under which condition a rule holds",
    "from": "it names the link of an example",
    "drawing": "it belongs to examples",
    "answer": "it belongs to examples",
    "breaks": "it belongs to examples",
    "has": "it belongs to examples, as in `has 1 solution`",
}
"""Each reserved word with what it does."""

IN_FORMULAS = frozenset(
    {"every", "some", "no", "exactly", "and", "or", "iff", "not", "if", "then", "else", "in", "for", "of", "where"}
    | {"with", "without", "mod", "by", "until", "while"}
)
"""The reserved words that stand in formulas.  They can name rules only, which no formula uses."""

OUTSIDE_FORMULAS = frozenset(MEANINGS) - IN_FORMULAS
"""The reserved words that no formula uses: what is declared can be called so as well."""

CONTEXTUAL = {
    "hidden": "behind the type of a `find`: worked out, never drawn; answers that differ in it alone count as one",
    "unknown": "in types, as in `number or unknown`: the value may be `?`",
}
"""Words that mean something in one place only; elsewhere they may be names."""

STARTING = frozenset(word for word, meaning in MEANINGS.items() if meaning == STATEMENT)
"""The reserved words that start a statement."""

FOREIGN = {
    "def": "let",
    "define": "let",
    "function": "let",
    "var": "find",
    "variable": "find",
    "unknown": "find",
    "solution": "find",
    "clue": "given",
    "clues": "given",
    "input": "given",
    "param": "given",
    "constraint": "rule",
    "constrain": "rule",
    "require": "rule",
    "assert": "rule",
    "name": "puzzle",
    "title": "puzzle",
    "game": "puzzle",
    "grid": "board",
    "size": "board",
    "import": "include",
    "test": "example",
}
"""What starts a statement in other languages, and what does it here."""

"""How many arguments a word takes, and whether `by`, `until` or `while` may follow."""

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.syntax import tree
from puzzlelang.typed import words
from puzzlelang.typed.scope import mistake
from puzzlelang.typed.words import WORDS


def check_arity(written: tree.Call, *wanted: int) -> None:
    """Raises `Failed` unless there are so many arguments."""
    if len(written.arguments) not in wanted:
        counts = join_words((str(count) for count in wanted), "or")
        plural = "" if wanted == (1,) else "s"
        raise mistake(
            "E026",
            f"`{written.name.text}` takes {counts} argument{plural}, not {len(written.arguments)}",
            written.span,
            hint=words.usage(written.name.text) if written.name.text in WORDS else "",
        )


def check_no_clause(written: tree.Call, *allowed: str) -> None:
    """Raises `Failed` if something but these words stands behind the arguments."""
    if written.clause is not None and written.clause.word not in allowed:
        word = written.clause.word
        owner = {"by": "connected(S by touching)"}.get(word, f"ray(c, up {word} S)")
        hint = f"it stands inside the parentheses of another word, as in `{owner}`"
        raise mistake("E026", f"`{written.name.text}` takes no `{word}`", written.clause.span, hint=hint)

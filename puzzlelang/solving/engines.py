"""Which engines there are; each is imported when it is asked for."""

import importlib.util

from puzzlelang.diagnostics.nearest import listed, nearest
from puzzlelang.diagnostics.record import fail
from puzzlelang.solving.engine import Engine

ENGINES = {"cadical": "pysat", "z3": "z3", "cvc5": "cvc5"}
"""Names in order of preference, with the package each needs."""

AUTO = "auto"


def names() -> list[str]:
    """What `--engine` takes."""
    return [AUTO, *ENGINES]


def is_there(name: str) -> bool:
    """Whether the package of an engine is installed; it is not loaded."""
    return importlib.util.find_spec(ENGINES[name]) is not None


def engine(name: str = AUTO) -> Engine:
    """The engine of that name; `auto` is the fastest that is installed.  Raises `Failed` if there is none."""
    if name == AUTO:
        name = next((known for known in ENGINES if is_there(known)), AUTO)
    if name not in ENGINES:
        close = nearest(name, names())
        raise fail(
            "E305",
            f"there is no engine `{name}`",
            hint=f"did you mean `{close}`?" if close else f"there is {listed(names())}",
        )
    if not is_there(name):
        raise fail("E306", f"engine `{name}` is not installed", hint=f"install the package `{ENGINES[name]}`")
    if name == "cadical":
        from puzzlelang.solving import cadical

        return cadical.ENGINE
    from puzzlelang.solving import through_pysmt

    return through_pysmt.engine(name)

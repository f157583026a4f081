"""The command `doctor`."""

import platform
import sys
from collections.abc import Iterator, Sequence

from puzzlelang import __version__, resources
from puzzlelang.certificates import available_provers, provers
from puzzlelang.cli import output
from puzzlelang.cli.clicks import click
from puzzlelang.solving.discovery import EngineTrial, discover, unwanted_distributions
from puzzlelang.workers import limits


@click.command("doctor")
@click.option("--json", "json_", is_flag=True, help="Print the findings as JSON.")
def doctor_(json_: bool) -> int:
    """Try every engine on a few small problems: which ones work, what each can do, what to install or remove.

    Also lists the solvers that write proofs for `certify`.

    Exit code 0 if at least one engine works, else 1.
    """
    result, remove, proofs = discover(), unwanted_distributions(), available_provers.discover()
    if json_:
        output.write_json(
            {
                **_here(),
                "limits": limits.can_limit_memory(),
                "engines": [_as_json(one) for one in result],
                "provers": [{"name": one.name, "status": one.status, "version": one.version} for one in proofs],
                "remove": remove,
            }
        )
    else:
        lines = [f"{name:10}  {place or 'none'}" for name, place in _here().items()]
        able = "time and memory" if limits.can_limit_memory() else "time"
        lines = [
            *lines,
            f"{'limits':10}  {able}",
            "",
            *_table(result),
            "",
            *_proofs(proofs),
            "",
            *_advice(result, remove),
        ]
        print("\n".join(lines))
    return output.FINE if any(one.works for one in result) else output.NO_ANSWER


def _here() -> dict[str, str | None]:
    kept = resources.cache_folder()
    return {
        "puzzlelang": __version__,
        "python": f"{platform.python_version()} on {platform.system()}, {sys.executable}",
        "library": str(resources.library()),
        "kept": None if kept is None else str(kept),
    }


def _as_json(engine_trial: EngineTrial) -> dict[str, object]:
    return {
        "name": engine_trial.name,
        "status": _status(engine_trial),
        "version": engine_trial.version,
        "can": _abilities(engine_trial),
        "why": engine_trial.why,
        "advice": engine_trial.advice,
    }


def _status(engine_trial: EngineTrial) -> str:
    return "works" if engine_trial.works else "broken" if engine_trial.there else "not installed"


def _abilities(engine_trial: EngineTrial) -> list[str]:
    """Return what the trial has shown."""
    able = {"every answer": engine_trial.works, "cores": engine_trial.cores, "memory limit": engine_trial.confined}
    return [name for name, is_so in able.items() if is_so]


def _table(engine_trials: Sequence[EngineTrial]) -> Iterator[str]:
    """A line for each engine, in columns."""
    rows = [("engine", "status", "version", "can")]
    rows += [(one.name, _status(one), one.version or "-", ", ".join(_abilities(one)) or "-") for one in engine_trials]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*padded, row[3]])


def _proofs(prover_status: Sequence[available_provers.ProverStatus]) -> Iterator[str]:
    """A line for each of what writes proofs for `certify`, in columns."""
    width = max(map(len, provers.PROGRAMS), default=0) + 4
    yield f"{'prover':{width}}  status"
    for one in prover_status:
        yield f"{one.name:{width}}  {one.status}" + (f", {one.version}" if one.version else "")


def _advice(engine_trials: Sequence[EngineTrial], remove: dict[str, str]) -> Iterator[str]:
    for one in engine_trials:
        if one.there and not one.works:
            yield f"`{one.name}` is broken: {one.why}"
        if one.advice:
            yield f"for `{one.name}`: {one.advice}"
    for package, reason in remove.items():
        yield f"remove the package `{package}` (pip uninstall {package}): {reason}"
    yield "`--engine auto` takes the first of cadical, z3 and cvc5 that can be loaded."

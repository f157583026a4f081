"""The cuts of a board's graphs as text: clauses that `lazy_graphs` adds while the board is solved."""

from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.to_text import legend, wording
from puzzlelang.problem.wording import Wording
from puzzlelang.solving import engines, pipelines, search, stats
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Engine
from puzzlelang.solving.graph_cuts import GraphCut, Profile
from puzzlelang.solving.pipelines import PreparedProblem

SOUGHT = {stats.FIRST: "looking for an answer", stats.UNIQUE: "looking for another answer"}


class _Preparation(msgspec.Struct, eq=False):
    """Text about one preparation of the problem, in its own wording."""

    words: Wording
    sections: list[list[str]]
    round: int = 0


class _CutListener:
    """Listens to a search, and writes down its rounds and cuts."""

    def __init__(self, without: Collection[str]) -> None:
        self.without = without
        self.preparations: list[_Preparation] = []
        self.heading = ""

    def prepare(self, problem: Problem, *, further: Sequence[Formula] = ()) -> PreparedProblem:
        """Prepare a problem as for a session; later text is about this preparation."""
        prepared = pipelines.lazy(problem, self.without, further=further)
        again = [[f"{self.heading}, with larger sizes"]] if self.preparations else []
        self.preparations.append(
            _Preparation(wording(prepared.abstraction.problem, prepared.abstraction.meanings), again)
        )
        return prepared

    def begin(self, heading: str) -> None:
        """Note that a search begins."""
        self.heading = heading
        self.preparations[-1].sections.append([heading])

    def end(self, outcome: str) -> None:
        """Note how a search ends."""
        self.preparations[-1].sections[-1].append(f"  {outcome}")

    def cut(self, cut: GraphCut) -> None:
        """Note a cut."""
        here = self.preparations[-1]
        lines = here.sections[-1]
        if cut.round != here.round:
            lines.append(f"  round {cut.round}")
            here.round = cut.round
        if cut.statement is None:
            lines.append("    no part is closed without a mark, or too small")
        else:
            stated = here.words.variable(cut.statement)
            lines.append(f"    {stated if cut.true else f'not {stated}'}")
        lines.append(f"      {here.words.formula(cut.clause)}")


def text(problem: Problem, engine: Engine, without: Collection[str] = ()) -> str:
    """List all cuts up to an answer, and then up to another one or the proof that there is none.

    The same engine gives the same text.  `without`: see `engines.engine`.  Raises `Stopped` if it gives up.
    """
    if not problem.graphs:
        return "no rule speaks of a graph: nothing is cut\n"
    listener = _CutListener(without)
    profile = Profile(tell=listener.cut)
    opened = Engine(
        engine.name,
        lambda whole, _: engines.begun_session(engine, whole, listener.prepare, without, profile),
        engine.own,
    )
    with CheckedSolver(problem, opened) as solver:
        solver.open()
        searching = False
        for event in search.answers(solver, 2):
            if isinstance(event, search.EarlyAnswer):
                listener.end("found")
                searching = False
            elif isinstance(event, search.StageStart):
                if event.stage not in SOUGHT:
                    break
                listener.begin(SOUGHT[event.stage])
                searching = True
        if searching:
            listener.end("there is none")
    sections = [section for one in listener.preparations for section in (*legend(one.words), *one.sections)]
    return "\n\n".join(map("\n".join, sections)) + "\n"

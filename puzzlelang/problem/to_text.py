"""Problems as text: the variables, and every constraint with its rule."""

from collections.abc import Iterable, Iterator, Mapping

from puzzlelang.problem.record import Constraint, Formula, Kind, Problem, Rule, Variable, VariableRole
from puzzlelang.problem.wording import Wording


def text(problem: Problem) -> str:
    """Write a problem; the same problem gives the same text."""
    words = wording(problem)
    definitions = [words.formula(one) for one in problem.definitions]
    constraints = list(_constraints(problem, words))
    sections = [
        [f"board: {problem.geometry.height} rows, {problem.geometry.width} columns"],
        ["variables", *(f"  {words.variable(one)}: {values(one)}{_role(one)}" for one in problem.variables)],
        *legend(words),
        *([["definitions", *(f"  {one}" for one in definitions)]] if definitions else []),
        *constraints,
    ]
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def wording(problem: Problem, meanings: Mapping[int, Formula] | None = None) -> Wording:
    """Make the wording of a problem; `meanings`: by variable index the graph statement that it stands for."""
    formulas = [*problem.definitions, *(constraint.formula for constraint in problem.constraints)]
    return Wording(problem.variables, formulas, meanings)


def values(about: Variable) -> str:
    """Describe the values of a variable."""
    match about.kind:
        case Kind.MEMBER:
            return "member or not"
        case Kind.NUMBER:
            return f"{about.values[0]} to {about.values[-1]}{' or nothing' if about.absent is not None else ''}"
        case Kind.NAME:
            return ", ".join(map(about.called, range(about.high + 1)))


def _role(about: Variable) -> str:
    return ", hidden" if about.role is VariableRole.HIDDEN else ""


def legend(words: Wording) -> Iterator[list[str]]:
    """Write the legend of graph and shared-formula numbers."""
    for number, graph in enumerate(words.graphs, 1):
        yield [f"graph G{number}", *(f"  {part}" for part in graph)]
    if words.shared:
        yield ["shared", *(f"  F{number}: {shared}" for number, shared in enumerate(words.shared, 1))]


def case(constraint: Constraint) -> str:
    """Write a case: the values of leading quantifiers, and the sentence filled in."""
    bound = ", ".join(f"{name} = {value}" for name, value in constraint.origin.bindings)
    return f"{bound}: {constraint.origin.sentence}" if bound else constraint.origin.sentence


def by_rule(constraints: Iterable[Constraint]) -> Iterator[tuple[Rule, list[tuple[int, Constraint]]]]:
    """Group successive constraints of one rule, with their positions."""
    group: list[tuple[int, Constraint]] = []
    for position, constraint in enumerate(constraints):
        if group and constraint.origin.rule is not group[0][1].origin.rule:
            yield group[0][1].origin.rule, group
            group = []
        group.append((position, constraint))
    if group:
        yield group[0][1].origin.rule, group


def _constraints(problem: Problem, words: Wording) -> Iterator[list[str]]:
    for rule, group in by_rule(problem.constraints):
        line, _ = rule.span.source.line_column(rule.span.start)
        section = [f"rule {rule.name}, line {line}: {rule.sentence}"]
        for position, constraint in group:
            section += [f"  C{position + 1} {case(constraint)}", f"    {words.formula(constraint.formula)}"]
        yield section

"""Formulas compiled to Python functions of complete values, for checking many answers.

The functions only find the graph statements that need cuts; `problem.evaluate` gives the final verdict on an answer.
The commonest kinds of formulas are compiled; all others are evaluated by `problem.evaluate`.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from operator import itemgetter

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Holds, Not, Variable, VariableRole
from puzzlelang.problem.traversal import variables

CompiledFormula = Callable[["GraphAnswer"], bool]
Several = Callable[["GraphAnswer"], Sequence[bool]]


class GraphAnswer(list[bool | int]):
    """Values of an answer; those of opaque variables may be wrong until `judged` corrects them.

    `judge` finds out the truth of the statement that the variable with an index stands for; `wrong` are the indices
    whose values were not the truth.  `fixed` are indices of variables whose value a constraint states.  `compiled`:
    what `components.holds` compiled so far, to be shared by many answers.
    """

    def __init__(
        self,
        values: Iterable[bool | int],
        judge: Callable[[int], bool],
        fixed: Set[int] = frozenset(),
        compiled: "CompiledMemo | None" = None,
    ) -> None:
        super().__init__(values)
        self.judge = judge
        self.fixed = fixed
        self.compiled: CompiledMemo = {} if compiled is None else compiled
        self.known: set[int] = set()
        self.wrong: set[int] = set()

    def judged(self, index: int) -> bool:
        """Return the correct value of an opaque variable, and remember whether the answer had it wrong."""
        if index not in self.known:
            true = self.judge(index)
            if bool(self[index]) != true:
                self.wrong.add(index)
                self[index] = true
            self.known.add(index)
        return bool(self[index])


def _is_opaque(variable: Variable) -> bool:
    """Return whether a variable's value may be wrong; variables of `Joined` are corrected separately, all at once."""
    return variable.role is VariableRole.STATEMENT


CompiledMemo = dict[int, tuple[Formula, CompiledFormula, int]]
"""Functions of formulas that others may share, by the identity of the formula, which is kept with it, and how many
functions each calls at most.
"""

MOST_CALLS = 10_000
"""A formula whose function would call more, as its parts share parts over and over, is evaluated node by node."""


def compile_formula(formula: Formula, memo: CompiledMemo) -> CompiledFormula:
    """Compile a formula to a function that reads no more values than it must."""
    return _quick(formula, memo) if _leaf(formula) else _compile_kept(formula, memo)[1]


def _compile_kept(formula: Formula, memo: CompiledMemo) -> tuple[Formula, CompiledFormula, int]:
    result = memo.get(id(formula))
    if result is None:
        calls = 1 + sum(_compile_kept(part, memo)[2] for part in _callees(formula) if not _leaf(part))
        work = _quick(formula, memo) if calls <= MOST_CALLS else evaluate_bound(formula)
        result = memo[id(formula)] = formula, work, min(calls, MOST_CALLS + 1)
    return result


def _leaf(formula: Formula) -> bool:
    kind = type(formula)
    return kind is Holds or kind is bool or (type(formula) is Not and type(formula.part) is Holds)


def _callees(formula: Formula) -> Iterable[Formula]:
    """The parts that are compiled to functions of their own."""
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            return parts
        case Not(part):
            return (part,)
        case nodes.Same(left, right):
            return left, right
        case nodes.Equal(nodes.Sum(counted, (), _)) | nodes.AtMost(nodes.Sum(counted, (), _)):
            return [part for _, part in counted]
        case _:
            return ()


def compile_formulas(formulas: Sequence[Formula], memo: CompiledMemo) -> Several:
    """Compile formulas to one function, without a call for each where all are members or all known."""
    indices = [one.variable.index for one in formulas if type(one) is Holds and not _is_opaque(one.variable)]
    if len(indices) == len(formulas) > 1:
        pick = itemgetter(*indices)
        return lambda values: [*map(bool, pick(values))]
    if all(one is True for one in formulas):
        return lambda _: [True] * len(formulas)
    inner = [compile_formula(one, memo) for one in formulas]
    return lambda values: [one(values) for one in inner]


def _quick(formula: Formula, memo: CompiledMemo) -> CompiledFormula:
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            return _junction(type(formula) is nodes.And, parts, memo)
        case bool():
            return (lambda _: True) if formula else (lambda _: False)
        case Holds(variable):
            index = variable.index
            if _is_opaque(variable):
                return lambda values: values.judged(index)
            return lambda values: bool(values[index])
        case Not(Holds(variable)) if not _is_opaque(variable):
            index = variable.index
            return lambda values: not values[index]
        case Not(part):
            inner = compile_formula(part, memo)
            return lambda values: not inner(values)
        case nodes.Same(left, right):
            first, second = compile_formula(left, memo), compile_formula(right, memo)
            return lambda values: first(values) == second(values)
        case nodes.Equal(nodes.Number(variable), value):
            index = variable.index
            return lambda values: values[index] == value
        case nodes.Equal(nodes.Sum((), ((1, nodes.Number(one)), (-1, nodes.Number(other))), 0), 0):
            first_index, second_index = one.index, other.index
            return lambda values: values[first_index] == values[second_index]
        case nodes.Equal(nodes.Sum(_, (), _) as term, value):
            total = _total(term, memo)
            return lambda values: total(values) == value
        case nodes.AtMost(nodes.Sum(_, (), _) as term, value):
            total = _total(term, memo)
            return lambda values: total(values) <= value
        case _:
            return evaluate_bound(formula)


def evaluate_bound(formula: Formula) -> CompiledFormula:
    """Return a function that judges all opaque variables of a formula, then evaluates it node by node."""
    opaque = [variable.index for variable in variables(formula) if _is_opaque(variable)]

    def value(values: GraphAnswer) -> bool:
        for index in opaque:
            values.judged(index)
        return evaluate.truth(formula, values) is True

    return value


def _junction(every: bool, parts: Sequence[Formula], memo: CompiledMemo) -> CompiledFormula:
    if all(type(part) is Holds and not _is_opaque(part.variable) for part in parts):
        pick = itemgetter(*[part.variable.index for part in parts if type(part) is Holds])
        return (lambda values: all(pick(values))) if every else (lambda values: any(pick(values)))
    inner = [compile_formula(part, memo) for part in parts]
    if len(inner) == 2:
        first, second = inner
        if every:
            return lambda values: first(values) and second(values)
        return lambda values: first(values) or second(values)
    if every:
        return lambda values: all(part(values) for part in inner)
    return lambda values: any(part(values) for part in inner)


def _total(term: nodes.Sum, memo: CompiledMemo) -> Callable[[GraphAnswer], int]:
    parts, constant = [(factor, compile_formula(part, memo)) for factor, part in term.counted], term.constant
    return lambda values: constant + sum(factor for factor, part in parts if part(values))

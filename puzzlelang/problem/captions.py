"""Variables and constraints as single lines of plain text, for files that other programs read."""

from puzzlelang.problem.record import Constraint, Kind, Variable


def line(words: str) -> str:
    """Make text fit for any comment: one line of printable ASCII."""
    joined = " ".join(words.split())
    return "".join(sign if sign.isascii() and sign.isprintable() else f"\\u{{{ord(sign):x}}}" for sign in joined)


def variable(about: Variable) -> str:
    """Describe the symbol of a variable, with the values it can have."""
    match about.kind:
        case Kind.MEMBER:
            return line(str(about))
        case Kind.NUMBER:
            none = "" if about.absent is None else f"; {about.absent} for nothing"
            return line(f"{about}, from {about.values[0]} to {about.values[-1]}{none}")
        case Kind.NAME:
            return line(f"{about}: {', '.join(f'{value} {about.called(value)}' for value in range(about.high + 1))}")


def values(about: Variable) -> tuple[str, ...]:
    """Describe the Booleans of a variable: one for a member, else one per value, from the lowest on."""
    match about.kind:
        case Kind.MEMBER:
            return (line(str(about)),)
        case Kind.NUMBER | Kind.NAME:
            return tuple(line(f"{about} is {about.called(value)}") for value in range(about.low, about.high + 1))


def origin(constraint: Constraint) -> str:
    """Describe the rule of a constraint, its bindings and its sentence."""
    return line(f"{constraint.origin}: {constraint.origin.sentence}")

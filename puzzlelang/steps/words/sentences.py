"""Sentences of reasons: the rule, why it decides here, and the facts it uses; long ones become several."""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import Fact
from puzzlelang.steps.templates import as_sentence, inside_sentence, says_several
from puzzlelang.steps.words.fact_texts import ALL, Amount, clauses_text, grounds_text, here_text, seen_text, unseen

MOST_WORDS = 28
"""A sentence with more words is said as several."""


def rules_text(sentences: Sequence[str]) -> str:
    """Sentences of rules as the beginning of one sentence; if they are long, only the last is not ended."""
    if sum(map(_words, sentences)) > MOST_WORDS:
        return ". ".join(map(as_sentence, sentences))
    return "; ".join([*sentences[:1], *map(inside_sentence, sentences[1:])])


def conclusion_text(
    problem: Problem,
    sentences: Sequence[str],
    because: str,
    given: Sequence[Fact],
    *,
    then: str = "",
    shown: Amount = ALL,
) -> str:
    """Return why something follows: the rules, the reason, the facts, and the conclusion (`then`) if needed."""
    cited, given = rules_text(sentences), _to_say(problem, because, given, shown)
    seen = seen_text(problem, given, shown) if cited and not because else ""
    grounds = "" if seen else grounds_text(problem, given, shown)
    short = ": ".join(filter(None, [cited, ", ".join(filter(None, [because or seen, grounds]))]))
    so = ", " if grounds.startswith("as ") and not because else ", so "
    short = so.join(filter(None, [short, then]))
    if not given or _words(short.rpartition(". ")[2]) <= MOST_WORDS:
        return _with_full_stop(short)
    here = here_text(problem, given, shown)
    parts = [": ".join(filter(None, [cited, because])), here]
    return " ".join(_with_full_stop(part) for part in [*parts, f"so {then}" if then else ""] if part)


def _to_say(problem: Problem, because: str, given: Sequence[Fact], shown: Amount) -> Sequence[Fact]:
    """The facts to be said: all without a reason, else only what is not seen on the board, unless that is wanted."""
    return given if shown.drawn or not because else unseen(problem, given)


def contradiction_text(
    problem: Problem,
    sentences: Sequence[str],
    because: str,
    given: Sequence[Fact],
    *,
    grounds: bool = True,
    contrast: bool = True,
    shown: Amount = ALL,
) -> str:
    """Return why known facts contradict rules: by the reason, else by the facts, else by the rules alone.

    `grounds`: name the facts also where there is a reason.  `contrast`: a reason without rules begins with `but`.
    """
    cited, given = rules_text(sentences), _to_say(problem, because, given, shown)
    if because and not cited and contrast:
        return _with_full_stop(f"but {because}")
    if because:
        first = ", but ".join(filter(None, [cited, because]))
        facts = grounds_text(problem, given, shown) if grounds else ""
        short = ", ".join(filter(None, [first, facts]))
        if not facts or _words(short.rpartition(". ")[2]) <= MOST_WORDS:
            return _with_full_stop(short)
        return f"{_with_full_stop(first)} {_with_full_stop(here_text(problem, given, shown))}"
    if len(sentences) > 1 or any(map(says_several, sentences)):
        facts = seen_text(problem, given if shown.drawn else unseen(problem, given), shown)
        first = _with_full_stop(f"{NOTHING_FITS}: {'; '.join(map(inside_sentence, sentences))}")
        return f"{first} {_with_full_stop(f'here: {facts}')}" if facts else first
    facts = clauses_text(problem, given, shown)
    if not facts:
        return _with_full_stop(f"but {inside_sentence(cited)}") if cited else BROKEN
    short = ", but ".join(filter(None, [cited, facts]))
    return (
        _with_full_stop(short)
        if _words(short) <= MOST_WORDS or not cited
        else f"{_with_full_stop(cited)} {_with_full_stop(f'but {facts}')}"
    )


NOTHING_FITS = "nothing fits any more"
"""Before several rules that leave no way together."""

BROKEN = "That would break it."
"""The end of a contradiction for which there is neither a reason nor a fact."""


def _with_full_stop(text: str) -> str:
    return as_sentence(f"{text}.")


def _words(text: str) -> int:
    return len(text.split())

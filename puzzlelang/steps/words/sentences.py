"""Sentences of reasons: the rule, why it decides here, and the facts it uses; long ones become several."""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import Fact
from puzzlelang.steps.templates import as_sentence, inside_sentence, says_several
from puzzlelang.steps.words.fact_texts import ALL, Amount, clauses_text, grounds_text, here_text

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
    cited, grounds = rules_text(sentences), grounds_text(problem, given, shown)
    why = ", ".join(filter(None, [because, grounds]))
    so = ", " if grounds.startswith("as ") and not because else ", so "
    short = ": ".join(filter(None, [cited, why]))
    short = so.join(filter(None, [short, then]))
    if not given or _words(short.rpartition(". ")[2]) <= MOST_WORDS:
        return _with_full_stop(short)
    here = here_text(problem, given, shown)
    parts = [": ".join(filter(None, [cited, because])), here]
    return " ".join(_with_full_stop(part) for part in [*parts, f"so {then}" if then else ""] if part)


def contradiction_text(
    problem: Problem,
    sentences: Sequence[str],
    because: str,
    given: Sequence[Fact],
    *,
    grounds: bool = True,
    shown: Amount = ALL,
) -> str:
    """Return why known facts contradict rules: by the reason, else by the facts, else that they break the rules.

    `grounds`: name the facts also where there is a reason.
    """
    cited = rules_text(sentences)
    if because:
        first = ", but ".join(filter(None, [cited, because]))
        facts = grounds_text(problem, given, shown) if grounds else ""
        short = ", ".join(filter(None, [first, facts]))
        if not facts or _words(short.rpartition(". ")[2]) <= MOST_WORDS:
            return _with_full_stop(short)
        return f"{_with_full_stop(first)} {_with_full_stop(here_text(problem, given, shown))}"
    several = any(map(says_several, sentences))
    if several or len(sentences) > 1:
        facts = grounds_text(problem, given, shown)
        both = "both" if len(sentences) == 2 and not several else "all of these"
        wrong = ", ".join(filter(None, [f"then not {both} can hold", facts]))
        return f"{_with_full_stop(cited)} {_with_full_stop(wrong)}"
    facts = clauses_text(problem, given, shown)
    if not facts:
        return _with_full_stop(f"{cited}, which this would break") if cited else BROKEN
    short = ", but ".join(filter(None, [cited, facts]))
    return (
        _with_full_stop(short)
        if _words(short) <= MOST_WORDS or not cited
        else f"{_with_full_stop(cited)} {_with_full_stop(f'but {facts}')}"
    )


BROKEN = "That would break it."
"""The end of a contradiction for which there is neither a reason nor a fact."""


def _with_full_stop(text: str) -> str:
    return as_sentence(f"{text}.")


def _words(text: str) -> int:
    return len(text.split())

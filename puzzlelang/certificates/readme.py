"""The README of a certificate folder, for readers who do not know this package."""

from puzzlelang.certificates.record import ANSWER, BOARD, CLAUSES, DRAT, LRAT, MANIFEST, CertificateClaim

CLAIMS = {
    CertificateClaim.ONLY: f"The puzzle in {BOARD} has exactly one answer, the one in {ANSWER}.",
    CertificateClaim.NONE: f"The puzzle in {BOARD} has no answer.",
}

_RULES = "That the rules file says what the puzzle is about: read it, it is short."
_CLAUSES = (
    f"That {CLAUSES} says what rules and board say{{}}. puzzlelang makes it: it reads both, unfolds the rules over the"
    " board (its folder ground), writes out what they say about graphs (graphs), and turns that into clauses (sat)."
    " Nothing that it deduces while solving is in them."
)
_ANSWER = (
    "That the answer is right. It is checked by a definition of what the words of rules mean (problem/evaluate), which"
    " shares no code with what makes the clauses."
)
_CHECKER = "The checker of the proof, and the machine that it runs on."

TRUSTED = {
    CertificateClaim.ONLY: (_RULES, _CLAUSES.format(", and that the answer is another one"), _ANSWER, _CHECKER),
    CertificateClaim.NONE: (_RULES, _CLAUSES.format(""), _CHECKER),
}
"""The trusted base; no solver is part of it."""

TEXT = """\
A certificate
=============

{claim}
The rules are in {rules}. The board has {rows} rows and {columns} columns.

Files
-----

{files}

How to check it
---------------

With puzzlelang, the version that is named in {manifest}:

    puzzlelang verify FOLDER

That makes the clauses again from rules and board, compares them with {clauses},
holds the answer against the rules, and checks the proof.

The proof alone, with any checker of DRAT or LRAT proofs, for example

    drat-trim {clauses} {drat}
    lrat-check {clauses} {lrat}
    cake_lpr {clauses} {lrat}

It says that the clauses contradict each other. Comments in {clauses} say what
its numbers stand for and which clauses come from which rule; for checkers that
read no comments take out the lines that begin with c.{last}

What has to be believed
-----------------------

No solver. The proof was written by {prover}, which need not be trusted.

{trusted}
"""

_LAST = f"\nThe last clause asks for another answer than the one in {ANSWER}."

_FILES = {
    BOARD: "the board as it was given",
    ANSWER: "the answer",
    CLAUSES: "rules and board as clauses (DIMACS)",
    DRAT: "a proof that these contradict each other (DRAT, as text)",
    LRAT: "the same steps, each with the clauses that it follows from (LRAT)",
    MANIFEST: "what is claimed, versions, and the SHA-256 of each file",
}

_WIDTH = 80


def readme_text(claim: CertificateClaim, rules: str, others: int, size: tuple[int, int], prover: str) -> str:
    """The text of `README.txt`; `others` counts the files that the rules include."""
    listed = {rules: "the rules" + ("; what they include lies beside them" if others else ""), **_FILES}
    if claim is CertificateClaim.NONE:
        del listed[ANSWER]
    width = max(map(len, listed))
    return TEXT.format(
        claim=CLAIMS[claim],
        rules=rules,
        rows=size[0],
        columns=size[1],
        files="\n".join(f"{name:{width}}  {what}" for name, what in listed.items()),
        manifest=MANIFEST,
        clauses=CLAUSES,
        drat=DRAT,
        lrat=LRAT,
        last=_LAST if claim is CertificateClaim.ONLY else "",
        prover=prover,
        trusted=trust_text(claim, _WIDTH),
    )


def trust_text(claim: CertificateClaim, width: int) -> str:
    """The trusted base, as a list of so many columns."""
    import textwrap

    items = (textwrap.fill(one, width, initial_indent="- ", subsequent_indent="  ") for one in TRUSTED[claim])
    return "\n".join(items)

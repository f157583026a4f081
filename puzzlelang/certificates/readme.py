"""What stands in the folder of a certificate for people who have never heard of this package."""

from puzzlelang.certificates.record import Claim

CLAIMS = {
    Claim.ONLY: "The puzzle in `board.txt` has exactly one answer, the one in `answer.txt`.",
    Claim.NONE: "The puzzle in `board.txt` has no answer.",
}

TRUSTED = {
    Claim.ONLY: (
        "That the rules file says what the puzzle is about: read it, it is short.",
        "That `problem.cnf` says what rules and board say, and that the answer is another one. puzzlelang makes it:"
        " it unfolds the rules over the board (`ground`), writes out what they say about graphs (`graphs`), and turns"
        " that into clauses (`sat`). Nothing that it deduces while solving is in them.",
        "That the answer is right. It is checked by a definition of the rules' words of its own (`problem/evaluate`),"
        " which shares no code with what makes the clauses.",
        "The checker of the proof, and the machine that it runs on.",
    ),
    Claim.NONE: (
        "That the rules file says what the puzzle is about: read it, it is short.",
        "That `problem.cnf` says what rules and board say. puzzlelang makes it: it unfolds the rules over the board"
        " (`ground`), writes out what they say about graphs (`graphs`), and turns that into clauses (`sat`). Nothing"
        " that it deduces while solving is in them.",
        "The checker of the proof, and the machine that it runs on.",
    ),
}
"""What has to be believed; no solver is among it."""

TEXT = """\
A certificate
=============

{claim}
The rules are in `{rules}`.{size}

Files
-----

{files}

How to check it
---------------

With puzzlelang, the version that is named in manifest.json:

    puzzlelang verify FOLDER

That makes the clauses again from rules and board, compares them with problem.cnf,
holds the answer against the rules, and checks the proof.

The proof alone, with any checker of DRAT or LRAT proofs, for example

    drat-trim problem.cnf proof.drat
    lrat-check problem.cnf proof.lrat
    cake_lpr problem.cnf proof.lrat

or, without a compiler, `pip install dratify` and its `check_proof`.
They say that the clauses contradict each other. Comments in problem.cnf tell what
its numbers stand for and which clauses come from which rule.{blocking}

What has to be believed
-----------------------

No solver. The proof was written by `{prover}`, which need not be trusted.

{trusted}
"""

FILES = {
    "board.txt": "the board as it was given",
    "answer.txt": "the answer",
    "problem.cnf": "rules and board as clauses (DIMACS)",
    "proof.drat": "a proof that these contradict each other (DRAT, as text)",
    "proof.lrat": "the same steps, each with the clauses that it follows from (LRAT)",
    "manifest.json": "what is claimed, versions, and the SHA-256 of each file",
}

WIDTH = 84


def text(claim: Claim, rules: str, others: int, size: tuple[int, int], prover: str) -> str:
    """The text of `README.txt`; `others` files stand beside the rules, which they include."""
    import textwrap

    listed = {rules: "the rules" + (f", and {others} that they include" if others else ""), **FILES}
    if claim is Claim.NONE:
        del listed["answer.txt"]
    width = max(map(len, listed))
    trusted = "\n".join(
        textwrap.fill(one, WIDTH, initial_indent="- ", subsequent_indent="  ") for one in TRUSTED[claim]
    )
    last = "\nIts last clause asks for another answer than the one in answer.txt." if claim is Claim.ONLY else ""
    return TEXT.format(
        claim=CLAIMS[claim].replace("`", ""),
        rules=rules,
        size=f" The board has {size[0]} rows and {size[1]} columns.",
        files="\n".join(f"{name:{width}}  {what}" for name, what in listed.items()),
        blocking=last,
        prover=prover,
        trusted=trusted.replace("`", ""),
    ).replace("`", "")

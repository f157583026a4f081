"""What a certificate consists of."""

import enum
import re
from collections.abc import Mapping

import msgspec

FORMAT = 1
"""The version of everything that is said here about a folder."""

MANIFEST, README, BOARD, ANSWER = "manifest.json", "README.txt", "board.txt", "answer.txt"
CLAUSES, LRAT, DRAT = "problem.cnf", "proof.lrat", "proof.drat"

RULES = "rules/"
"""Where the rules file is, with all that it includes."""

FIXED = frozenset({README, BOARD, ANSWER, CLAUSES, LRAT, DRAT})

_RULES = re.compile(r"rules/[^/\\\0]{1,200}\.rules")


class Claim(enum.Enum):
    """What is claimed of the board."""

    ONLY = "only answer"
    NONE = "no answer"


class Digest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it was written."""

    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is claimed, of which files, and what made them.

    `rules` is the file with the rules, `size` the rows and columns of the board.  `versions` are of this package, of
    Python and of the prover; `clauses` are those of the formula, `steps` those of the proof.
    """

    format: int
    claim: Claim
    rules: str
    size: tuple[int, int]
    prover: str
    versions: Mapping[str, str]
    clauses: int
    steps: int
    files: Mapping[str, Digest]


def is_own(name: str) -> bool:
    """Whether a certificate may have a file of this name."""
    return name in FIXED or _RULES.fullmatch(name) is not None


def wanted(claim: Claim) -> frozenset[str]:
    """The files that a certificate of this claim has besides its rules."""
    return FIXED if claim is Claim.ONLY else FIXED - {ANSWER}

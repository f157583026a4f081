"""Records of a certificate: claim, digests, manifest."""

import enum
import re
from collections.abc import Mapping

import msgspec

FORMAT = 1
"""The version of the format of a folder."""

MANIFEST, README, BOARD, ANSWER = "manifest.json", "README.txt", "board.txt", "answer.txt"
CLAUSES, LRAT, DRAT = "problem.cnf", "proof.lrat", "proof.drat"

RULES = "rules/"
"""The folder of the rules file and all that it includes."""

FIXED = frozenset({README, BOARD, ANSWER, CLAUSES, LRAT, DRAT})

_RULES = re.compile(r"rules/[^/\\\0]{1,200}\.rules")


class CertificateClaim(enum.Enum):
    """The claim about the board."""

    ONLY = "only answer"
    NONE = "no answer"


class Digest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size and hash of a file."""

    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The claim, the files with their digests, and the versions of the programs.

    `rules` is the file with the rules, `size` the rows and columns of the board.  `versions` are of this package, of
    Python and of the prover; `clauses` counts those of the formula, `steps` those of the proof.
    """

    format: int
    claim: CertificateClaim
    rules: str
    size: tuple[int, int]
    prover: str
    versions: Mapping[str, str]
    clauses: int
    steps: int
    files: Mapping[str, Digest]


def is_own(name: str) -> bool:
    """Return whether a certificate may contain a file of this name."""
    return name in FIXED or _RULES.fullmatch(name) is not None


def required_files(claim: CertificateClaim) -> frozenset[str]:
    """The files of a certificate of this claim besides its rules."""
    return FIXED if claim is CertificateClaim.ONLY else FIXED - {ANSWER}

"""Where boards that nobody here wrote lie, for checks that are left out without them."""

import os
from pathlib import Path

BESIDE = Path(__file__).parent.parent.parent / "shared" / "corpora"


def corpora() -> Path | None:
    """The folder that `PUZZLELANG_CORPORA` names, else the one beside the checkout; None if there is none."""
    folder = Path(os.environ.get("PUZZLELANG_CORPORA") or BESIDE)
    return folder if folder.is_dir() else None

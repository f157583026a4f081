"""What became of the clues of a board, in words."""

from puzzlelang.making.symmetry import Symmetry
from puzzlelang.questions.made import Minimised
from puzzlelang.steps.rating import LEVELS


def told(
    found: Minimised, least: int = 0, rating: str = "", symmetry: str = Symmetry.NONE.value, *, kept: bool = False
) -> str:
    """How many clues went, and what is known of the others; the arguments say what was wanted.

    `kept`: some clues were to stay, so nobody knows whether they are needed.
    """
    went = f"{found.dropped} clue{'s' * (found.dropped != 1)} went, {_left(found.left)}"
    if not found.minimal:
        return f"{went}. More could go: {found.stopped}."
    if rating and LEVELS.index(found.rating) > LEVELS.index(rating):
        return f"{went}: the board is not {rating} with all its clues, its rating is {found.rating} already."
    told = f"{went}, {_needed(symmetry)}{', apart from those to be kept' * kept}."
    if least:
        told = f"{went}, as wanted." if least >= found.left else f"{went}; no other can go if {least} are to be left."
    if found.rating != rating:
        return f"{told} That is the hardest found: its rating is {found.rating}, not {rating}."
    return f"{told} Its rating is {rating}." if rating else told


def _left(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'} left"


def _needed(symmetry: str) -> str:
    """What was tried of the clues that are left."""
    if symmetry == Symmetry.NONE.value:
        return "each of them needed"
    return f"none of which can go with its images under the {symmetry}"

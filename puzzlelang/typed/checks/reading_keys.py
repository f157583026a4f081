"""Checks the keys of entries in `read` statements: what an item may be called.  All raise `Failed`."""

from puzzlelang.typed import ir
from puzzlelang.typed.checks.scope import mistake
from puzzlelang.typed.codecs.codec import Piece

Entries = tuple[ir.PieceEntry, ...]


def check_keys(entries: Entries, word: str, shape: Piece) -> None:
    """No key is a letter that says how many places are without an item."""
    for entry in entries:
        if entry.key and len(str(entry.key)) == 1 and str(entry.key) in shape.runs:
            places = shape.runs.index(str(entry.key)) + 1
            many = "a place" if places == 1 else f"{places} places"
            message = f"`{entry.key}` never stands for an item of `{word}`: it is a run of {many} without one"
            raise mistake("E093", message, entry.span, hint='`""` is the key for places without an item')


def check_keyed(entries: Entries, word: str, shape: Piece) -> None:
    """Every entry of a piece that reads fields names one."""
    for entry in entries:
        if not entry.key:
            message = f"each entry of `{word}` begins with what it reads, in quotes"
            raise mistake("E093", message, entry.span, hint=f"it reads {shape.meaning}")


def check_open(entries: Entries) -> None:
    """Refuses pattern keys whose `*` is not at the end."""
    for entry in entries:
        if isinstance(entry.key, str) and "*" in entry.key[:-1]:
            hint = 'its letters stand first, such as `"o*"`'
            raise mistake("E093", f"in `{entry.key}` the `*` does not stand at the end", entry.span, hint=hint)


def check_digits(entries: Entries, layer: str) -> None:
    """The keys of a layer of a packed number are 0, 1, 2 and so on: they show how many digits there are."""
    keys = {str(entry.key) for entry in entries}
    if not entries or keys != set(map(str, range(len(entries)))):
        hint = 'such as `"0": shade light, "1": shade dark`; `nothing` for a digit that says nothing'
        raise mistake("E093", f"{layer} needs an entry for each digit from 0 on", entries[0].span, hint=hint)

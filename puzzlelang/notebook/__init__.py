"""Cells of Jupyter and IPython, for `%load_ext puzzlelang.notebook`: see `magics`."""

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Make `%%rules` and `%%board` known to a shell, as `%load_ext` asks for."""
    from puzzlelang.notebook.magics import CellMagics

    cells = CellMagics(print)
    shell.register_magic_function(cells.state_rules, "cell", "rules")
    shell.register_magic_function(cells.ask_board, "cell", "board")

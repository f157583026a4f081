"""Pictures as output of commands: to files, to standard output, and as text on a terminal."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import msgspec

from puzzlelang import files, pipeline
from puzzlelang.cli import output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.text import write
from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.typed.ir import Ruleset

if TYPE_CHECKING:
    from puzzlelang.scene.record import Role, Scene

FORMS = ("svg", "png")
"""What `--as` of commands that show boards takes besides text."""

FILE_FORMS = (*FORMS, "pdf")
"""The forms of pictures that a file can have, by the ending of its name; `scene.outputs` is not loaded for them."""

STYLES = ("unicode", "ascii", "text")
"""How boards are shown: as pictures of box drawing or of ASCII characters, or as board text, which reads back."""


class Boards(msgspec.Struct, frozen=True):
    """The way in which a command shows boards: in a style, by default pictures on a terminal, else board text.

    `form`: as pictures for other programs instead, see `FORMS`.
    """

    rules: Ruleset
    puzzle: Puzzle
    style: str | None = None
    form: str | None = None

    @property
    def are_pictures(self) -> bool:
        """Whether boards are shown as pictures made of characters."""
        return self.form is None and _style(self.style) != "text"

    def text(self, drawn: Solution | Drawing | None, roles: "Mapping[Place, Role] | None" = None) -> str:
        """The board with an answer or a drawing, as a picture of characters or else as board text."""
        return self.picture(drawn, roles) or write.write(self.rules, self.puzzle, drawn)

    def picture(self, drawn: Solution | Drawing | None, roles: "Mapping[Place, Role] | None" = None) -> str:
        """The picture of characters for standard output, empty where board text is wanted.

        That is also so if it is wider than the terminal, or if the lattice has none, unless the style was asked for.
        """
        style = _style(self.style)
        if style == "text":
            return ""
        import shutil

        from puzzlelang.scene.to_terminal import columns, is_drawable, terminal

        scene = pipeline.picture(self.rules, self.puzzle, drawn, roles)
        plain = style == "ascii"
        fits = is_drawable(scene) and columns(terminal(scene, plain=plain)) <= shutil.get_terminal_size().columns
        if not fits and self.style is None:
            return ""
        return terminal(scene, plain=plain, colour=output.colourful(sys.stdout))

    @property
    def remark_stream(self) -> TextIO:
        """Return the stream for remarks: standard output, unless a picture for other programs goes there."""
        return sys.stderr if self.form else sys.stdout

    def show_picture(self, drawn: Solution | Drawing | None, roles: "Mapping[Place, Role] | None" = None) -> None:
        """Print the board where pictures are wanted, in the form for other programs if there is one."""
        if self.form is not None:
            self.show(drawn, roles)
        elif self.are_pictures:
            print(self.text(drawn, roles))

    def show(self, drawn: Solution | Drawing | None, roles: "Mapping[Place, Role] | None" = None) -> None:
        """Write the board in the form for other programs."""
        assert self.form is not None
        show(pipeline.picture(self.rules, self.puzzle, drawn, roles), self.form)


def _style(option: str | None) -> str:
    """The style that was asked for, else what standard output can show."""
    if option is not None or not sys.stdout.isatty():
        return option or "text"
    try:
        "┏┿║█○".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return "ascii"
    return "unicode"


def form_by_name(target: Path) -> str:
    """The form of picture that a file's name ends in, empty for any other name."""
    suffix = target.suffix.lower().removeprefix(".")
    return suffix if suffix in FILE_FORMS else ""


def chosen_form(form: str | None, target: Path | None) -> str:
    """The form of a board: that of `--as`, else a picture if the file's name ends like one, else text."""
    return form or (form_by_name(target) if target else "") or "text"


def form_of(target: Path | None) -> str:
    """The form that a file's name ends in, `svg` for standard output.  Raises `Failed` for other ends."""
    if target is None:
        return "svg"
    form = form_by_name(target)
    if not form:
        hint = "let it end in `.svg`, `.png` or `.pdf`, or say the form with `--as`"
        raise fail("E381", f"`{target.name}` does not say which picture to write", hint=hint)
    return form


def deliver(scene: "Scene", form: str, target: Path | None, *, force: bool = False, dark: bool = False) -> int:
    """Write a picture to a file, or to standard output if that is no terminal or the picture is text."""
    if target is None:
        show(scene, form, dark=dark)
        return output.FINE
    from puzzlelang.scene import outputs

    files.write_bytes(target, outputs.picture_bytes(scene, form, dark=dark), force=force)
    print(f"wrote {target}")
    return output.FINE


def check_shown(form: str) -> None:
    """Fail early if standard output is a terminal that cannot show the picture; for long computations."""
    from puzzlelang.scene import outputs

    if form in outputs.FORMS and form != "svg" and sys.stdout.isatty():
        raise click.UsageError(f"A terminal shows no {form.upper()}: write it to a file.")


def show(scene: "Scene", form: str, *, dark: bool = False) -> None:
    """Write a picture to standard output; only text to a terminal."""
    from puzzlelang.scene import outputs

    check_shown(form)
    if form == "svg":
        print(outputs.picture_bytes(scene, form, dark=dark).decode(), end="")
        return
    output.write_bytes(outputs.picture_bytes(scene, form, dark=dark))

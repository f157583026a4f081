"""Folders that a command writes as a whole and recognises later; foreign files in them are kept."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from puzzlelang import files
from puzzlelang.diagnostics.record import fail


class OwnFolder(msgspec.Struct, frozen=True):
    """A folder of a command: `manifest` is the file that lists what it wrote, all by names that match `ours`."""

    command: str
    manifest: str
    ours: str

    def check(self, folder: Path, *, force: bool) -> None:
        """Raises `Failed` if the folder is not empty and the command did not write it, unless forced."""
        if force or not files.is_folder(folder) or files.is_file(folder / self.manifest, stream=False):
            return
        if files.folder_entries(folder, ""):
            raise fail(
                "E304",
                f"`{folder}` is no folder that `{self.command}` wrote, and it is not empty",
                hint="choose another name, or add `--force` to write into it",
            )

    def write(self, folder: Path, result: Mapping[str, str | bytes], *, force: bool) -> None:
        """Write all beside what is there, then put it in its place and take away what only an earlier run wrote.

        Raises `Failed` if files of others are where new ones are to stand, unless forced, and if there is no room; then
        nothing has changed.
        """
        manifest = folder / self.manifest
        listed = files.read_text(manifest).text.splitlines() if files.is_file(manifest, stream=False) else []
        foreign = next((one for one in result if one not in listed and files.is_file(folder / one, stream=False)), None)
        if foreign is not None and not force:
            hint = "add `--force` to overwrite it"
            raise fail("E304", f"`{self.command}` did not write `{folder / foreign}`", hint=hint)
        old = [name for name in listed if re.fullmatch(self.ours, name) and name not in result]
        both = f"{self.manifest}.both"
        with files.staging_folder(
            folder, {**result, self.manifest: _list(result), both: _list([*result, *old])}
        ) as fresh:
            for parent in sorted({folder / Path(name).parent for name in result}):
                files.make_folder(parent)
            (fresh / both).replace(manifest)  # whatever happens now, a later run knows all these files
            for name in result:
                (fresh / name).replace(folder / name)
            for name in old:
                files.remove(folder / name)
            (fresh / self.manifest).replace(manifest)


def _list(names: Iterable[str]) -> str:
    return "".join(f"{name}\n" for name in names)

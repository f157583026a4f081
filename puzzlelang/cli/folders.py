"""The folder of a certificate, written so that nothing of others is lost."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from puzzlelang import files
from puzzlelang.certificates.folder import manifest_of
from puzzlelang.certificates.record import MANIFEST, RULES, Manifest
from puzzlelang.diagnostics.record import Failed, fail


def check_free(folder: Path, *, force: bool) -> None:
    """Raises `Failed` (E304) unless a certificate may be written there: the folder is new or empty.

    With `force` it may hold another certificate, whose files can go; all other files stay.
    """
    try:
        taken = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    except OSError as error:
        raise fail("E301", f"`{folder}` cannot be used: {error.strerror}") from None
    except ValueError:  # a NUL in the name
        raise fail("E301", "a folder whose name has a NUL in it cannot be used") from None
    if taken and not force:
        hint = "choose another folder, or add `--force` to write over the certificate in it"
        raise fail("E304", f"the folder `{folder}` is not empty: there is `{taken[0]}`", hint=hint)


def write(folder: Path, manifest: Manifest, texts: Mapping[str, str], *, force: bool) -> None:
    """Write a certificate, with `force` over another one; all new files are complete before old ones are replaced.

    Raises `Failed`; see `check_free`.
    """
    check_free(folder, force=force)
    own = _own_files(folder)
    for name in (*texts, MANIFEST):
        if name not in own and (folder / name).exists():
            hint = "choose another folder"
            raise fail("E304", f"`{folder / name}` exists and belongs to no certificate", hint=hint)
    told = msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode() + "\n"
    with files.staging_folder(folder, {**texts, MANIFEST: told}) as fresh:
        (folder / RULES).mkdir(exist_ok=True)
        for name in (MANIFEST, *sorted(own - {MANIFEST, *texts})):
            (folder / name).unlink(missing_ok=True)
        for name in (*texts, MANIFEST):
            (fresh / name).replace(folder / name)


def _own_files(folder: Path) -> set[str]:
    """The files of the certificate in a folder; none if there is none."""
    try:
        manifest = manifest_of(folder)
    except Failed:
        return set()
    return {MANIFEST, *manifest.files}

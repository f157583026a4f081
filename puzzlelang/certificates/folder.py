"""Certificate folders: bounded reading, and no file from elsewhere."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from puzzlelang import files
from puzzlelang.certificates.record import FORMAT, MANIFEST, Digest, Manifest, is_own, required_files
from puzzlelang.diagnostics.record import Diagnostic, fail
from puzzlelang.source import Source

MOST_MANIFEST = 1_000_000
"""Bytes of a manifest that are read."""


class LoadedCertificate(msgspec.Struct, frozen=True):
    """A certificate as read: its manifest, the texts of its files by name, and files that were changed."""

    manifest: Manifest
    sources: Mapping[str, Source]
    changed: tuple[Diagnostic, ...]


def digest(text: str) -> Digest:
    """The digest of a file."""
    data = text.encode("utf-8", "replace")
    return Digest(len(data), hashlib.sha256(data).hexdigest())


def read(folder: Path, most: int) -> LoadedCertificate:
    """The certificate in a folder, whose files have together `most` bytes at most.

    Raises `Failed` (E340) if there is none or part of it is missing.  A changed file is no error here: it is listed in
    `changed`, so that later checks can name what is wrong in it.
    """
    manifest = manifest_of(folder)
    missing = sorted({*required_files(manifest.claim), manifest.rules} - set(manifest.files))
    if missing:
        raise fail("E340", f"`{folder / MANIFEST}` does not list `{missing[0]}`")
    sources: dict[str, Source] = {}
    changed: list[Diagnostic] = []
    for name, written in manifest.files.items():
        _check_own(folder, name)
        if not files.is_file(folder / name, stream=False):
            raise fail("E340", f"`{folder}` has no `{name}`, which belongs to the certificate")
        sources[name] = files.read_text(folder / name, most)
        most -= len(sources[name].text)
        if digest(sources[name].text) != written or (folder / name).stat().st_size != written.bytes:
            message = f"`{name}` is not as it was when the certificate was written"
            changed.append(Diagnostic("E341", message, help="its SHA-256 is another one than the manifest says"))
    return LoadedCertificate(manifest, sources, tuple(changed))


def _check_own(folder: Path, name: str) -> None:
    """Refuse symbolic links, as they may lead outside of the certificate.  Raises `Failed` (E340)."""
    place = folder / name
    if any(part.is_symlink() for part in (place, *place.parents[: name.count("/")])):
        raise fail("E340", f"`{place}` is a link, and a certificate has none", hint="copy the folder again, as a whole")


def manifest_of(folder: Path) -> Manifest:
    """The manifest in a folder.  Raises `Failed` (E340) if there is none that this version reads."""
    place = folder / MANIFEST
    _check_own(folder, MANIFEST)
    if not files.is_file(place, stream=False):
        raise fail("E340", f"there is no certificate in `{folder}`", hint=f"`certify` writes one, with a `{MANIFEST}`")
    source = files.read_text(place, MOST_MANIFEST)
    try:
        result = msgspec.json.decode(source.text, type=Manifest)
    except msgspec.MsgspecError as error:
        raise fail("E340", f"`{place}` is no manifest of a certificate: {error}") from None
    if result.format != FORMAT:
        raise fail("E340", f"`{place}` has the format {result.format}, and this version reads {FORMAT}")
    strange = next((name for name in (result.rules, *result.files) if not is_own(name)), None)
    if strange is not None:
        raise fail("E340", f"`{place}` lists `{strange}`, which no certificate has")
    return result

"""`gallery`."""

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from puzzlelang import examples, files, pipeline, resources
from puzzlelang.cli import genres, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.streams import raw
from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.gallery.from_rules import ProvenRules
from puzzlelang.gallery.site import site
from puzzlelang.workers.limits import Limits

MANIFEST = "gallery.files"
"""The list of what `gallery` wrote into a folder: there, and only there, it writes anew and takes old pages away."""

_BOTH = "gallery.both"
"""The list of new and old files together, while new ones take the place of old ones."""

_OURS = re.compile(r"(?:[a-z]+/)?[a-z0-9-]+\.(?:html|svg|css|js)")
"""Paths that a list may have: nothing outside of the folder."""


@click.command("gallery")
@click.argument("rules", nargs=-1)
@click.option(
    "-o", "--output", "folder", required=True, type=options.PathOption("folder"), metavar="FOLDER",
    help="The folder to write to.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Write into a folder that has other files, and over those of these names.")
@options.limit_options
def gallery_(rules: tuple[str, ...], folder: Path, force: bool, limits: Limits) -> int:
    """Write a handbook of rule files, by default the library, as pages for a browser.

    Each has its rules in words, a board with its answer, a picture of each rule broken, and its text. The examples of
    the files are tried first; if one does not hold nothing is written.
    """
    _check_folder(folder, force=force)
    tried, wrong = _tried(rules, limits)
    if wrong:
        output.show_diagnostics(wrong, as_json=False)
        return output.UNKNOWN if examples.limits_reached(wrong) else output.WRONG_INPUT
    _write(folder, site(tried), force=force)
    print(f"wrote the pages of {count_of(len(tried), 'rule file')}; open {folder / 'index.html'}")
    return output.FINE


def _tried(names: tuple[str, ...], within: Limits) -> tuple[list[ProvenRules], list[Diagnostic]]:
    """The files, each once, with their examples; and everything that is wrong with any."""
    paths = list(genres.rule_files(names or (str(resources.library()),)))
    paths = list({path.resolve(): path for path in reversed(paths)}.values())[::-1]
    tried: list[ProvenRules] = []
    wrong: list[Diagnostic] = []
    for number, path in enumerate(paths, 1):
        _tell(f"{number} of {len(paths)}: {path.name}")
        try:
            with options.command_limits(f"reading `{path}`"):
                ruleset = pipeline.load(str(path))
        except Failed as failed:
            wrong += failed.diagnostics
            continue
        tried.append(ProvenRules(ruleset, examples.prove_examples(ruleset, within=within)))
        wrong += [item for outcome in tried[-1].outcomes for item in outcome.diagnostics]
    _tell("")
    return tried, wrong


def _tell(what: str) -> None:
    """How far it is, on a line of a terminal that the next one replaces."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=raw(sys.stderr), flush=True)


# --------------------------------------------------------------------------------------------------- the folder


def _check_folder(folder: Path, *, force: bool) -> None:
    """Raises `Failed` if the folder is not empty and was not written by `gallery`, unless forced."""
    if force or not files.is_folder(folder) or files.is_file(folder / MANIFEST, stream=False):
        return
    if files.folder_entries(folder, ""):
        raise fail(
            "E304",
            f"`{folder}` is no folder that `gallery` wrote, and it is not empty",
            hint="choose another name, or add `--force` to write into it",
        )


def _write(folder: Path, made: Mapping[str, str], *, force: bool) -> None:
    """Write everything beside what is there, then put it in its place and take away what only an earlier run wrote.

    Raises `Failed` if there are files of others where pages are to stand, unless forced, and if there is no room; then
    nothing has changed.
    """
    manifest = folder / MANIFEST
    listed = files.read_text(manifest).text.splitlines() if files.is_file(manifest, stream=False) else []
    foreign = next((name for name in made if name not in listed and files.is_file(folder / name, stream=False)), None)
    if foreign is not None and not force:
        raise fail("E304", f"`gallery` did not write `{folder / foreign}`", hint="add `--force` to overwrite it")
    old = [name for name in listed if _OURS.fullmatch(name) and name not in made]
    with files.staging_folder(folder, {**made, MANIFEST: _list(made), _BOTH: _list([*made, *old])}) as fresh:
        for parent in sorted({folder / Path(name).parent for name in made}):
            files.make_folder(parent)
        (fresh / _BOTH).replace(manifest)  # whatever happens now, a later run knows all these files
        for name in made:
            (fresh / name).replace(folder / name)
        for name in old:
            files.remove(folder / name)
        (fresh / MANIFEST).replace(manifest)


def _list(names: Iterable[str]) -> str:
    return "".join(f"{name}\n" for name in names)

"""The command `gallery`."""

from pathlib import Path

from puzzlelang import examples, pipeline, resources
from puzzlelang.cli import genres, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.own_folder import OwnFolder
from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.gallery.from_rules import ProvenRules
from puzzlelang.gallery.site import site
from puzzlelang.workers.limits import Limits

MANIFEST = "gallery.files"
"""The list of what `gallery` wrote into a folder: there, and only there, it writes anew and takes old pages away."""

_FOLDER = OwnFolder("gallery", MANIFEST, r"(?:[a-z]+/)?[a-z0-9-]+\.(?:html|svg|css|js)")


@click.command("gallery")
@click.argument("rules", nargs=-1)
@click.option(
    "-o", "--output", "folder", required=True, type=options.PathOption("folder"), metavar="FOLDER",
    help="The folder to write to.",
)  # fmt: skip
@click.option(
    "--force", is_flag=True, help="Write into a folder with other files, and overwrite files of the same names."
)
@options.limit_options
def gallery_(rules: tuple[str, ...], folder: Path, force: bool, limits: Limits) -> int:
    """Write a handbook of rule files, by default the library, as pages for a browser.

    Each page has the rules in words, a board with its answer, a picture of a violation of each rule, and the file
    itself. All examples are tried first; nothing is written if one fails.
    """
    _FOLDER.check(folder, force=force)
    tried, wrong = _try_files(rules, limits)
    if wrong:
        output.show_diagnostics(wrong, as_json=False)
        return output.UNKNOWN if examples.limits_reached(wrong) else output.WRONG_INPUT
    _FOLDER.write(folder, site(tried), force=force)
    print(f"wrote the pages of {count_of(len(tried), 'rule file')}; open {folder / 'index.html'}")
    return output.FINE


def _try_files(names: tuple[str, ...], within: Limits) -> tuple[list[ProvenRules], list[Diagnostic]]:
    """The files, each once, with their examples; and everything that is wrong with any."""
    paths = list(genres.rule_files(names or (str(resources.library()),)))
    paths = list({path.resolve(): path for path in reversed(paths)}.values())[::-1]
    tried: list[ProvenRules] = []
    wrong: list[Diagnostic] = []
    for number, path in enumerate(paths, 1):
        output.show_progress(f"{number} of {len(paths)}: {path.name}")
        try:
            with options.command_limits(f"reading `{path}`"):
                ruleset = pipeline.load(str(path))
        except Failed as failed:
            wrong += failed.diagnostics
            continue
        tried.append(ProvenRules(ruleset, examples.prove_examples(ruleset, within=within)))
        wrong += [item for outcome in tried[-1].outcomes for item in outcome.diagnostics]
    output.show_progress("")
    return tried, wrong

"""The commands `certify` and `verify`; a certificate's folder never overwrites the files of others."""

import platform
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from puzzlelang import __version__, files, pipeline
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.certificates import folder as opening
from puzzlelang.certificates import provers, readme, record
from puzzlelang.certificates import verify as checks
from puzzlelang.certificates.folder import manifest_of
from puzzlelang.certificates.record import MANIFEST, RULES, CertificateClaim, Manifest
from puzzlelang.cli import arguments, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.live import open_live
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.pipeline import SUFFIX
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import certify, verify
from puzzlelang.questions.certify import Certificate, CertifyQuestion
from puzzlelang.questions.verify import Verification, VerifyQuestion
from puzzlelang.sessions import wire
from puzzlelang.source import Source
from puzzlelang.typed.cache import SourceTexts
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers import own_limits
from puzzlelang.workers.limits import Limits


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


def write_folder(folder: Path, manifest: Manifest, texts: Mapping[str, str], *, force: bool) -> None:
    """Write a certificate, with `force` over another one; all new files are complete before old ones are replaced.

    Raises `Failed`; see `check_free`.
    """
    check_free(folder, force=force)
    own = _own_files(folder)
    for name in (*texts, MANIFEST):
        if name not in own and (folder / name).exists():
            hint = "choose another folder"
            raise fail("E304", f"`{folder / name}` exists and belongs to no certificate", hint=hint)
    manifest_text = msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode() + "\n"
    with files.staging_folder(folder, {**texts, MANIFEST: manifest_text}) as fresh:
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


INVALID_CODES = ("E111", "E324", "E341", "E342", "E343", "E346")
"""Codes of certificates that could be read and do not hold."""

WIDTH = 100
"""Columns of what `verify` prints."""

MEMORY_PER_BYTE = 20
"""So many bytes of memory are needed for a byte of a certificate."""


@click.command("certify")
@arguments.boards()
@click.option(
    "-o", "--output", "folder", required=True, metavar="FOLDER", help="Where to write; a new or an empty folder.",
    type=options.PathOption("folder"),
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a certificate in the folder.")
@click.option(
    "--prover", default=provers.OWN_PROVER, show_default=True, metavar="NAME",
    help=f"The prover, or a program: {', '.join(provers.PROGRAMS)}.",
)  # fmt: skip
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@options.limit_options
def certify_(
    rules: Ruleset, puzzle: Puzzle, folder: Path, force: bool, prover: str, json_: bool, limits: Limits
) -> int:
    """Write a proof that others can check: that the answer of BOARD is the only one, or that there is none.

    The folder holds the rules, the board and the answer, all of this as clauses, a proof about the clauses, and a
    README.txt that explains how to check it with or without puzzlelang.
    """
    check_free(folder, force=force)
    with tempfile.TemporaryDirectory() as scratch, open_live(rules, puzzle, limits) as (opened, live):
        result = opened.ask(CertifyQuestion(prover, scratch), see=live)
        results = result.certified
        if results is None:
            return output.report(certify.KIND, result, as_json=json_, stream=sys.stderr)
        claim = CertificateClaim.NONE if results.values is None else CertificateClaim.ONLY
        texts = _texts(opened, results, claim, prover)
    manifest = _manifest(puzzle, results, claim, prover, texts)
    write_folder(folder, manifest, texts, force=force)
    if json_:
        output.write_json({"status": "certified", "claim": claim.value, **certify.as_json(result)})
    else:
        print(f"wrote {folder}: {certify.as_text(result)}: {claim.value}")
    return output.FINE


def _texts(opened: OpenPuzzle, certificate: Certificate, claim: CertificateClaim, prover: str) -> dict[str, str]:
    """All files but the manifest by their names.  Raises `Failed` (E208) for an answer that cannot be drawn."""
    rules, puzzle = opened.rules, opened.puzzle
    files = {f"{record.RULES}{name}": text for name, text in _rule_files(rules).items()}
    strange = next((name for name in files if not record.is_own(name)), None)
    if strange is not None:
        raise fail("E301", f"a file of the name `{strange}` cannot be written into a certificate")
    files[record.BOARD] = puzzle.source.text
    if certificate.values is not None:
        drawn = write.write(rules, puzzle, opened.reader.solution(certificate.values))
        again = boards.read_drawing(rules, puzzle, Source(record.ANSWER, drawn))
        drawn_values = opened.reader.indexed(again)
        if any(drawn_values.get(index, value) != value for index, value in enumerate(certificate.values)):
            raise fail("E208", "the answer of this board cannot be written as board text")
        files[record.ANSWER] = drawn
    files |= {record.CLAUSES: certificate.text, record.LRAT: certificate.lrat, record.DRAT: certificate.drat}
    main, *others = (name for name in files if name.startswith(record.RULES))
    files[record.README] = readme.readme_text(claim, main, len(others), _size(puzzle), prover)
    return files


def _rule_files(rules: Ruleset) -> dict[str, str]:
    """The text of a rules file by its name, and of all that it includes or extends."""
    path = Path(rules.source.name)
    _, texts = pipeline.load_with_texts(rules.source.name)
    main = path.name if path.suffix == SUFFIX else f"puzzle{SUFFIX}"
    return {
        main: texts.text,
        **{name.removesuffix(SUFFIX) + SUFFIX: text for name, (_, text) in texts.included.items()},
    }


def _size(puzzle: Puzzle) -> tuple[int, int]:
    return puzzle.geometry.height, puzzle.geometry.width


def _manifest(
    puzzle: Puzzle, certificate: Certificate, claim: CertificateClaim, prover: str, texts: dict[str, str]
) -> Manifest:
    main = next(name for name in texts if name.startswith(record.RULES))
    versions = {"puzzlelang": __version__, "python": platform.python_version(), prover: certificate.version}
    digests = {name: opening.digest(text) for name, text in texts.items()}
    return Manifest(
        record.FORMAT, claim, main, _size(puzzle), prover, versions, certificate.clauses, certificate.steps, digests
    )


@click.command("verify")
@click.argument("folder", type=options.PathOption())
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@options.limit_numbers
def verify_(folder: Path, json_: bool, timeout: float, memory: int) -> int:
    """Check the certificate in FOLDER that `certify` wrote.

    The clauses are derived again from its rules and board, the answer is checked against the rules, and so is each
    step of the proof; no solver is trusted. Exit code 0 if the certificate holds, 1 if not.
    """
    certificate = opening.read(folder, memory * 1_000_000 // MEMORY_PER_BYTE)
    try:
        result = _verification(folder, certificate, Limits(timeout, memory))
    except Failed as failed:
        output.show_diagnostics([*failed.diagnostics, *certificate.changed], as_json=json_)
        if own_limits.limit_reached(failed.diagnostics):
            return output.UNKNOWN
        diagnostics = [*failed.diagnostics, *certificate.changed]
        return output.NO_ANSWER if any(item.code in INVALID_CODES for item in diagnostics) else output.WRONG_INPUT
    if result.verified is None:
        return output.report(verify.KIND, result, as_json=json_, stream=sys.stderr)
    counts = checks.ProofSize(result.verified.clauses, result.verified.steps)
    if wrong := [*certificate.changed, *checks.check_manifest(certificate, counts)]:
        output.show_diagnostics(wrong, as_json=json_)
        return output.NO_ANSWER
    _say(certificate.manifest, result, json_)
    return output.FINE


def _verification(folder: Path, certificate: opening.LoadedCertificate, within: Limits) -> Verification:
    """Verify the files of a certificate in a new session.  Raises `Failed` if it does not hold."""
    sources, manifest = certificate.sources, certificate.manifest
    with options.command_limits():
        rules = pipeline.ruleset_of_texts(_rule_texts(folder, sources, manifest.rules))
        puzzle = boards.read(rules, sources[record.BOARD], manifest.size)
        drawing = (
            None
            if manifest.claim is CertificateClaim.NONE
            else boards.read_drawing(rules, puzzle, sources[record.ANSWER])
        )
    if drawing is None and manifest.claim is CertificateClaim.ONLY:
        raise fail("E324", f"there is no answer in `{record.ANSWER}`")
    clauses, lrat, drat = (sources[name].text for name in (record.CLAUSES, record.LRAT, record.DRAT))
    with open_live(rules, puzzle, within) as (opened, live):
        return opened.ask(VerifyQuestion(clauses, lrat, drat, wire.marks(drawing)), see=live)


def _rule_texts(folder: Path, sources: Mapping[str, Source], main: str) -> SourceTexts:
    """The rules in the folder, which include nothing from elsewhere."""
    included: dict[str, tuple[str, str]] = {}
    for name, source in sources.items():
        if name.startswith(record.RULES) and name != main:
            wanted = name.removeprefix(record.RULES)
            results = str(folder / name), source.text
            included |= {wanted: results, wanted.removesuffix(SUFFIX): results}
    return SourceTexts(str(folder / main), sources[main].text, included)


def _say(manifest: Manifest, verification: Verification, json_: bool) -> None:
    claim = manifest.claim
    if json_:
        output.write_json(
            {"status": "holds", "claim": claim.value, **verify.as_json(verification), "trusted": readme.TRUSTED[claim]}
        )
        return
    print(readme.CLAIMS[claim])
    print(verify.as_text(verification))
    versions = ", ".join(f"{name} {version}" for name, version in manifest.versions.items())
    print(f"By its own account it was written by {versions}; that cannot be checked.")
    print(f"What has to be believed:\n{readme.trust_text(claim, WIDTH)}")

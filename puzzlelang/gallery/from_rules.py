"""Turns rule files, with examples that were just tried, into contents of pages."""

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.examples import ExampleOutcome
from puzzlelang.formats import boards
from puzzlelang.gallery.genre import GenrePage, Picture, ReadFormat, RuleText, ShownTechnique, SolvedBoard, Violation
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.questions.wording import place_list
from puzzlelang.render import players
from puzzlelang.scene.record import Role, Scene
from puzzlelang.scene.to_svg import svg
from puzzlelang.sessions.highlights import finding_roles
from puzzlelang.source import Source
from puzzlelang.techniques.boards import board
from puzzlelang.techniques.on_board import read_kept
from puzzlelang.techniques.pictures import before_and_after
from puzzlelang.techniques.record import SIDES
from puzzlelang.techniques.searched import open_rules, unknown_besides
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.formats import FORMATS

_NOTHING_DRAWN = Drawing({})


class ProvenRules(msgspec.Struct, frozen=True):
    """A ruleset and its examples, all of which hold."""

    rules: ir.Ruleset
    outcomes: tuple[ExampleOutcome, ...]


def genres(proven: Sequence[ProvenRules]) -> list[GenrePage]:
    """The page contents of rule files, sorted by title; no two pages share a name."""
    ordered = sorted(proven, key=lambda tried: (tried.rules.title.casefold(), tried.rules.source.name))
    pages: dict[str, str] = {}
    for tried in ordered:
        pages[tried.rules.source.name] = _page(Path(tried.rules.source.name).stem, set(pages.values()))
    return [_genre(tried, pages) for tried in ordered]


def _page(name: str, taken: set[str]) -> str:
    """A name that every file system and every address takes as it is."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "puzzle"
    number, page = 1, plain
    while page in taken:
        number += 1
        page = f"{plain}-{number}"
    return page


def _genre(tried: ProvenRules, pages: Mapping[str, str]) -> GenrePage:
    rules = tried.rules
    return GenrePage(
        pages[rules.source.name],
        Path(rules.source.name).name,
        rules.title if rules.title.strip() else Path(rules.source.name).stem,
        rules.others,
        rules.category,
        tuple(_rule(tried, rule, pages) for rule in rules.rules),
        tuple((option.name, players.choice(option)) for option in rules.options),
        tuple(_boards(tried)),
        tuple(_readings(tried)),
        rules.source,
        players.lattices(rules),
        tuple(techniques(rules)),
    )


def _rule(tried: ProvenRules, rule: ir.Rule, pages: Mapping[str, str]) -> RuleText:
    inherited = rule.span.source is not tried.rules.source
    home = pages.get(rule.span.source.name, "") if inherited else ""
    shown = tuple(_violations(tried, rule.name))
    return RuleText(
        rule.name,
        players.sentence(rule, squares=RECTANGLE in tried.rules.lattices),
        players.condition_of(rule),
        shown,
        home,
        inherited,
    )


def _violations(tried: ProvenRules, name: str) -> Iterator[Violation]:
    """The examples that break this rule alone; if there are none those that break others as well."""
    breaking = [
        (outcome, seen.drawing, seen.findings)
        for outcome in tried.outcomes
        for seen in outcome.seen
        if any(finding.rule.name == name for finding in seen.findings)
    ]
    alone = [item for item in breaking if {finding.rule.name for finding in item[2]} == {name}]
    for outcome, drawing, findings in alone or breaking:
        assert outcome.puzzle is not None
        own = [finding for finding in findings if finding.rule.name == name]
        title = outcome.example.title
        yield Violation(
            title,
            _picture(tried.rules, outcome.puzzle, title, drawing, finding_roles(own)),
            tuple((finding.sentence, place_list(finding.cells)) for finding in own),
            tuple(dict.fromkeys(finding.rule.name for finding in findings if finding.rule.name != name)),
        )


def _boards(tried: ProvenRules) -> Iterator[SolvedBoard]:
    for outcome in tried.outcomes:
        answer = next((seen.answer for seen in outcome.seen if seen.answer is not None), None)
        if answer is None or outcome.puzzle is None:
            continue
        example, rules, puzzle = outcome.example, tried.rules, outcome.puzzle
        written = example.url if example.board is None else example.board.text
        yield SolvedBoard(
            example.title,
            (written or "").strip("\n"),
            _picture(rules, puzzle, "the board", _NOTHING_DRAWN),
            _picture(rules, puzzle, "the answer", answer),
        )


def techniques(rules: ir.Ruleset) -> Iterator[ShownTechnique]:
    """Yield the techniques that are kept beside a rule file.  Raises `Failed` (E362) for a file that has none."""
    if rules.kept is None:
        return
    kept = read_kept(rules.kept)
    opened = open_rules(rules, unknown_besides(rules, kept.assumed))
    for one in kept.techniques:
        shown = board(opened, one.pattern())
        scenes = before_and_after(rules, shown, pipeline.picture)
        before, after = (
            _both_themes(scene, f"{one.name}, {when}") for when, scene in zip(("before", "after"), scenes, strict=True)
        )
        open_sides = tuple(side for side in SIDES if side not in one.rims)
        yield ShownTechnique(one.name, before, after, shown.words, open_sides)


def _picture(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    what: str,
    drawn: Drawing | Solution | None,
    roles: Mapping[Place, Role] | None = None,
) -> Picture:
    return _both_themes(pipeline.picture(rules, puzzle, drawn, roles), what)


def _both_themes(scene: Scene, what: str) -> Picture:
    named = msgspec.structs.replace(scene, title=f"{scene.title}: {what}")
    return Picture(svg(named), svg(named, dark=True))


def _readings(tried: ProvenRules) -> Iterator[ReadFormat]:
    """Yield each format with the links of examples in it.

    A format without such links has the first solved board as text, if it can be written.
    """
    rules = tried.rules
    links = [boards.board_source(source) for source in _links(rules)]
    for format_ in dict.fromkeys(reading.format for reading in rules.readings):
        types = dict.fromkeys(reading.type for reading in rules.readings if reading.format == format_)
        texts = [
            link.source.text for link in links if link.outside_type is not None and link.outside_type.format == format_
        ]
        yield ReadFormat(FORMATS[format_].title, tuple(types), tuple(texts or _converted_texts(tried, format_)))


def _links(rules: ir.Ruleset) -> Iterator[Source]:
    for example in rules.examples:
        if example.url is not None:
            yield Source(f"the link of “{example.title}”", example.url)


def _converted_texts(tried: ProvenRules, format_: str) -> Iterator[str]:
    puzzle = next((outcome.puzzle for outcome in tried.outcomes if outcome.solved), None)
    if puzzle is not None:
        with contextlib.suppress(Failed):  # not every board can be written in every format
            yield pipeline.convert(tried.rules, puzzle, format_).rstrip("\n")

"""Builds the page of one genre, its rule file in colour."""

from collections.abc import Iterator, Sequence

from puzzlelang.editor.tokens import TokenClass, tokens
from puzzlelang.gallery.genre import GenrePage, ReadFormat, RuleText, ShownTechnique, SolvedBoard, Violation
from puzzlelang.gallery.html import CATEGORIES, Html, HtmlContent, document, join, picture, tag
from puzzlelang.source import Source

CLASSES = {
    TokenClass.TEXT: "text",
    TokenClass.COMMENT: "remark",
    TokenClass.NUMBER: "number",
    TokenClass.KEYWORD: "keyword",
    TokenClass.WORD: "word",
}
"""The classes of tokens that have a colour."""


def highlight(source: Source) -> Html:
    """The whole text; each keyword, word, number, text and remark is a `span` of that class."""
    return join(*_parts(source.text))


def _parts(text: str) -> Iterator[HtmlContent]:
    place = 0
    for start, end, kind in tokens(text):
        yield text[place:start]
        yield tag("span", text[start:end], class_=CLASSES[kind]) if kind in CLASSES else text[start:end]
        place = end
    yield text[place:]


MOST_CASES = 4
"""Cases of a rule that are listed below a picture before the rest is only counted."""


def page(genre: GenrePage, before: GenrePage | None, after: GenrePage | None, titles: dict[str, str]) -> str:
    """The page between those `before` and `after` it; `titles` has the title of each page."""
    boards = [_board(board) for board in genre.boards]
    numbers = {rule.name: number for number, rule in enumerate(genre.rules, 1)}
    broken = tag("div", *(_violation_article(rule, numbers, titles) for rule in genre.rules), class_="broken")
    parts = [
        _section("Rules", *_rules(genre)),
        _section("An example", boards[0]) if boards else "",
        _section("When a rule is broken", broken),
        _section("More examples", *boards[1:]) if boards[1:] else "",
        _section("Techniques", *_techniques(genre.techniques)) if genre.techniques else "",
        _section("Boards from elsewhere", _readings(genre.readings)) if genre.readings else "",
        _section("The rule file", _source(genre)),
    ]
    kind = tag("p", *_known_as(genre), class_="known")
    head = tag("header", _around("Pages", before, after), tag("h1", genre.title), kind)
    whole = join(head, tag("main", *parts, id="content"), _around("Pages again", before, after))
    return document(f"{genre.title} – puzzles", whole, root="../")


def _section(title: str, *content: HtmlContent) -> Html:
    return tag("section", tag("h2", title), *content)


def _around(name: str, before: GenrePage | None, after: GenrePage | None) -> Html:
    """The way to the index and to the pages beside this one."""
    ways: list[HtmlContent] = [tag("a", "All puzzles", href="../index.html")]
    if before is not None:
        ways.append(tag("a", f"← {before.title}", rel="prev", href=f"{before.page}.html"))
    if after is not None:
        ways.append(tag("a", f"{after.title} →", rel="next", href=f"{after.page}.html"))
    return tag("nav", *ways, class_="around", aria_label=name)


def _known_as(genre: GenrePage) -> Iterator[HtmlContent]:
    if genre.category:
        yield tag("a", CATEGORIES[genre.category], class_="kind", href=f"../index.html#kind-{genre.category}")
        yield " "
    if genre.others:
        yield f"Also called {' or '.join(genre.others)}. "
    yield tag("code", genre.file)


def _rules(genre: GenrePage) -> Iterator[HtmlContent]:
    yield tag("ol", *(tag("li", *_condition(rule)) for rule in genre.rules), class_="rules")
    if genre.options:
        options = (join(tag("dt", name), tag("dd", *_sentence(choice))) for name, choice in genre.options)
        yield join(tag("h3", "Options"), tag("dl", *options))
    yield tag("p", f"Boards of {genre.lattices}.", class_="lattices")


def _condition(rule: RuleText) -> Iterator[HtmlContent]:
    yield f"{rule.sentence}."
    if rule.when:
        yield tag("span", f" ({rule.when})", class_="when")


def _sentence(text: str) -> Iterator[HtmlContent]:
    """A sentence in which what stands between backticks is code."""
    for number, part in enumerate(text.split("`")):
        yield tag("code", part) if number % 2 else part


def _board(board: SolvedBoard) -> Html:
    pair = tag(
        "div",
        tag("figure", picture(board.bare), tag("figcaption", "The board")),
        tag("figure", picture(board.answer), tag("figcaption", "Its only answer")),
        class_="figures",
    )
    text = tag("details", tag("summary", "The board as text"), _code(board.text, f"{board.title}, as text"))
    return tag("div", tag("p", f"{board.title}."), pair, text, class_="board")


def _techniques(shown_techniques: Sequence[ShownTechnique]) -> Iterator[HtmlContent]:
    yield tag(
        "p",
        "Found from the rules alone; each holds wherever it stands. The board may go on where a picture fades out. "
        "What follows is green. A small sign that is crossed out is not there, and a question mark is any sign.",
    )
    articles = (_technique(number, one) for number, one in enumerate(shown_techniques, 1))
    yield tag("div", *articles, class_="techniques")


def _technique(number: int, one: ShownTechnique) -> Html:
    pair = tag(
        "div",
        tag("figure", picture(one.before), tag("figcaption", "Before")),
        tag("figure", picture(one.after), tag("figcaption", "After")),
        class_=" ".join(("figures", "window", *(f"open-{side}" for side in one.open_sides))),
    )
    also = [tag("p", f"{words[:1].upper()}{words[1:]}.") for words in one.words]
    return tag("article", tag("h3", f"{number}. {one.name[:1].upper()}{one.name[1:]}"), pair, *also)


def _violation_article(rule: RuleText, numbers: dict[str, int], titles: dict[str, str]) -> Html:
    shown: list[HtmlContent] = [tag("figure", *_violation(one, numbers)) for one in rule.violations]
    if shown:
        content = tag("div", *shown, class_="figures")
    elif rule.home:
        there = tag("a", titles[rule.home], href=f"{rule.home}.html#rule-{rule.name}")
        content = tag("p", "This rule is shown at ", there, ".")
    elif rule.inherited:
        content = tag("p", "Another rule file states this rule, and shows it.")
    else:
        content = tag("p", "No example breaks this rule.")
    return tag("article", tag("h3", f"{numbers[rule.name]}. ", *_condition(rule)), content, id=f"rule-{rule.name}")


def _violation(violation: Violation, numbers: dict[str, int]) -> Iterator[HtmlContent]:
    yield picture(violation.picture)
    cases = [
        tag("li", f"{sentence[:1].upper()}{sentence[1:]}. ", tag("span", cells, class_="cells"))
        for sentence, cells in violation.cases[:MOST_CASES]
    ]
    if len(violation.cases) > MOST_CASES:
        cases.append(tag("li", f"And {len(violation.cases) - MOST_CASES} more."))
    others = [tag("a", f"rule {numbers[name]}", href=f"#rule-{name}") for name in violation.others if name in numbers]
    also = [tag("p", "It also breaks ", *_listing(others), ".")] if others else []
    caption = tag("p", f"{violation.title}.")
    yield tag("figcaption", caption, tag("p", "Broken:", class_="wrong"), tag("ul", *cases), *also)


def _listing(those: Sequence[Html]) -> Iterator[HtmlContent]:
    """`a, b and c`."""
    for number, one in enumerate(those):
        yield "" if number == 0 else " and " if number == len(those) - 1 else ", "
        yield one


def _readings(readings: tuple[ReadFormat, ...]) -> Html:
    return tag("dl", *(join(*_reading(reading)) for reading in readings))


def _reading(reading: ReadFormat) -> Iterator[HtmlContent]:
    names = [join(", " if number else " ", tag("code", name)) for number, name in enumerate(reading.types)]
    yield tag("dt", reading.format, *names)
    yield from (tag("dd", _code(text, f"a board as {reading.format}")) for text in reading.texts)


def _source(genre: GenrePage) -> Html:
    return _code(highlight(genre.source), f"{genre.file}, the whole text")


def _code(text: HtmlContent, name: str) -> Html:
    return tag("pre", tag("code", text), class_="code", tabindex="0", role="region", aria_label=name)

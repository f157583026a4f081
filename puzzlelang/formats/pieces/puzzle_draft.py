"""A puzzle in progress, while a text of an outside format is read."""

from collections.abc import Collection, Mapping

import msgspec

from puzzlelang.formats.pieces import inner_walls
from puzzlelang.formats.pieces.places import cells_outside, from_links, with_holes
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Group, Link, Place, Region
from puzzlelang.puzzle import Drawing, Key, Puzzle, Value
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Find, Given, Item, Option, PartitionKind, PieceEntry, Ruleset, SetKind

ReadItem = Given | Find | Option


class PuzzleDraft(msgspec.Struct, eq=False):
    """A puzzle in progress, while an outside format is read."""

    rules: Ruleset
    source: Source
    geometry: Geometry
    givens: dict[str, dict[Key, Value]] = msgspec.field(default_factory=dict)
    partitions: dict[str, tuple[Region, ...]] = msgspec.field(default_factory=dict)
    groups: dict[str, tuple[Group, ...]] = msgspec.field(default_factory=dict)
    options: dict[str, str] = msgspec.field(default_factory=dict)
    spans: dict[tuple[str, Key], Span] = msgspec.field(default_factory=dict)
    drawn: dict[str, dict[Place, Value]] = msgspec.field(default_factory=dict)
    drawn_spans: dict[tuple[str, Place], Span] = msgspec.field(default_factory=dict)
    walls: list[inner_walls.InnerWall] = msgspec.field(default_factory=list)
    borders: dict[str, tuple[Mapping[Link, Span], Given | None]] = msgspec.field(default_factory=dict)
    marked: bool = False

    def put(self, item: Item, key: Key, value: Value, span: Span) -> None:
        """Adds a value; a set of givens stores members only."""
        if isinstance(item, Find):
            assert key is not None
            self.drawn.setdefault(item.name, {})[key] = value
            self.drawn_spans[item.name, key] = span
        elif value is not False:
            self.givens.setdefault(item.name, {})[key] = value
            self.spans[item.name, key] = span

    def mark(self, entry: PieceEntry, key: Key) -> None:
        """Set `marked` (the text has a drawing) if the item at the place states values of finds only.

        Without a key it must also state more than absence from sets.  Beside a given that is a set or has a fixed
        value, an item also counts if its number is that of a find.
        """
        values = [self.drawn.get(effect.name, {}).get(key) for effect in entry.effects if key is not None]
        if entry.key != "" and len(values) == len(entry.effects) and None not in values:
            self.marked = self.marked or any(entry.key is not None or value is not False for value in values)
        items = [declaration(self.rules, effect.name) for effect in entry.effects if effect.value is None]
        numbers = [item for item in items if not isinstance(item, Option) and not isinstance(item.kind, SetKind)]
        if numbers and entry.key != "":
            self.marked = self.marked or all(isinstance(item, Find) for item in numbers)

    def puzzle(self) -> Puzzle:
        """Builds the puzzle.  In a drawing with any marks, unmarked places belong to no set.

        Raises `Failed` for a wall inside a region that the rules have no name for.
        """
        self._separate()
        for wall in inner_walls.check_inner_walls(self.walls, self.givens.get(self.rules.missing, {})):
            self.put(wall.known, wall.link, True, wall.span)
        self._cover_holes()
        drawing = None
        if self.marked:
            drawing = Drawing(self.drawn, self.drawn_spans)
        parts = (self.source, self.geometry, self.givens, self.partitions, self.options, self.spans)
        return Puzzle(*parts, drawing=drawing, outside=True, groups=self.groups)

    def put_borders(
        self, item: Item, cut: Mapping[Link, Span], walls: Given | None, alone: Collection[Cell] = ()
    ) -> None:
        """Adds a partition by the borders between its regions; each cell of `alone` is a region of its own.

        A border with one region on both sides is one of `walls`, or is kept as what was drawn.  Items that also name a
        border of given regions, or a mark that is given, are no drawing.
        """
        self.borders[item.name] = (cut, walls)
        regions = from_links(self.geometry, item.name, cut, alone)
        given = [links for name, (links, _) in self.borders.items() if self.rules.given(name)]
        known = {(span.start, span.end) for links in given for span in links.values()}
        known |= {(span.start, span.end) for span in self.spans.values()}
        drawn = any((span.start, span.end) not in known for span in cut.values())
        self.put_regions(item, regions, drawn=drawn)
        within = inner_walls.walls_inside_regions(regions, cut)
        if isinstance(item, Find):
            for link in within:
                self.put(item, link, True, self.source.first())
            return
        self.walls = [wall for wall in self.walls if wall.partition != item.name]
        self.walls += [inner_walls.InnerWall(link, span, item.name, walls) for link, span in within.items()]

    def put_regions(self, item: Item, regions: tuple[Region, ...], *, drawn: bool) -> None:
        """Adds a partition by its regions; `drawn`: whether it is a drawing, if it is to be found."""
        if not isinstance(item, Find):
            self.partitions[item.name] = regions
            return
        self.marked = self.marked or drawn
        for region in regions:
            for cell in region.cells:
                self.put(item, cell, region.label, self.source.first())

    def _separate(self) -> None:
        """Part regions that were joined only by cells which are in none: missing ones, and those outside of a part."""
        self.part_at_missing_cells()
        for name, (cut, walls) in list(self.borders.items()):
            if isinstance(item := declaration(self.rules, name), Find):
                alone = cells_outside(item, self.rules, self.geometry.cells, self._holds)
                if alone:
                    self.put_borders(item, cut, walls, alone)
                self.drawn[name] = {place: label for place, label in self.drawn[name].items() if place not in alone}

    def _holds(self, name: str, cell: Cell) -> bool:
        return self.drawn.get(name, {}).get(cell) is True or self.givens.get(name, {}).get(cell) is True

    def part_at_missing_cells(self) -> None:
        """Part given regions that only missing cells join, as far as no values of theirs are known.

        A text counts regions as its borders part them, and the missing cells that stand before their values.
        """
        missing = {cell for cell in self.givens.get(self.rules.missing, {}) if isinstance(cell, Cell)}
        valued = {key.partition for values in self.givens.values() for key in values if isinstance(key, Region)}
        for name, (cut, walls) in list(self.borders.items()) if missing else ():
            if isinstance(item := declaration(self.rules, name), Given) and name not in valued:
                self.put_borders(item, cut, walls, missing)
                self.partitions[name] = tuple(one for one in self.partitions[name] if one.cells[0] not in missing)

    def _cover_holes(self) -> None:
        """Make regions of cells where the text says something in place of a region, unless cells may have none."""
        if self.rules.missing:
            return
        for name, parts in self.partitions.items():
            given = self.rules.given(name)
            if given is None or not isinstance(given.kind, PartitionKind) or given.kind.absent:
                continue
            covered = {cell for part in parts for cell in part.cells}
            given_places = {place for values in self.givens.values() for place in values}
            holes = [cell for cell in self.geometry.cells if cell not in covered]
            if holes and given_places.issuperset(holes):
                self.partitions[name] = with_holes(self.geometry, name, parts, holes)


def declaration(rules: Ruleset, name: str) -> ReadItem:
    """The declaration that a name of a `read` statement refers to."""
    result = rules.given(name) or rules.find(name)
    return result or next(option for option in rules.options if option.name == name)

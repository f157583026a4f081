"""The table of outside formats, each with the pieces that `read` statements may list."""

from puzzlelang.typed.codecs import (
    fpuzzles,
    killer,
    kudamono,
    line,
    non,
    penpa,
    puzzleteam,
    puzzlink,
    pzprv3,
    tatham,
    walls,
)
from puzzlelang.typed.codecs.codec import OutsideFormat

FORMATS: dict[str, OutsideFormat] = {
    "puzzlink": OutsideFormat("puzz.link URL", puzzlink.PIECES),
    "pzprv3": OutsideFormat("pzprv3 text", pzprv3.PIECES, draws=True),
    "penpa": OutsideFormat("Penpa address", penpa.PIECES, draws=True, remarks=True),
    "kudamono": OutsideFormat("Kudamono address", kudamono.PIECES),
    "fpuzzles": OutsideFormat("board of a Sudoku setter", fpuzzles.PIECES, draws=True),
    "tatham": OutsideFormat("game ID of Simon Tatham's collection", tatham.PIECES),
    "puzzleteam": OutsideFormat("Puzzle Team task", puzzleteam.PIECES),
    "walls": OutsideFormat("tuple of hints and walls", walls.PIECES),
    "line": OutsideFormat("board in one line", line.PIECES, alone=True),
    "killer": OutsideFormat("killer Sudoku in one line", killer.PIECES, alone=True),
    "non": OutsideFormat("`.non` file", non.PIECES, draws=True, alone=True),
}

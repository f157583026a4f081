"""The words of `read` statements as tables: the outside formats and their pieces."""

from puzzlelang.typed.codecs import penpa, puzzleteam, puzzlink, pzprv3, tatham, walls
from puzzlelang.typed.codecs.codec import Format

FORMATS: dict[str, Format] = {
    "puzzlink": Format("puzz.link URL", puzzlink.PIECES),
    "pzprv3": Format("pzprv3 text", pzprv3.PIECES, draws=True),
    "penpa": Format("Penpa address", penpa.PIECES, draws=True, remarks=True),
    "tatham": Format("game ID of Simon Tatham's collection", tatham.PIECES),
    "puzzleteam": Format("Puzzle Team task", puzzleteam.PIECES),
    "walls": Format("tuple of hints and walls", walls.PIECES),
}

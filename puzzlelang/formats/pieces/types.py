"""Words for the types of puzz.link's puzzles, in its addresses and its saved files."""

ALIASES = {
    "akari": "lightup", "bijutsukan": "lightup", "slitherlink": "slither", "masyu": "mashu", "pearl": "mashu",
    "hashi": "hashikake", "bridges": "hashikake", "numberlink": "numlin", "numlin_bit": "numlin", "hakyukoka": "ripple",
    "yajirin": "yajilin", "yajirin-regions": "yajilin-regions", "bag": "cave", "corral": "cave", "correl": "cave",
    "snakes": "hebi", "rome": "roma", "bossanova": "bosanowa", "skyscraper": "skyscrapers", "building": "skyscrapers",
    "fillomino01": "fillomino", "bnuuyhop": "bunnyhop", "heyawacky": "heyawake", "sato": "satogaeri",
    "suraromu": "slalom",
}  # fmt: skip
"""Other words for a type, and the one that `read` statements use."""

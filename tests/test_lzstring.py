"""LZString against texts that its JavaScript library packed, back and forth, and with bounds."""

import random
import time

import pytest

from puzzlelang.formats.fpuzzles.lzstring import BASE64, IN_ADDRESSES, Unpackable, compress, decompress

MOST = 100_000

KNOWN = {
    "": "Q",
    "a": "IZA",
    "hello": "BYUwNmD2Q",
    "ƔƛӁ": "imAmzASDIEA",
    "😀{}": "rwbgA9jeC+Q",
}
"""Texts, and what `LZString.compressToBase64` makes of them, without the `=` behind it."""


@pytest.mark.parametrize("text", KNOWN)
def test_known_texts(text: str) -> None:
    assert compress(text) == KNOWN[text]
    assert decompress(KNOWN[text], MOST) == text
    assert decompress(KNOWN[text] + "==", MOST) == text


def test_in_addresses_the_alphabet_is_another() -> None:
    packed = compress("😀{}", IN_ADDRESSES)
    assert packed == KNOWN["😀{}"]
    assert decompress(packed + "$", MOST, IN_ADDRESSES) == "😀{}"


@pytest.mark.parametrize("signs", ["ab", 'é中 😀"{}\\\n', "0123456789[],"])
@pytest.mark.parametrize("alphabet", [BASE64, IN_ADDRESSES])
def test_any_text_comes_back(signs: str, alphabet: str) -> None:
    chance = random.Random(7)
    for length in [*range(40), 500, 5_000]:
        text = "".join(chance.choice(signs) for _ in range(length))
        assert decompress(compress(text, alphabet), MOST, alphabet) == text


def test_half_of_a_character_is_no_text() -> None:
    with pytest.raises(Unpackable, match="no text"):
        decompress(compress("\ud83d"), MOST)


@pytest.mark.parametrize(
    ("packed", "reason"),
    [
        ("", "too early"),
        ("BYUwNm", "too early"),
        ("B?Uw", "`\\?` is none"),
        ("/", "broken"),
        ("BYUwN///////", "broken"),
    ],
)
def test_broken_texts(packed: str, reason: str) -> None:
    with pytest.raises(Unpackable, match=reason):
        decompress(packed, MOST)


def test_what_unpacks_to_much_is_refused_early() -> None:
    packed = compress("a" * 1_000_000)
    assert len(packed) < 3_000
    begin = time.process_time()
    with pytest.raises(Unpackable, match="more than 100,000 characters"):
        decompress(packed, MOST)
    assert time.process_time() - begin < 1

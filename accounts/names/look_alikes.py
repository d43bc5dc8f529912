"""When two names look alike: not for machines, which compare letters, but for people, who see shapes."""

import unicodedata
from string import ascii_lowercase

# Capital letters whose shape is another one than that of their small letter.
CAPITALS = str.maketrans("ΗΝΥΜՏԼՍԵՕ", "hnymslueo")

# Letters, after case is gone, by the Latin letter they look like; i, l, 1 and | are one shape, and so are 0 and o.
LOOKS_LIKE = {
    "a": "аαɑᴀꭺ",
    "b": "вьβʙƅᏼ",
    "c": "сϲᴄⅽꮯ",
    "d": "ԁɗđðɖᴅꭰ",
    "e": "еєεɛᴇꭼ",
    "f": "ƒϝꜰ",
    "g": "ɡɢցꮐ",
    "h": "нһհħʜꮋ",
    "j": "јϳյᴊꭻ",
    "k": "кκҝᴋꮶ",
    "l": "i1|ιіӏıɩɪʟłǀ∣",
    "m": "мᴍꮇ",
    "n": "пηոɴ",
    "o": "0оοσօᴏøө",
    "p": "рρᴘꮲ",
    "q": "ԛզ",
    "r": "гʀꭱ",
    "s": "ѕʂꜱꮪ",
    "t": "тτᴛŧꭲ",
    "u": "υսμᴜʋ",
    "v": "νѵᴠꮩ",
    "w": "ԝωшᴡꮃ",
    "x": "хχ×",
    "y": "уγүʏ",
    "z": "ζᴢꮓ",
    "3": "зʒ",
    "ae": "æ",
    "oe": "œ",
}
# Letters that look like an apostrophe, and a sign that stands for what is not there.
THIN = "ꞌꞋ\ufffc"
SHAPES = {ord(letter): shape for shape, letters in LOOKS_LIKE.items() for letter in letters.casefold()}
LONGEST = 255
"""No name is longer. Of another text the beginning is compared: to order many marks in a row takes quadratic time."""
# Letters in black circles, in black squares, and those of which flags are made.
PICTURED_ALPHABETS = (0x1F150, 0x1F170, 0x1F1E6)
SHAPES |= {
    first + place: SHAPES.get(ord(letter), letter)
    for first in PICTURED_ALPHABETS
    for place, letter in enumerate(ascii_lowercase)
}


def skeleton(name: str) -> str:
    """The form in which look-alike names are equal. It is for comparing only, never for showing."""
    name = name[:LONGEST]
    # Without marks first: one of them is a letter in lower case.
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", name) if unicodedata.category(letter)[0] != "M")
    plain = (bare or name).translate(CAPITALS).casefold()
    # Casefolding and look-alikes may bring marks back, as with a dotted capital I.
    shapes = unicodedata.normalize("NFKD", "".join(map(_digit, plain))).translate(SHAPES)
    seen = "".join(letter for letter in shapes if _is_seen(letter))
    return seen.replace("rn", "m").replace("vv", "w") or plain


def _digit(letter: str) -> str:
    """Digits of every script as our own."""
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def _is_seen(letter: str) -> bool:
    """Marks, spaces and punctuation are easily overlooked, and so are letters that look like them; others are not."""
    category = unicodedata.category(letter)
    thin = unicodedata.name(letter, "").startswith("MODIFIER LETTER") or letter in THIN
    return (category[0] in "LN" or category == "So") and not thin

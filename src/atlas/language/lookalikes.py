"""Letters of other scripts that look like Latin ones: a word spelled with them reads the same, yet is another."""

from __future__ import annotations

import unicodedata
from typing import Final

from atlas.language.folding import fold_spacing

_CYRILLIC: Final = ("авеёзікмнорсстухѕјһԁԛԝґԍ", "abee3ikmhopcctyxsjhdqwrg")
_GREEK: Final = ("αβγεηικνορτυχω", "abyenikvoptuxw")
_LATIN: Final = ("ıɑɡɩʟոսցօ", "iagilnugo")
_SMALL_CAPITALS: Final = ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋᴌᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz")
_CHEROKEE: Final = ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏔᏙᏚᏞᏟᏢᏦᏴ", "drtiyajewmhygzrwvslcpkb")
_LISU: Final = ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz")
_SCRIPTS: Final = (_CYRILLIC, _GREEK, _LATIN, _SMALL_CAPITALS, _CHEROKEE, _LISU)
_LOOKALIKES: Final = str.maketrans(
    {sign: plain for signs, plains in _SCRIPTS for sign, plain in zip(signs, plains, strict=True)}
)


def fold_lookalikes(text: str) -> str:
    """Fold case, width and spacing, and spell what looks Latin with Latin letters: to compare by, never to show."""
    folded = fold_spacing(text)
    return folded if folded.isascii() else folded.translate(_LOOKALIKES)


def strip_marks(text: str) -> str:
    """Leave out the marks on letters: `üser` is read as `user`; to compare by, never to show."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(sign for sign in apart if not unicodedata.combining(sign)))

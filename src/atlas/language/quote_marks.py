"""Signs that look like the marks of a quotation, in any script, and signs of which two look like one."""

from __future__ import annotations

from typing import Final

DOUBLE_MARKS: Final = '"“”„‟〝〞〟＂❝❞❠ˮ″‶‴‷⁗⹂🙶🙷🙸ʺ˝˵˶᳓״〃«»「」『』｢｣﹁﹂﹃﹄'
SINGLE_MARKS: Final = "'‘’‚‛❛❜❟′‵`´＇｀ʼʹʹˈʻʽʾʿˊˋ˴΄᾽᾿῾՚׳ꞌߴߵ"

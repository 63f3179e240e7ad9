"""Make one small font of the two cuts that Fontsource ships: `python subset.py FOLDER OUT`.

Both come from the same variable font, so their glyphs and variations fit together. Kerning is kept for
the Latin cut only.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

MARKS = (0xA0, 0xAB, 0xB0, 0xB1, 0xB7, 0xBB, 0xBD, 0xD7, *range(0x2013, 0x201F), 0x2022, 0x2026)
"""Spaces, quotation marks, dashes and signs."""
LATIN = "".join(map(chr, range(0x20, 0x7F))) + "ÓóÖöÜüÇçéâîı" + "".join(map(chr, MARKS))
EXTENDED = "ĄąĆćĘęŁłŃńŚśŹźŻżĞğİŞş"
PREFIX = "ext."


def cut(path: Path, text: str) -> TTFont:
    """The font with the glyphs of this text alone."""
    font = TTFont(path)
    options = subset.Options(layout_features=["kern", "lnum", "tnum", "mark", "ccmp", "locl"], hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text=text)
    cutter.subset(font)
    return font


def add_glyphs(font: TTFont, other: TTFont) -> None:
    """Copy the other font's glyphs under new names, with metrics, variations and characters."""
    names = {name: PREFIX + name for name in other.getGlyphOrder() if name != ".notdef"}
    for name, new in names.items():
        glyph = other["glyf"][name]
        if glyph.isComposite():
            for component in glyph.components:
                component.glyphName = names[component.glyphName]
        font["glyf"].glyphs[new] = glyph
        font["hmtx"].metrics[new] = other["hmtx"].metrics[name]
        font["gvar"].variations[new] = other["gvar"].variations.get(name, [])
    order = [*font.getGlyphOrder(), *names.values()]
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order
    font["maxp"].numGlyphs = len(order)
    known = font.getBestCmap()
    for table in font["cmap"].tables:
        if table.isUnicode():
            extra = {char: names[name] for char, name in other.getBestCmap().items() if char not in known}
            table.cmap.update(extra)


def main() -> None:
    """Read the two cuts in a folder, write one font."""
    folder, out = Path(sys.argv[1]), sys.argv[2]
    font = cut(folder / "rubik-latin-wght-normal.woff2", LATIN)
    add_glyphs(font, cut(folder / "rubik-latin-ext-wght-normal.woff2", EXTENDED))
    if "HVAR" in font:
        del font["HVAR"]  # the advance widths are in gvar too
    known = font.getBestCmap()
    lacking = [sign for sign in LATIN + EXTENDED if sign.isalpha() and ord(sign) not in known]
    if lacking:
        sys.exit(f"The cuts lack these letters: {' '.join(lacking)}")
    font.flavor = "woff2"
    font.save(out)


if __name__ == "__main__":
    main()

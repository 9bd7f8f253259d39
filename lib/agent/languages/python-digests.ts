/** Has a Python kernel tell, with each value that it displays, what a model should know of it. */
import { DIGEST_MIME_TYPE } from '../../notebook/output-digest.ts';

/** Longest side of the copy of an image, pixels: charts stay legible, and none costs more than about 800 tokens. */
const MAX_SIDE = 768;

/**
 * Wraps IPython's `display_formatter.format`, which every displayed value and result passes: only there are a figure
 * and the picture made of it at hand together. The digest rides in the bundle, and the driver takes it out before the
 * log, so that no notebook file has it. Whatever goes wrong costs the digest, never the output. Runs in a namespace of
 * its own and reads only instances of well-known classes.
 */
const SOURCE = `
import base64, io, itertools, json, sys
from collections import Counter
from IPython import get_ipython

absent = object()
names = {"Line2D": "line", "Rectangle": "bar", "Wedge": "pie slice", "AxesImage": "image", "QuadMesh": "grid",
         "PathCollection": "points", "LineCollection": "lines", "PolyCollection": "area", "FillBetweenPolyCollection": "area"}

def is_a(value, module, name):
    found = sys.modules.get(module)
    kind = found.__dict__.get(name, absent) if type(found) is type(sys) else absent
    return isinstance(kind, type) and isinstance(value, kind)

def label(value):
    return str(value)[:200]

def describe_table(frame):
    rows, columns = frame.shape
    types = itertools.islice(frame.dtypes.items(), 60)
    return {"rows": int(rows), "columns": int(columns), "dtypes": [[label(name), label(kind)] for name, kind in types]}

def count_marks(axes):
    marks = Counter()
    for artist in (*axes.lines, *axes.patches, *axes.collections, *axes.images):
        if not artist.get_visible():
            continue
        name = type(artist).__name__
        marks[names.get(name, name)] += len(artist.get_offsets()) if name == "PathCollection" else 1
    return [[label(name), int(count)] for name, count in marks.most_common(20)]

def describe_panel(axes):
    legend = axes.get_legend()
    texts = {"title": axes.get_title(), "x": axes.get_xlabel(), "y": axes.get_ylabel()}
    panel = {name: label(text) for name, text in texts.items() if text}
    if legend is not None:
        panel["legend"] = [label(text.get_text()) for text in legend.get_texts()[:20]]
    return {**panel, "marks": count_marks(axes)}

def describe_figure(figure):
    title = figure.get_suptitle() if hasattr(figure, "get_suptitle") else ""
    return {**({"title": label(title)} if title else {}), "panels": [describe_panel(axes) for axes in figure.axes[:12]]}

def read_image(value, data):
    for kind in ("image/png", "image/jpeg", "image/gif", "image/webp"):
        found = data.get(kind)
        if found:
            return base64.b64decode(found) if isinstance(found, str) else bytes(found)
    if "image/svg+xml" in data and is_a(value, "matplotlib.figure", "Figure"):
        drawn = io.BytesIO()
        value.savefig(drawn, format="png", dpi=${MAX_SIDE} / max(value.get_size_inches()))
        return drawn.getvalue()

def copy_image(value, data):
    source = read_image(value, data)
    if source is None:
        return None
    from PIL import Image
    with Image.open(io.BytesIO(source)) as image:
        if max(image.size) <= ${MAX_SIDE} and "image/svg+xml" not in data or image.size[0] * image.size[1] > 50_000_000:
            return None
        small = image.convert("RGBA" if "A" in image.mode or "transparency" in image.info else "RGB")
        small.thumbnail((${MAX_SIDE}, ${MAX_SIDE}))
    written, kind = io.BytesIO(), "png"
    small.save(written, format="PNG")
    if len(written.getvalue()) > 300_000:
        written, kind = io.BytesIO(), "jpeg"
        small.convert("RGB").save(written, format="JPEG", quality=80)
    return {"mimeType": "image/" + kind, "data": base64.b64encode(written.getvalue()).decode(),
            "width": small.size[0], "height": small.size[1]}

def attempt(digest, name, describe, *values):
    try:
        found = describe(*values)
    except Exception:
        return
    if found:
        digest[name] = found

def digest_of(value, data):
    digest = {}
    if is_a(value, "pandas", "DataFrame"):
        attempt(digest, "table", describe_table, value)
    if is_a(value, "matplotlib.figure", "Figure"):
        attempt(digest, "figure", describe_figure, value)
    attempt(digest, "copy", copy_image, value, data)
    return digest

def install(formatter):
    format_value = formatter.format
    if hasattr(format_value, "actbook_digests"):
        return
    def format_with_digest(value, include=None, exclude=None):
        __tracebackhide__ = True
        data, metadata = format_value(value, include=include, exclude=exclude)
        digest = digest_of(value, data) if data and not include else None
        return ({**data, "${DIGEST_MIME_TYPE}": digest} if digest else data), metadata
    format_with_digest.actbook_digests = True
    formatter.format = format_with_digest

install(get_ipython().display_formatter)
`;

/** An expression for `Kernel.evaluate`; JSON strings are Python literals. */
export const INSTALL_DIGESTS = `__import__("builtins").exec(${JSON.stringify(SOURCE)}, {})`;

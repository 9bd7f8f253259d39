/** Asks a Python kernel for a piece of a table: of a variable, or of a file, which a process of its own reads. */
import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS, MAX_VALUE_LENGTH } from '../../protocol/table-bounds.ts';
import type { TableWindow } from '../../protocol/table-page.ts';

/**
 * Values as texts. Only of types known by identity is the text asked for: what a class of the person's would say of
 * itself could do anything, and is replaced by the name of the class.
 */
const TEXTS = `
import base64, datetime, decimal, json, sys, uuid

MAX = ${MAX_VALUE_LENGTH}
class_name = type.__dict__["__name__"].__get__
class_bases = type.__dict__["__mro__"].__get__
absent = object()

def find_class(module, name):
    found = sys.modules.get(module)
    return found.__dict__.get(name, absent) if type(found) is type(sys) else absent

def shorten(text):
    return text if len(text) <= MAX else text[: MAX - 1] + "…"

def has_known_zone(value):
    module = getattr(type(value.tzinfo), "__module__", "")
    return value.tzinfo is None or module in ("datetime", "zoneinfo", "pytz", "dateutil.tz.tz", "pytz.tzfile")

def is_plain(kind):
    if kind in (datetime.date, datetime.timedelta, decimal.Decimal, uuid.UUID):
        return True
    if any(kind is find_class("pandas", each) for each in ("Timedelta", "Period")):
        return True
    return find_class("numpy", "generic") in class_bases(kind) and kind is find_class("numpy", class_name(kind))

def to_text(value, digits=12, depth=1):
    kind = type(value)
    if value is None or kind is find_class("pandas._libs.missing", "NAType") or kind is find_class("pandas._libs.tslibs.nattype", "NaTType"):
        return None
    if kind is str:
        return shorten(value)
    if kind is bool:
        return "True" if value else "False"
    if kind is float:
        return None if value != value else format(value, f".{digits}g")
    if kind is int:
        return shorten(str(value)) if value.bit_length() < 4096 else "a very large integer"
    if kind in (bytes, bytearray):
        return f"{len(value):,} bytes"
    if kind in (datetime.datetime, datetime.time) or kind is find_class("pandas", "Timestamp"):
        return shorten(str(value)) if has_known_zone(value) else class_name(kind)
    if kind in (list, tuple) and depth > 0:
        shown = ", ".join(str(to_text(each, digits, depth - 1)) for each in value[:10])
        more = ", …" if len(value) > 10 else ""
        return shorten(f"[{shown}{more}]" if kind is list else f"({shown}{more})")
    if kind in (list, tuple, dict, set, frozenset):
        return f"{class_name(kind)} of {len(value):,}"
    if is_plain(kind):
        return shorten(str(value))
    return shorten(f"<{class_name(kind)}>")

def encode(result):
    return base64.b64encode(json.dumps(result).encode()).decode()
`;

const READ_VARIABLE = `
from IPython import get_ipython

class Refusal(Exception):
    pass

def is_known(dtype):
    module = type.__getattribute__(type(dtype), "__module__")
    return type(module) is str and module.split(".")[0] in ("numpy", "pandas", "pyarrow")

def describe_column(column, name):
    dtype = column.dtype
    label = str(dtype) if is_known(dtype) else class_name(type(dtype))
    numeric = is_known(dtype) and getattr(dtype, "kind", "O") in "iufc"
    return {"name": to_text(name) or "", "type": shorten(label), "isNumeric": bool(numeric)}

def list_values(column):
    if not is_known(column.dtype):
        return ["…"] * len(column)
    digits = 7 if str(column.dtype) in ("float32", "Float32") else 12
    return [to_text(value, digits) for value in column.tolist()]

def find_order(column, ascending):
    if not is_known(column.dtype):
        raise Refusal("This column cannot be sorted: its type is not one of pandas.")
    if column.dtype == object:
        # Missing values are NaN or None, and are not compared.
        kinds = {type(each) for each in column.array if each is not None and not (type(each) is float and each != each)}
        if not (kinds <= {str} or kinds <= {int, float, bool}):
            raise Refusal("This column cannot be sorted: it holds values of several types, or of classes of their own.")
    return column.array.argsort(ascending=ascending, kind="mergesort", na_position="last")

def read(name, start, count, first, sort, ascending):
    value = get_ipython().user_ns.get(name, absent)
    if value is absent:
        raise Refusal("There is no such variable in the kernel now.")
    if type(value) is find_class("pandas", "DataFrame"):
        names, columns, total = value.columns, lambda index: value.iloc[:, index], value.shape[1]
    elif type(value) is find_class("pandas", "Series"):
        names, columns, total = [value.name], lambda index: value, 1
    else:
        raise Refusal("Only tables and columns of pandas can be opened.")
    if sort is None:
        rows = slice(start, start + count)
    elif sort < total:
        rows = find_order(columns(sort), ascending)[start : start + count]
    else:
        raise Refusal("There is no such column to sort by.")
    shown = range(min(first, total), min(first + ${MAX_PAGE_COLUMNS}, total))
    pieces = [columns(index).iloc[rows] for index in shown]
    labels = [to_text(each) for each in value.index[rows].tolist()]
    values = [list_values(piece) for piece in pieces]
    return {
        "columns": [describe_column(piece, names[index]) for index, piece in zip(shown, pieces)],
        "rows": [{"label": label if label is not None else "", "values": list(row)} for label, row in zip(labels, zip(*values) if values else [()] * len(labels))],
        "rowCount": len(value.index), "columnCount": total, "rowOffset": start, "columnOffset": first,
    }

try:
    result = encode(read(*arguments))
except Refusal as refusal:
    result = encode({"refusal": str(refusal)})
except Exception as error:
    result = encode({"refusal": shorten(f"The table could not be read: {class_name(type(error))}.")})
`;

/** What is read stays outside the person's process: a file that is made to harm takes this one with it, and no variable. */
const READ_FILE = `
def read_parquet(path):
    import pyarrow.parquet
    file = pyarrow.parquet.ParquetFile(path)
    schema = file.schema_arrow
    names = list(dict.fromkeys(schema.names))[:${MAX_PAGE_COLUMNS}]
    batch = next(file.iter_batches(batch_size=${MAX_PAGE_ROWS}, columns=names), None)
    table = {each.name: batch.column(index).slice(0, ${MAX_PAGE_ROWS}).to_pylist() for index, each in enumerate(batch.schema)} if batch is not None else {}
    columns = [(name, str(schema.field(name).type)) for name in names if name in table or batch is None]
    rows = list(zip(*(table[name] for name, _ in columns))) if table else []
    return columns, rows, file.metadata.num_rows, len(schema.names), None

def read_excel(path):
    import openpyxl
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    sheet = book.worksheets[0]
    rows = list(sheet.iter_rows(max_row=${MAX_PAGE_ROWS + 1}, max_col=${MAX_PAGE_COLUMNS}, values_only=True))
    # Asked for a width, openpyxl fills up what is not there.
    width = max((index + 1 for row in rows for index, each in enumerate(row) if each is not None), default=0)
    rows = [row[:width] for row in rows]
    names = [to_text(each) or "" for each in rows[0]] if rows else []
    note = f"Sheet “{sheet.title}”" + (f", the first of {len(book.worksheets)}." if len(book.worksheets) > 1 else ".")
    total = max((sheet.max_row or 1) - 1, 0) if len(rows) > ${MAX_PAGE_ROWS} else max(len(rows) - 1, 0)
    return [(name, "") for name in names], rows[1:], total, max(sheet.max_column or 0, width), note

def read(kind, path):
    columns, rows, total, width, note = (read_parquet if kind == "parquet" else read_excel)(path)
    values = [[to_text(each) for each in row] for row in rows]
    numeric = [any(type(row[index]) in (int, float) for row in rows) and all(row[index] is None or type(row[index]) in (int, float) for row in rows) for index in range(len(columns))]
    page = {
        "columns": [{"name": shorten(name), "type": shorten(type_), "isNumeric": numeric[index]} for index, (name, type_) in enumerate(columns)],
        "rows": [{"label": None, "values": row} for row in values],
        "rowCount": total, "columnCount": width, "rowOffset": 0, "columnOffset": 0,
    }
    return page if note is None else {**page, "note": shorten(note)}

import resource
resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
try:
    print(encode(read(sys.argv[1], sys.argv[2])))
except MemoryError:
    print(encode({"refusal": "The file takes too much memory to be shown."}))
except Exception as error:
    print(encode({"refusal": shorten(f"The file could not be read: {class_name(type(error))}: {error}")}))
`;

/** Shorter than an expression may take. */
const FILE_TIMEOUT_S = 9;

const RUN_READER = `
import base64, json, os, subprocess, sys

roots, name, kind, source = arguments
path = next((each for each in (os.path.join(root, name) for root in roots) if os.path.isfile(each)), None)

def refuse(sentence):
    return base64.b64encode(json.dumps({"refusal": sentence}).encode()).decode()

def read():
    if path is None:
        return refuse("The kernel does not have this file.")
    # Isolated: what lies in the workspace is not imported.
    command = [sys.executable, "-I", "-c", source, kind, path]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=${FILE_TIMEOUT_S})
    except subprocess.TimeoutExpired:
        return refuse("Reading the file took too long to show it here.")
    text = done.stdout.decode("ascii", "replace").strip()
    return text if done.returncode == 0 and text else refuse("The file could not be read: its reader ended early.")

result = read()
`;

/** An expression whose value is base64 of JSON: a {@link TablePage}, or `{refusal}`. JSON is Python but for null and booleans. */
export function toTableExpression(name: string, window: TableWindow): string {
  const { rowOffset, rows, columnOffset, sort, order } = window;
  const literals = [
    JSON.stringify(name),
    ...[rowOffset, rows, columnOffset, sort ?? 'None'],
    order === 'ascending' ? 'True' : 'False',
  ];
  return toExpression(TEXTS + READ_VARIABLE, `(${literals.join(', ')})`);
}

/** The same for the head of a file; `roots`: where the kernel may have it. */
export function toFileTableExpression(
  name: string,
  { kind, roots }: { kind: 'parquet' | 'excel'; roots: readonly string[] },
): string {
  return toExpression(RUN_READER, JSON.stringify([roots, name, kind, TEXTS + READ_FILE]));
}

/** Runs in a namespace of its own, where no name of the person's shadows a builtin. */
function toExpression(source: string, args: string): string {
  return `(lambda names: (__import__("builtins").exec(${JSON.stringify(source)}, names), names["result"])[1])({"arguments": ${args}})`;
}

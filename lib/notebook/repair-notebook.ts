/** What programs that write notebook files without nbformat get wrong, read as every other reader takes it. */

/** The same JSON where nothing is wrong, or where it is not a notebook. Keys keep their order. */
export function repairNotebook(json: unknown): unknown {
  if (!isRecord(json) || !Array.isArray(json.cells)) return json;
  const { nbformat_minor: minor = 0, metadata, cells } = json;
  return { ...json, nbformat_minor: minor, metadata: metadata ?? {}, cells: cells.map(repairCell) };
}

function repairCell(cell: unknown): unknown {
  if (!isRecord(cell)) return cell;
  const { id, ...rest } = cell;
  const named = typeof id === 'string' || !('id' in cell) ? cell : rest;
  return { ...named, metadata: cell.metadata ?? {}, source: repairSource(cell.source ?? '') };
}

/**
 * A list holds lines with their ends, and is joined as it is. Lines of a list without a single end are lines all the same:
 * nothing that splits a text at its ends writes such a list.
 */
function repairSource(source: unknown): unknown {
  const isList = Array.isArray(source) && source.every((line) => typeof line === 'string');
  if (!isList || source.length < 2 || source.some((line) => LINE_END.test(line))) return source;
  return source.map((line, index) => (index < source.length - 1 ? `${line}\n` : line));
}

/** Where Python's `splitlines`, and with it nbformat, splits text. */
const LINE_END = /[\n\r\v\f\x85\u2028\u2029]/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

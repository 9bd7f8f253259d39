/** The data of a small chart as a table, for files and readers that cannot draw it. */
import { isRecord, toLabel, toList, toRecord } from './read-chart-json.ts';

export interface ChartTable {
  columns: string[];
  rows: string[][];
}

/** Longer or wider ones say little to a reader. */
const MAX_ROWS = 20;
const MAX_COLUMNS = 8;
const MAX_CELL_LENGTH = 80;

/** What `application/vnd.plotly.v1+json` holds as points; null when it is too long, or of another form. */
export function readPlotlyTable(value: unknown): ChartTable | null {
  const { data, layout } = toRecord(value);
  const traces = toList(data).map(toRecord);
  const isPie = traces.some(({ labels }) => labels !== undefined);
  const series = traces.map((trace) => ({
    name: toLabel(trace.name),
    first: readArray(isPie ? trace.labels : trace.x),
    second: readArray(isPie ? trace.values : trace.y),
  }));
  const rows = series.flatMap(({ name, first, second }) =>
    Array.from({ length: Math.max(first?.length ?? 0, second?.length ?? 0) }, (_, index) => [
      name,
      toCell(first?.[index]),
      toCell(second?.[index]),
    ]),
  );
  if (series.some(({ first, second }) => !first || !second) || !isShort(rows)) return null;
  const { xaxis, yaxis } = toRecord(layout);
  const columns = isPie
    ? ['series', 'label', 'value']
    : ['series', readTitle(xaxis) || 'x', readTitle(yaxis) || 'y'];
  // One series, or several without names: the column would say nothing.
  const isNamed = rows.some(([name]) => name !== '');
  return isNamed ? { columns, rows } : { columns: columns.slice(1), rows: rows.map((row) => row.slice(1)) };
}

/** The inline data of a Vega-Lite or Vega chart with one source; null when it is too long, or of another form. */
export function readVegaTable(value: unknown): ChartTable | null {
  const { data, datasets } = toRecord(value);
  const sources = [
    ...(Array.isArray(data) ? data : [data]).map((each) => toRecord(each).values),
    ...Object.values(toRecord(datasets)),
  ].filter((values) => Array.isArray(values));
  const [records] = sources;
  if (sources.length !== 1 || !records?.every(isRecord)) return null;
  const columns = [...new Set(records.slice(0, MAX_ROWS).flatMap(Object.keys))];
  if (!isShort(records) || columns.length > MAX_COLUMNS) return null;
  return { columns, rows: records.map((record) => columns.map((column) => toCell(record[column]))) };
}

function isShort(rows: readonly unknown[]): boolean {
  return rows.length > 0 && rows.length <= MAX_ROWS;
}

function readTitle(axis: unknown): string {
  const { title } = toRecord(axis);
  return toLabel(typeof title === 'string' ? title : toRecord(title).text);
}

const READERS: Record<string, { bytes: number; read: (view: DataView, at: number) => number }> = {
  i1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  u1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  i2: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  u2: { bytes: 2, read: (view, at) => view.getUint16(at, true) },
  i4: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  u4: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
  f4: { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  f8: { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
};

/** A list, or an array as Plotly for Python sends those of NumPy: `{dtype, bdata}`. */
function readArray(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const { dtype, bdata, shape } = toRecord(value);
  const reader = typeof dtype === 'string' && Object.hasOwn(READERS, dtype) ? READERS[dtype] : undefined;
  if (!reader || typeof bdata !== 'string' || shape !== undefined || !isBase64(bdata)) return null;
  const length = Math.floor((bdata.length * 3) / 4 / reader.bytes);
  if (length > MAX_ROWS) return null;
  const bytes = Uint8Array.from(atob(bdata), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Array.from({ length: Math.floor(bytes.length / reader.bytes) }, (_, index) =>
    reader.read(view, index * reader.bytes),
  );
}

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, MAX_CELL_LENGTH).replaceAll(/\s+/g, ' ');
}

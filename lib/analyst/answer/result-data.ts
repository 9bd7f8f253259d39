/** What a cell showed, as the answer reads it: the values that come with an output, never its HTML or its prose. */
import type { OutputDigest } from '../../notebook/output-digest.ts';

export type Value = number | string | boolean | null;

/** A table with the names of its columns, its index first; a single value is a table of one. */
export interface ResultData {
  /** Null: a column without a name of its own, such as the labels of a list. */
  readonly names: readonly (string | null)[];
  readonly values: readonly (readonly Value[])[];
  /** Of all that there are; `values` may have fewer. */
  readonly rows: number;
}

/** Null when the output is not a table, a column or a single value. */
export function readResult(digest: OutputDigest): ResultData | null {
  if (digest.data) {
    const { index, names, values, rows } = digest.data;
    return { names: [...index, ...names], values: readInfinite(values), rows };
  }
  return digest.value === undefined
    ? null
    : { names: ['value'], values: readInfinite([[digest.value]]), rows: 1 };
}

const INFINITE: ReadonlyMap<Value, number> = new Map([
  ['inf', Infinity],
  ['-inf', -Infinity],
]);

/** JSON has no infinite numbers: they come as text, in columns of numbers. */
function readInfinite(values: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  const isText = (value: Value) => typeof value === 'string' && !INFINITE.has(value);
  const width = values[0]?.length ?? 0;
  const numeric = Array.from({ length: width }, (_, at) => !values.some((row) => isText(row[at] ?? null)));
  return values.map((row) => row.map((value, at) => (numeric[at] ? (INFINITE.get(value) ?? value) : value)));
}

/** The value of a column in a row. */
export function cellOf(result: ResultData, row: readonly Value[], name: string): Value {
  const place = result.names.indexOf(name);
  return place < 0 ? null : (row[place] ?? null);
}

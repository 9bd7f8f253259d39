import type { OutputDigest, TableData } from '../../../../lib/notebook/output-digest.ts';
import type { HeldTable } from './local-source.ts';
import type { Column, ColumnKind, Value } from './table.ts';

/** How pandas and polars end and begin the text of a Series, whose digest has no types. */
const SERIES_TYPE = /^Series: .*\[(.+)\]$|\bdtype: ([^,\n]+)$/m;

/** The first rows of a displayed table as its kernel wrote them into the log, with its text. Null where it did not. */
export function readDigestTable({ data, table }: OutputDigest, text = ''): HeldTable | null {
  if (!data || (data.names.length === 0 && data.index.length === 0)) return null;
  const isNumbered = data.index.length === 0;
  const levels = isNumbered
    ? [toIndexColumn(null, 0, true)]
    : data.index.map((name, level) => toIndexColumn(name, level, isAllNumbers(data, level)));
  const [, polars, pandas] = (table ? null : SERIES_TYPE.exec(text)) ?? [];
  const own = data.names.map((name, at): Column => {
    const [label = name, type = polars ?? pandas ?? ''] = table?.dtypes[at] ?? [];
    const values = data.values.map((row) => row[data.index.length + at] ?? null);
    const kind = toKind(type, values);
    return { at, path: toPath(name, label), type, kind };
  });
  const { periods } = data;
  const rows = data.values.map((row, place): readonly Value[] => {
    const shown = periods ? row.map((value, at) => periods[at]?.[place] ?? value) : row;
    return isNumbered ? [place, ...shown] : shown;
  });
  const [first, ...others] = levels;
  const named = first && data.levels ? [{ ...first, levelNames: data.levels }, ...others] : levels;
  return { columns: [...named, ...own], rows, total: { rows: data.rows, columns: data.columns } };
}

function toIndexColumn(name: string | null, level: number, isNumber: boolean): Column {
  return { at: -1 - level, path: name === null ? [] : [name], type: '', kind: isNumber ? 'number' : 'text' };
}

const isAllNumbers = ({ values }: TableData, index: number) =>
  values.length > 0 && values.every((row) => typeof row[index] === 'number');

/** The label of a name with several levels is a tuple of Python. */
function toPath(name: string, label: string): string[] {
  if (label.startsWith('(') && name !== label) return name.split(' / ');
  return name === '' ? [] : [name];
}

/** As digests write them: JSON has no infinity. */
const INFINITE: ReadonlySet<Value> = new Set(['inf', '-inf']);

function toKind(type: string, values: readonly Value[]): ColumnKind {
  if (/^(?:datetime|period|date)/i.test(type)) return 'date';
  const known = values.filter((value) => value !== null);
  const isNumber =
    known.length > 0 && known.every((value) => typeof value === 'number' || INFINITE.has(value));
  if (isNumber || /^(?:u?int|float|complex)\d/i.test(type)) return 'number';
  return known.length > 0 && known.every((value) => typeof value === 'boolean') ? 'boolean' : 'text';
}

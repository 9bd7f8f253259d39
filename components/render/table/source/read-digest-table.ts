import type { OutputDigest, TableData } from '../../../../lib/notebook/output-digest.ts';
import type { HeldTable } from './local-source.ts';
import type { Column, ColumnKind, Value } from './table.ts';

/** The first rows of a displayed table as its kernel wrote them into the log. Null where it did not. */
export function readDigestTable({ data, table }: OutputDigest): HeldTable | null {
  if (!data || (data.names.length === 0 && data.index.length === 0)) return null;
  const isNumbered = data.index.length === 0;
  const levels = isNumbered
    ? [toIndexColumn(null, 0, true)]
    : data.index.map((name, level) => toIndexColumn(name, level, isAllNumbers(data, level)));
  const own = data.names.map((name, at): Column => {
    const [label = name, type = ''] = table?.dtypes[at] ?? [];
    const kind = toKind(
      type,
      data.values.map((row) => row[data.index.length + at] ?? null),
    );
    return { at, path: toPath(name, label), type, kind };
  });
  const rows = data.values.map((row, place): readonly Value[] => (isNumbered ? [place, ...row] : row));
  return { columns: [...levels, ...own], rows, total: { rows: data.rows, columns: data.columns } };
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

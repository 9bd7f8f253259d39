import type { TableColumn, TablePage } from '../../../../lib/protocol/table-page.ts';
import type { Column } from './table.ts';

/** The columns as they are known with another piece: those that no piece had yet have no name. What stays is the same object. */
export function learnColumns(known: readonly Column[], page: TablePage): readonly Column[] {
  const levels = page.index.map((name, level): Column => {
    const isNumeric = page.rows.every(({ labels }) => /^-?\d+$/.test(labels[level] ?? ''));
    const kind = isNumeric && page.rows.length > 0 ? 'number' : 'text';
    return (
      known.find(({ at }) => at === -1 - level) ?? {
        at: -1 - level,
        path: name === null ? [] : [name],
        type: '',
        kind,
        ...(level === 0 && page.levelNames ? { levelNames: page.levelNames.map((each) => each ?? '') } : {}),
      }
    );
  });
  const before = new Map(known.map((column) => [column.at, column]));
  const own = Array.from({ length: page.columnCount }, (_, at): Column => {
    const given = page.columns[at - page.columnOffset];
    const old = before.get(at) ?? { at, path: [], type: '', kind: 'text' };
    const next = given ? toColumn(given, at) : old;
    return JSON.stringify(next) === JSON.stringify(old) ? old : next;
  });
  const columns = [...levels, ...own];
  const isSame = columns.length === known.length && columns.every((each, index) => each === known[index]);
  return isSame ? known : columns;
}

function toColumn({ name, levels, type, kind, decimals, isRounded }: TableColumn, at: number): Column {
  const path = levels ?? (name === '' ? [] : [name]);
  return { at, path, type, kind: kind === 'other' ? 'text' : kind, decimals, isRounded };
}

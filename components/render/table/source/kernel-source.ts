/** A table in a kernel, of which the page holds the pieces that were looked at. */
import type { TableColumn, TablePage } from '../../../../lib/protocol/tables/table-page.ts';
import { AppError } from '../../../../lib/util/app-error.ts';
import type { KernelCalls } from './kernel-calls.ts';
import { createKernelReader, type KernelReader } from './kernel-reader.ts';
import type { Column } from './table.ts';
import type { TableSource } from './table-source.ts';

interface KernelSource extends TableSource {
  /** Of a workbook: all of its sheets, and which one this is. */
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  /** Whether the first piece is here. */
  readonly isOpen: boolean;
  readonly isGone: boolean;
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Views whose pieces are kept; those of others are read again. */
const MAX_VIEWS = 6;

/** Sends one request at a time, as a kernel handles one at a time, and drops those that nobody needs anymore. */
export function createKernelSource(calls: KernelCalls): KernelSource {
  const listeners = new Set<() => void>();
  const readers = new Map<string, KernelReader>();
  let latest: KernelReader | null = null;
  let asking: { readonly reader: KernelReader; readonly abort: AbortController } | null = null;
  const source: Writable<KernelSource> = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: 0,
    columns: [],
    total: { rows: null, columns: 0 },
    held: { rows: null, columns: 0 },
    firstRead: null,
    note: '',
    sortsIndex: false,
    sheets: [],
    sheet: undefined,
    isOpen: false,
    isGone: false,
    open: (view) => {
      const key = JSON.stringify(view);
      const reader = readers.get(key) ?? createKernelReader({ calls, view, learn, ask, source });
      readers.delete(key);
      readers.set(key, reader);
      for (const old of [...readers.keys()].slice(0, -MAX_VIEWS)) readers.delete(old);
      return reader;
    },
  };
  const learn = (page: TablePage) => {
    source.columns = learnColumns(source.columns, page);
    const { readRows, rowCount, note } = page;
    // Of a large file, all that is shown, counted and saved is of the rows that were read, as `firstRead` says.
    source.total = { rows: readRows ?? rowCount, columns: page.columnCount };
    source.held = source.total;
    source.firstRead = readRows === undefined ? null : { rows: readRows, of: rowCount };
    source.note = note ?? '';
    source.sheets = page.sheets ?? [];
    source.sheet = page.sheet;
    source.isOpen = true;
  };
  const change = () => {
    source.version += 1;
    for (const listener of listeners) listener();
  };
  const ask = async (reader: KernelReader) => {
    latest = reader;
    // A search that somebody has changed their mind about would be waited for.
    if (asking && asking.reader !== reader) asking.abort.abort();
    if (asking) return;
    for (let next = latest.next(); next; next = latest.next()) {
      asking = { reader: latest, abort: new AbortController() };
      await next(asking.abort.signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'gone') source.isGone = true;
      });
      change();
    }
    asking = null;
  };
  return source;
}

/** The columns as they are known with another piece: those that no piece had yet have no name. What stays is the same object. */
function learnColumns(known: readonly Column[], page: TablePage): readonly Column[] {
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

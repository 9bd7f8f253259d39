import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS } from '../../../../lib/protocol/tables/table-bounds.ts';
import type { TablePage } from '../../../../lib/protocol/tables/table-page.ts';
import type { ColumnSummary, TableSummary } from '../../../../lib/protocol/tables/table-summary.ts';
import { toMessage } from '../../../../lib/util/app-error.ts';
import type { KernelCalls } from './kernel-calls.ts';
import { isIndex, type TableView } from './table.ts';
import { collectValues, findValue, listBlocks, type Piece, toColumnBlock } from './table-pieces.ts';
import type { ColumnFacts, Range, RowReader, TableSource, Wish } from './table-source.ts';

export interface KernelReader extends RowReader {
  /** What to ask the kernel next; null when everything that is wanted is here, or asking failed. */
  next(): ((signal: AbortSignal) => Promise<void>) | null;
}

interface ReaderHost {
  calls: KernelCalls;
  view: TableView;
  learn(page: TablePage): void;
  /** Begins to ask for what this reader wants, and for nothing else. */
  ask(reader: KernelReader): void;
  /** What is known of the table so far. */
  source: Pick<TableSource, 'columns' | 'firstRead'>;
}

/** Pieces of one view that are kept: some forty thousand rows of a narrow table. */
const MAX_PIECES = 400;
const NONE: Range = { first: 0, end: 0 };

export function createKernelReader({ calls, view, learn, ask, source }: ReaderHost): KernelReader {
  const pieces = new Map<string, Piece>();
  const facts = new Map<number, ColumnFacts>();
  let wanted: Wish = { rows: NONE, columns: NONE, hasFacts: false };
  let rowCount: number | null = null;
  let failure = '';
  const listColumnBlocks = ({ first, end }: Range) => {
    const levels = source.columns.filter(isIndex).length;
    return listBlocks({ first: first - levels, end: end - levels }, MAX_PAGE_COLUMNS);
  };
  const hasFacts = (block: number) => facts.has(block * MAX_PAGE_COLUMNS);
  const fetchPiece = async (rowBlock: number, columnBlock: number, signal: AbortSignal) => {
    const rowOffset = rowBlock * MAX_PAGE_ROWS;
    const columnOffset = columnBlock * MAX_PAGE_COLUMNS;
    const page = await calls.readPage(view, { rowOffset, columnOffset }, signal);
    learn(page);
    rowCount = page.matchCount ?? Math.max(rowCount ?? 0, rowOffset + page.rows.length);
    return page.rows;
  };
  const readPiece = async (rowBlock: number, columnBlock: number, signal: AbortSignal) => {
    pieces.set(toKey(rowBlock, columnBlock), await fetchPiece(rowBlock, columnBlock, signal));
    for (const old of [...pieces.keys()].slice(0, -MAX_PIECES)) pieces.delete(old);
  };
  /** What does not fit is given, and not kept: it would push out what is in view. */
  const takePiece = async (rowBlock: number, columnBlock: number, signal: AbortSignal) => {
    const key = toKey(rowBlock, columnBlock);
    const piece = pieces.get(key) ?? (await fetchPiece(rowBlock, columnBlock, signal));
    if (pieces.size < MAX_PIECES) pieces.set(key, piece);
    return piece;
  };
  const readFacts = async (columnBlock: number, signal: AbortSignal) => {
    const summary = await calls.summarize(view, columnBlock * MAX_PAGE_COLUMNS, signal);
    // A table without columns has none to tell.
    if (summary.columns.length === 0) wanted = { ...wanted, hasFacts: false };
    for (const [index, column] of summary.columns.entries()) {
      facts.set(summary.columnOffset + index, toFacts(column, summary, source.firstRead !== null));
    }
  };
  const guard = (read: (signal: AbortSignal) => Promise<void>) => async (signal: AbortSignal) => {
    try {
      await read(signal);
      failure = '';
    } catch (error) {
      if (!signal.aborted) failure = toMessage(error);
      throw error;
    }
  };
  const findMissing = (rows: Range, drawn: Range): [number, number] | undefined => {
    if (rowCount === null) return [0, 0];
    const end = Math.min(rows.end, rowCount);
    return listBlocks({ first: rows.first, end }, MAX_PAGE_ROWS)
      .flatMap((row) => listColumnBlocks(drawn).map((column): [number, number] => [row, column]))
      .find(([row, column]) => !pieces.has(toKey(row, column)));
  };
  const findPiece = (row: number, at: number) =>
    pieces.get(toKey(Math.floor(row / MAX_PAGE_ROWS), toColumnBlock(at)));
  const reader: KernelReader = {
    get rowCount() {
      return rowCount;
    },
    get failure() {
      return failure;
    },
    value: (row, index) => {
      const column = source.columns[index];
      return column && findValue(findPiece(row, column.at), row, column);
    },
    place: (row) => findPiece(row, 0)?.[row % MAX_PAGE_ROWS]?.position,
    want: (wish) => {
      wanted = wish;
      ask(reader);
    },
    load: async (rows, indexes, signal) => {
      const take = (rowBlock: number, columnBlock: number) => takePiece(rowBlock, columnBlock, signal);
      if (rowCount === null) await take(0, 0);
      const present = { first: rows.first, end: Math.min(rows.end, rowCount ?? 0) };
      return collectValues(present, indexes, {
        readColumn: (index) => source.columns[index],
        takePiece: take,
      });
    },
    facts: (index) => facts.get(source.columns[index]?.at ?? -1),
    retry: () => {
      failure = '';
      ask(reader);
    },
    next: () => {
      if (failure !== '') return null;
      const missing = findMissing(wanted.rows, wanted.columns);
      if (missing) return guard((signal) => readPiece(...missing, signal));
      if (!wanted.hasFacts || source.columns.length === 0) return null;
      const block = listColumnBlocks(wanted.columns).find((each) => !hasFacts(each));
      return block === undefined ? null : guard((signal) => readFacts(block, signal));
    },
  };
  return reader;
}

/** What the kernel counted of one column. `isPart`: of the first rows of a file. */
function toFacts(
  column: ColumnSummary,
  { matchCount, sampledRows }: TableSummary,
  isPart: boolean,
): ColumnFacts {
  const { missing, distinct, min, max, histogram, frequent } = column;
  const count = sampledRows ?? matchCount;
  return {
    count,
    missing,
    distinct,
    min,
    max,
    bars: histogram,
    frequent,
    of: sampledRows !== null ? 'sample' : isPart ? 'read' : 'all',
  };
}

const toKey = (rowBlock: number, columnBlock: number) => `${rowBlock} ${columnBlock}`;

/** Values of a table that an output holds as HTML. */
import type { TableGrid } from '../../notebook/html-table/read-table-grid.ts';
import { type DateOrder, findDateOrder } from '../text/dates.ts';
import { type Amount, findAmounts } from '../text/find-amounts.ts';
import { makeValue, type OutputContext, toLabel } from './make-value.ts';
import type { Label, SourceValue } from './source-value.ts';

const PLAIN_NUMBER = /^[-−]?\d+(?:\.\d+)?$/;
const MAX_TEXT = 60;
/** Values of a table, and characters of a cell. */
const [MAX_VALUES, MAX_CELL] = [100_000, 20_000];
/** Years name rows, wherever they are. */
const YEAR = /^(?:1[6-9]|20|21)\d\d$/;

/** `context.group` is completed with the size of the table and what its rows are. */
export function readGrid(grid: TableGrid, context: OutputContext): SourceValue[] {
  const { group } = context;
  const columns = grid.paths.map((levels) => toLabel(levels.join(' ')));
  const texts = listTextColumns(grid);
  group.rows = grid.total.rows;
  group.lists = [grid.total.columns];
  group.isWhole = grid.total.rows === grid.held.rows;
  const skipped = isCounter(grid) ? 0 : -1;
  const orders = columns.map((_, column) => findColumnOrder(grid, column));
  const around = toLabel('');
  const values: SourceValue[] = [];
  for (const [row, cells] of grid.body.entries()) {
    if (values.length >= MAX_VALUES) break;
    if (row === grid.gapRow) continue;
    const name = nameRow(cells, texts, skipped);
    for (const [column, cell] of cells.entries()) {
      if (column === grid.gapColumn || column === skipped || !/\d/.test(cell)) continue;
      for (const amount of readCell(cell, orders[column] ?? null)) {
        const printed = cell.length > MAX_TEXT ? cell.slice(amount.start, amount.end) : cell;
        const parts = { amount, printed, row: name, column: columns[column] ?? around, around };
        values.push(makeValue({ ...parts, at: [row, column] }, context));
      }
    }
  }
  return [...values, ...readYears(columns, context), ...readSize(grid, context)];
}

const YEAR_IN_NAME = /(?<!\d)(?:1[6-9]|20|21)\d\d(?!\d)/g;

/** Years in the names of columns, such as `loans_2023`. */
function readYears(columns: readonly Label[], context: OutputContext): SourceValue[] {
  const none = toLabel('');
  return columns.flatMap((column, at) =>
    [...column.text.matchAll(YEAR_IN_NAME)].map(([year]) => {
      const parts = { amount: toAmount(year, Number(year)), printed: column.text, row: none, column: none };
      return makeValue({ ...parts, around: column, at: [-1, at] }, context);
    }),
  );
}

/** How large the table says that it is, where it shows only a part. */
function readSize({ total, held }: TableGrid, context: OutputContext): SourceValue[] {
  if (total.rows === held.rows && total.columns === held.columns) return [];
  const [row, around] = [toLabel(''), toLabel('')];
  return Object.entries(total).map(([noun, value]) =>
    makeValue(
      {
        amount: toAmount(String(value), value),
        printed: `${value} ${noun}`,
        row,
        column: toLabel(noun),
        around,
        at: [-1, -1],
      },
      context,
    ),
  );
}

/** Columns whose cells are names rather than values: those of the index, and those that hold texts. */
function listTextColumns({ body, paths, indexCount, gapRow }: TableGrid): Set<number> {
  const rows = body.filter((_, row) => row !== gapRow);
  const isYears = (column: number) =>
    rows.length > 1 && rows.every((cells) => YEAR.test(cells[column] ?? ''));
  const isText = (column: number) =>
    isYears(column) ||
    rows.some(
      (cells) =>
        /\p{L}/u.test(cells[column] ?? '') &&
        !/^(?:nan|nat|none|<na>|true|false)$/i.test(cells[column] ?? ''),
    );
  return new Set([...paths.keys()].filter((column) => column < indexCount || isText(column)));
}

function nameRow(cells: readonly string[], texts: ReadonlySet<number>, skipped: number): Label {
  const names = cells.filter((_, column) => texts.has(column) && column !== skipped);
  return toLabel(names.filter((name) => name.length <= MAX_TEXT).join(' '));
}

/** Whether the index only counts rows from 0, as pandas numbers them. */
function isCounter({ body, indexCount, gapRow }: TableGrid): boolean {
  if (indexCount !== 1) return false;
  const [first, second] = body.filter((_, row) => row !== gapRow);
  return first?.[0] === '0' && (second === undefined || second[0] === '1');
}

/** How a column writes its dates. */
function findColumnOrder({ body }: TableGrid, column: number): DateOrder | null {
  const cells = body.flatMap((row) => (row[column]?.includes('/') ? row[column] : []));
  return findDateOrder(cells.join('\n'));
}

function readCell(cell: string, order: DateOrder | null): readonly Amount[] {
  if (PLAIN_NUMBER.test(cell)) return [toAmount(cell, Number(cell.replace('−', '-')))];
  return findAmounts(cell.slice(0, MAX_CELL), { mark: '.', isProse: false, order });
}

function toAmount(text: string, value: number): Amount {
  const point = text.indexOf('.');
  const step = 10 ** -(point < 0 ? 0 : text.length - point - 1);
  const date = YEAR.test(text) ? { year: value } : null;
  return { start: 0, end: text.length, value, step, roundStep: step, unit: null, kind: 'digits', date };
}

/** Tables by what is in them: shape, names, and cells. */
import type { TableGrid } from '../../notebook/html-table/read-table-grid.ts';
import { pluralize } from '../../util/pluralize.ts';
import {
  type CompareContext,
  type Comparison,
  type Difference,
  differ,
  join,
  quote,
  SAME,
} from '../finding/comparison.ts';
import { allowForFormat, compareLine } from '../text/compare-text.ts';

export function compareTables(
  notebook: TableGrid,
  here: TableGrid,
  place: string,
  context: CompareContext,
): Comparison {
  const names = [nameColumns(notebook), nameColumns(here)] as const;
  const shape = compareShape(notebook, here, place);
  const columns = compareColumns(names[0], names[1], place);
  const isPlaced =
    notebook.indexCount === here.indexCount &&
    notebook.gapRow === here.gapRow &&
    notebook.gapColumn === here.gapColumn;
  const found = join([shape, columns]);
  if (found.differences.length > 0 || notebook.body.length !== here.body.length) {
    return found.differences.length > 0 ? found : differOtherwise(place, 'rows are displayed otherwise');
  }
  if (!isPlaced) return differOtherwise(place, 'rows or columns are displayed otherwise');
  const cells = compareCells(notebook, here, place, context);
  if (cells.differences.length < 2 || !isReordered(notebook, here)) return cells;
  const text = 'the same rows in another order';
  return differ({ place: `${place}, order`, kind: 'order', text, notebook: '', here: '' });
}

function differOtherwise(place: string, text: string): Comparison {
  return differ({ place: `${place}, shape`, kind: 'shape', text, notebook: '', here: '' });
}

function compareShape(notebook: TableGrid, here: TableGrid, place: string): Comparison {
  const [was, is] = [notebook.total.rows, here.total.rows];
  if (was === is) return SAME;
  const count = `${pluralize(Math.abs(is - was), 'row')} ${is > was ? 'more' : 'fewer'}`;
  const text = `${count}: ${was.toLocaleString('en')}, here ${is.toLocaleString('en')}`;
  return differ({ place: `${place}, rows`, kind: 'shape', text, notebook: String(was), here: String(is) });
}

function compareColumns(left: readonly string[], right: readonly string[], place: string): Comparison {
  if (left.length === right.length && left.every((name, index) => name === right[index])) return SAME;
  const missing = left.filter((name) => !right.includes(name));
  const added = right.filter((name) => !left.includes(name));
  const parts = [
    missing.length > 0 && `without column ${missing.map(quote).join(', ')}`,
    added.length > 0 && `with column ${added.map(quote).join(', ')}`,
  ].filter((part) => part !== false);
  const isOrder = parts.length === 0 && left.length === right.length;
  const text = parts.join(', ') || (isOrder ? 'columns in another order' : 'another number of columns');
  const sides = { notebook: left.join(', '), here: right.join(', ') };
  return differ({ place: `${place}, columns`, kind: isOrder ? 'order' : 'shape', text, ...sides });
}

function compareCells(
  notebook: TableGrid,
  here: TableGrid,
  place: string,
  context: CompareContext,
): Comparison {
  const names = nameColumns(here);
  const unequal = notebook.body.flatMap((row, y) =>
    row.flatMap((was, x) => {
      const is = here.body[y]?.[x] ?? '';
      return was === is ? [] : [{ was, is, x, y }];
    }),
  );
  return join(
    allowForFormat(
      unequal.map(({ was, is, x, y }) => ({
        group: String(x),
        compare: (isReformatted) => {
          const spot = `${place}, row ${y + 1}, column ${x + 1}`;
          const found = compareLine(was, is, spot, { ...context, isReformatted, isValue: true });
          const title = [nameRow(here, y), names[x]].filter(Boolean).join(', ');
          return { ...found, differences: found.differences.map((each) => toTitled(each, title)) };
        },
      })),
    ),
  );
}

function toTitled(difference: Difference, title: string): Difference {
  return { ...difference, text: title === '' ? difference.text : `${title}: ${difference.text}` };
}

function nameColumns({ paths }: TableGrid): string[] {
  return paths.map((levels) => levels.join(' / '));
}

function nameRow({ body, indexCount }: TableGrid, row: number): string {
  return (body[row] ?? []).slice(0, indexCount).join(' / ') || `row ${row + 1}`;
}

function isReordered(notebook: TableGrid, here: TableGrid): boolean {
  // A numbered index stays in its place.
  const read = ({ body, indexCount }: TableGrid, from: number) =>
    body.map((row) => row.slice(from === 0 ? 0 : indexCount).join('\u0000')).toSorted();
  return [0, 1].some((from) => {
    const [left, right] = [read(notebook, from), read(here, from)];
    return left.every((row, index) => row === right[index]);
  });
}

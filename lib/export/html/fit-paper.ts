/** Paper does not scroll: how a wide table is printed so that no number is cut, broken, or too small to read. */
import type { TableGrid } from '../../notebook/html-table/read-table-grid.ts';
import { EXPORT_TEXTS } from '../output/export-texts.ts';
import { escapeHtml } from './escape-html.ts';

/** The width of A4 between usual margins. */
const WIDTH_PX = 660;
/** 9 pt, beside text of 12. */
const USUAL_PX = 12;
/** 8 pt. */
const SMALLEST_PX = 10.7;
const GAP_PX = 7;
const CHARACTER_EM = 0.5;
/** Longer texts are broken into lines. */
const MAX_CHARACTERS = 40;

export interface Printed {
  /** Attributes of the element around the table: smaller type, where that is enough. */
  readonly attributes: string;
  /** The same table in parts that fit, which only paper shows; empty where the table is printed whole. */
  readonly parts: string;
}

export function fitPaper(table: TableGrid): Printed {
  const widths = measureColumns(table);
  const pixels = findSize(widths);
  if (pixels >= USUAL_PX) return { attributes: '', parts: '' };
  const names = widths.map((_, column) => column).slice(0, table.indexCount);
  const parts = splitColumns(widths, names);
  if (pixels >= SMALLEST_PX || parts.length < 2)
    return { attributes: ` style="--print-size: ${Math.max(pixels, SMALLEST_PX).toFixed(1)}px"`, parts: '' };
  const written = parts.map((columns, at) => {
    const [first = '', last = ''] = [columns[0], columns.at(-1)].map((column) => nameColumn(table, column));
    const text = EXPORT_TEXTS.tablePart(at + 1, parts.length, first, last);
    return `<p class="facts">${escapeHtml(text)}</p>${writePart(table, [...names, ...columns])}`;
  });
  return { attributes: ' data-parts', parts: `<div class="parts">${written.join('')}</div>` };
}

/** Characters of the longest line of each column. */
function measureColumns({ paths, body }: TableGrid): number[] {
  return paths.map((path, column) => {
    const longest = [...path, ...body.map((row) => row[column] ?? '')].reduce(
      (most, { length }) => Math.max(most, length),
      0,
    );
    return Math.min(longest, MAX_CHARACTERS);
  });
}

/** The size of type with which columns of these widths fill a line, CSS pixels. */
function findSize(widths: readonly number[]): number {
  const characters = widths.reduce((sum, width) => sum + width, 0);
  return (WIDTH_PX - widths.length * GAP_PX) / (characters * CHARACTER_EM);
}

/** As many columns in each part as fit next to those that name the rows, at least one. */
function splitColumns(widths: readonly number[], names: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let column = names.length; column < widths.length; column++) {
    const last = parts.at(-1);
    const wider = [...names, ...(last ?? []), column].map((each) => widths[each] ?? 0);
    if (last && findSize(wider) >= USUAL_PX) last.push(column);
    else parts.push([column]);
  }
  return parts;
}

function nameColumn({ paths }: TableGrid, column = 0): string {
  return paths[column]?.at(-1) ?? '';
}

function writePart({ paths, body, indexCount }: TableGrid, columns: readonly number[]): string {
  const levels = Math.max(...columns.map((column) => paths[column]?.length ?? 0));
  const head = Array.from({ length: levels }, (_, level) =>
    writeRow(columns.map((column) => writeHeader(paths[column]?.[level] ?? ''))),
  );
  const rows = body.map((row) =>
    writeRow(
      columns.map((column) => {
        const text = escapeHtml(row[column] ?? '');
        return column < indexCount ? `<th scope="row">${text}</th>` : `<td>${text}</td>`;
      }),
    ),
  );
  return `<table><thead>${head.join('')}</thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The corner above an index without a name heads nothing. */
function writeHeader(name: string): string {
  return name === '' ? '<td></td>' : `<th scope="col">${escapeHtml(name)}</th>`;
}

function writeRow(cells: readonly string[]): string {
  return `<tr>${cells.join('')}</tr>`;
}

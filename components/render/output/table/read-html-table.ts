/** The HTML of a plain table as values: for outputs whose kernel left none in the log, as in notebooks made elsewhere. */
import { readTableGrid } from '../../../../lib/notebook/html-table/read-table-grid.ts';
import type { TableDigest } from '../../../../lib/notebook/output-digest.ts';
import type { HeldTable } from '../../table/source/local-source.ts';
import type { Column, Value } from '../../table/source/table.ts';

/** Null when the HTML is not a plain table, or not one with a row and a rectangle of cells. */
export function readHtmlTable(html: string, digest?: TableDigest): HeldTable | null {
  const grid = readTableGrid(html, digest);
  if (!grid) return null;
  const { paths, body, indexCount, gapRow, gapColumn, total } = grid;
  const rows = body.filter((_, row) => row !== gapRow);
  const gap = gapColumn < 0 ? -1 : gapColumn - indexCount;
  const columns = paths
    .map((_, index) => index)
    .filter((index) => index !== gapColumn)
    .map((index) =>
      readColumn(
        index < indexCount
          ? -1 - index
          : toPosition(index - indexCount, gap, paths.length - indexCount, total.columns),
        paths[index] ?? [],
        rows.map((row) => row[index] ?? ''),
      ),
    );
  return {
    columns: columns.map(({ column }) => column),
    rows: rows.map((_, row) => columns.map(({ values }) => values[row] ?? null)),
    places: rows.map((_, row) =>
      toPosition(row < gapRow || gapRow < 0 ? row : row + 1, gapRow, body.length, total.rows),
    ),
    total,
  };
}

/** In the whole: after a gap, positions count from the end. */
function toPosition(index: number, gap: number, count: number, total: number): number {
  return gap < 0 || index < gap ? index : total - count + index;
}

const MISSING = new Set(['', 'NaN', 'nan', 'None', 'NaT', '<NA>', 'NA', 'null', 'NULL']);
const NUMBER = /^[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:e[-+]?\d+)?$/i;

function readColumn(at: number, path: readonly string[], texts: readonly string[]) {
  const known = texts.filter((text) => !MISSING.has(text));
  const isNumber = known.length > 0 && known.every((text) => toNumber(text) !== null);
  const values = texts.map((text): Value => {
    if (MISSING.has(text)) return at < 0 && text === '' ? '' : null;
    return isNumber ? toNumber(text) : text;
  });
  const decimals = isNumber
    ? Math.max(...known.map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0))
    : undefined;
  const column: Column = { at, path, type: '', kind: isNumber ? 'number' : 'text', decimals };
  return { column, values };
}

/** Null when the text is not a number. Thousands separators and infinities are accepted. */
function toNumber(text: string): number | null {
  const infinity = /^([-+]?)inf$/i.exec(text);
  if (infinity) return infinity[1] === '-' ? -Infinity : Infinity;
  if (!/\d/.test(text) || !NUMBER.test(text)) return null;
  const number = Number(text.replaceAll(',', '').replace('−', '-'));
  return Number.isSafeInteger(number) || /[.e]/i.test(text) ? number : null;
}

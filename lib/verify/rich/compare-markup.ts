/** HTML and SVG that is not a plain table: as text, once ids that libraries draw by lot have the same names. */
import { readTableGrid } from '../../notebook/html-table/read-table-grid.ts';
import { scanTableHtml } from '../../notebook/html-table/scan-table-html.ts';
import { type CompareContext, type Comparison, join, putAside } from '../finding/comparison.ts';
import { compareText } from '../text/compare-text.ts';
import { compareTables } from './compare-tables.ts';

export function compareMarkup(
  notebook: string,
  here: string,
  place: string,
  context: CompareContext,
): Comparison {
  const [left, right] = [readTableGrid(notebook), readTableGrid(here)];
  if (left && right) {
    const tables = compareTables(left, right, place, context);
    // Captions, too; of another number of rows they say it again.
    const notes = [notebook, here].map((html) => scanTableHtml(html)?.notes ?? '');
    const beside = compareText(notes[0] ?? '', notes[1] ?? '', `${place}, caption`, context);
    return tables.differences.length > 0 ? tables : join([tables, beside]);
  }
  const [was, is] = [renameIds(notebook), renameIds(here)];
  const renamed = was.ids.flatMap((id, index) => {
    const other = is.ids[index];
    return other === undefined || other === id ? [] : [{ notebook: id, here: other }];
  });
  const aside = renamed.map((pair, index) =>
    putAside({ ...pair, place: `${place}, id ${index + 1}`, kind: 'random-id' }),
  );
  return join([compareText(was.text, is.text, place, context), ...aside]);
}

/** A UUID, what pandas' styles or Altair number by lot, and what Matplotlib makes of a hash. */
const RANDOM_ID =
  /\bid=(["'])((?:[\w-]{0,40}-)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|T_[\da-f]{5}|altair-viz-[\da-f]{32}|[pm][\da-f]{10})(?=["'_])/g;

/** Each is looked for in all of the text. */
const MAX_IDS = 200;

/** Each id by its number, wherever the text has it. */
function renameIds(text: string): { text: string; ids: string[] } {
  const ids = [...new Set([...text.matchAll(RANDOM_ID)].flatMap(([, , id]) => id ?? []))];
  if (ids.length > MAX_IDS) return { text, ids: [] };
  let renamed = text;
  for (const [index, id] of ids.entries()) renamed = renamed.replaceAll(id, `(id ${index + 1})`);
  return { text: renamed, ids };
}

/** Values of a column that name a total of other rows: `Total`, `North Total`, `Total for North`. */
import type { Column } from '../query/query.ts';

const TOTAL = /^\s*((grand |sub[- ]?)?totals?|gesamt|(zwischen)?summe)\s*:?\s*$/i;
const TOTAL_OF = /^\s*(?:(?:sub[- ]?)?totals?:? (?:of |for )?(.+?)|(.+?) (?:sub[- ]?)?totals?\s*:?)\s*$/i;
const MAX_TOTALS = 3;

/** The first of them. */
export function listTotals({ type, values }: Column): string[] {
  const found = type === 'text' ? values.filter((text) => isTotal(text, values)) : [];
  return found.slice(0, MAX_TOTALS);
}

function isTotal(text: string, values: readonly string[]): boolean {
  const [, before, after] = TOTAL_OF.exec(text) ?? [];
  const named = (before ?? after)?.toLowerCase();
  return TOTAL.test(text) || values.some((value) => value.trim().toLowerCase() === named);
}

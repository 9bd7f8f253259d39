/** Amounts of several currencies or units that are measured together. */
import type { Query, Table } from '../query/query.ts';
import { CHECK } from '../write/check-names.ts';
import { listMixedUnits } from '../write/mixed-units.ts';
import { listWords } from './format-value.ts';
import type { Checks } from './result-data.ts';

const MAX_UNITS = 3;

export function noteUnits(query: Query, tables: readonly Table[], checks: Checks): string[] {
  return listMixedUnits(query, tables).flatMap(({ name, unique, values }) => {
    const used = checks.get(CHECK.units(name)) ?? unique;
    if (typeof used !== 'number' || used < 2) return [];
    const shown = values.slice(0, MAX_UNITS).map((value) => `"${value}"`);
    const more = unique > shown.length ? [`${unique - shown.length} others`] : [];
    // Which of them the rows have is not known.
    const has = used === unique ? listWords([...shown, ...more]) : `${used} different values in these rows`;
    return [`\`${name}\` has ${has}: values of each are taken together as they stand.`];
  });
}

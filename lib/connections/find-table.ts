/** Finds tables of a catalog by name and by words. */
import type { Catalog, CatalogTable } from '../protocol/connections/catalog.ts';

/** Names in a sentence. */
const MAX_SHOWN = 8;
/** Most tables of an answer. */
const MAX_FOUND = 5_000;

/** Those whose name, schema, or comment contains each of these words. */
export function searchTables({ tables }: Catalog, search: string): CatalogTable[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tables
    .filter(({ schema, name, comment }) => {
      const text = `${schema ?? ''}.${name} ${comment ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, MAX_FOUND);
}

/** The table of this name, with or without its schema. Throws an Error whose message lists similar tables. */
export function findTable({ tables }: Catalog, given: string): CatalogTable {
  const wanted = given.replaceAll(/["`[\]]/g, '');
  const whole = tables.filter((table) => toFullName(table) === wanted);
  const exact = whole.length > 0 ? whole : tables.filter(({ name }) => name === wanted);
  const found = exact.length > 0 ? exact : tables.filter((table) => isAlike(table, wanted));
  const [first] = found;
  if (first && found.length === 1) return first;
  if (first) throw new Error(`There are several tables “${given}”: ${toList(found)}. Add the schema.`);
  const last = wanted.split('.').at(-1)?.toLowerCase() ?? '';
  const near = tables.filter(({ name }) => last !== '' && name.toLowerCase().includes(last));
  const shown = near.length > 0 ? near : tables;
  throw new Error(
    `There is no table “${given}”. ${shown.length > 0 ? `There are: ${toList(shown)}.` : 'There are none.'}`,
  );
}

export function toFullName({ schema, name }: CatalogTable): string {
  return schema === null ? name : `${schema}.${name}`;
}

function isAlike(table: CatalogTable, wanted: string): boolean {
  const lower = wanted.toLowerCase();
  return table.name.toLowerCase() === lower || toFullName(table).toLowerCase() === lower;
}

function toList(tables: readonly CatalogTable[]): string {
  const more = tables.length - MAX_SHOWN;
  const names = tables.slice(0, MAX_SHOWN).map(toFullName).join(', ');
  return more > 0 ? `${names}, and ${more.toLocaleString('en')} more` : names;
}

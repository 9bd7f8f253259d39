/** What tables can be asked about, with the names that a question can use for it. */
import type { Table } from '../query/query.ts';
import { type NamedSource, nameSource } from './lattice.ts';
import { listSources } from './views.ts';

/** Naming takes most of the time of a reading, and several questions are read over the same tables. */
const NAMED = new WeakMap<readonly Table[], readonly NamedSource[]>();

export function nameSources(tables: readonly Table[]): readonly NamedSource[] {
  const named = NAMED.get(tables) ?? listSources(tables).map(nameSource);
  NAMED.set(tables, named);
  return named;
}

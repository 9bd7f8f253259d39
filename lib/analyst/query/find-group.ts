import type { Rows } from './query.ts';

/** The group that these rows are made by, below filters and sorting; null when they are rows of a file. */
export function findGroup(rows: Rows): Extract<Rows, { kind: 'group' }> | null {
  if (rows.kind === 'group') return rows;
  if (!('of' in rows)) return null;
  return findGroup(rows.of);
}

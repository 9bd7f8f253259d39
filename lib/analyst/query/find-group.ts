/** What is above the rows of a file: groups, and an order. */
import type { Rows } from './query.ts';

/** The group that these rows are made by, below filters and sorting; null when they are rows of a file. */
export function findGroup(rows: Rows): Extract<Rows, { kind: 'group' }> | null {
  if (rows.kind === 'group') return rows;
  return 'of' in rows ? findGroup(rows.of) : null;
}

/** How rows are sorted, all or the first of them; null when they are not. */
export function findOrder(rows: Rows): Extract<Rows, { kind: 'sort' }> | null {
  const sorted = rows.kind === 'limit' || rows.kind === 'nth' ? rows.of : rows;
  return sorted.kind === 'sort' ? sorted : null;
}

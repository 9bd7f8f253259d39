/** Questions about what is in lists are refused: grouped and compared as their text, their elements would be miscounted. */
import { holdsLists } from '../query/holds-lists.ts';
import type { Query, Reading, Table } from '../query/query.ts';

export function refuseLists(reading: Reading, tables: readonly Table[]): Reading {
  const names = new Set(tables.flatMap(({ columns }) => columns.filter(holdsLists).map(({ name }) => name)));
  if (names.size === 0 || reading.kind === 'unread') return reading;
  if (reading.kind === 'either') {
    const kept = reading.queries.filter((query) => listUsed(query, names).length === 0);
    const [only, ...others] = kept;
    if (kept.length === reading.queries.length) return reading;
    if (only && others.length > 0) return { kind: 'either', queries: kept };
    if (only) return { kind: 'queries', parts: [{ text: '', reading: only }] };
    return explain(reading.queries.flatMap((query) => listUsed(query, names)));
  }
  const [part, ...others] = reading.parts;
  if (part && others.length === 0 && 'rows' in part.reading) {
    const used = listUsed(part.reading, names);
    return used.length > 0 ? explain(used) : reading;
  }
  const parts = reading.parts.map((each) => {
    const used = 'rows' in each.reading ? listUsed(each.reading, names) : [];
    return used.length > 0 ? { ...each, reading: explain(used) } : each;
  });
  return { kind: 'queries', parts };
}

function explain(used: readonly string[]): Extract<Reading, { kind: 'unread' }> {
  const named = [...new Set(used)].map((name) => `\`${name}\``);
  const why = `${named.join(' and ')} ${named.length === 1 ? 'holds' : 'hold'} lists, and I do not look into lists.`;
  return { kind: 'unread', words: used, why };
}

/** Columns whose values are compared, grouped or computed with: not those that are only shown, searched or empty. */
function listUsed({ rows, ask }: Query, names: ReadonlySet<string>): string[] {
  return findColumns([rows, ask.kind === 'table' ? [] : ask], names);
}

function findColumns(node: unknown, names: ReadonlySet<string>): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((each) => findColumns(each, names));
  const { kind, name, aggregate, columns } = node as Record<string, unknown>;
  if (kind === 'column') return typeof name === 'string' && names.has(name) ? [name] : [];
  const isHarmless =
    kind === 'empty' || kind === 'missing' || aggregate === 'missing' || aggregate === 'filled';
  if (isHarmless) return [];
  const listed =
    kind === 'distinct' && Array.isArray(columns) ? columns.filter((each) => names.has(each)) : [];
  return [...listed, ...Object.values(node).flatMap((each) => findColumns(each, names))];
}

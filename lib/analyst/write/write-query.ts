/** A query as cells of a notebook: the result, and a chart of it. */
import type { Query, Table } from '../query/query.ts';
import { startDraft } from './draft.ts';
import { writeAsk } from './write-ask.ts';
import { writeChart } from './write-chart.ts';

export interface WrittenCell {
  readonly code: string;
  /** The answer is made of the last line of `result`. Leave out a chart where the result has fewer than two rows. */
  readonly role: 'result' | 'chart';
  /** Of a result its last line, an expression. */
  readonly shown?: string;
}

/** Cells in their order. They use the tables by their names, and change none of them. `taken`: names to keep off. */
export function writeQuery(
  query: Query,
  tables: readonly Table[],
  taken: ReadonlySet<string> = new Set(),
): WrittenCell[] {
  const draft = startDraft(tables, taken);
  const source = writeAsk(draft, query);
  const code = draft.lines.join('\n');
  const shown = draft.lines.at(-1) ?? '';
  const imports = code.includes('calendar.') ? 'import calendar\n\n' : '';
  const chart = writeChart(query, source);
  return [
    { code: `${imports}${code}`, role: 'result', shown },
    ...(chart === null ? [] : [{ code: chart, role: 'chart' } as const]),
  ];
}

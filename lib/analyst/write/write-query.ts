/** A query as cells of a notebook: the result, a chart of it, and what could mislead. */
import { nameKey, type Query, type Rows, type Table } from '../query/query.ts';
import type { Check } from './check-names.ts';
import { startDraft } from './draft.ts';
import { listChecks } from './list-checks.ts';
import { writeDictionary } from './python-code.ts';
import { writeAsk } from './write-ask.ts';
import { writeChart } from './write-chart.ts';

export interface WrittenCell {
  /** What it does, a sentence. */
  readonly say: string;
  readonly code: string;
  /**
   * The last line of `result` and of `checks` is what the answer is made of. Leave out a chart where the result has fewer
   * than two rows.
   */
  readonly role: 'result' | 'chart' | 'checks';
  /** Of a result its last line, an expression. */
  readonly shown?: string;
}

/** Cells in their order. They use the tables by their names, and change none of them. `taken`: names to keep off. */
export function writeQuery(
  query: Query,
  tables: readonly Table[],
  taken: ReadonlySet<string> = NONE,
): WrittenCell[] {
  const draft = startDraft(tables, taken);
  const { source } = writeAsk(draft, query);
  const code = draft.lines.join('\n');
  const shown = draft.lines.at(-1) ?? '';
  const imports = code.includes('calendar.') ? 'import calendar\n\n' : '';
  const chart = writeChart(query, source);
  const checks = listChecks(query, draft);
  return [
    { say: describeSteps(query), code: `${imports}${code}`, role: 'result', shown },
    ...(chart === null ? [] : [{ say: 'A chart shows it.', code: chart, role: 'chart' } as const]),
    ...(checks.length === 0
      ? []
      : [
          {
            say: 'I check what could mislead.',
            code: writeChecks(checks),
            role: 'checks',
          } as const,
        ]),
  ];
}

const NONE: ReadonlySet<string> = new Set();

function writeChecks(checks: readonly Check[]): string {
  const lines = checks.flatMap(([, , setup]) => setup ?? []);
  const pairs = checks.map(([label, code]) => [label, code] as const);
  return [...new Set(lines), `pd.Series(${writeDictionary(pairs)})`].join('\n');
}

const ASKED: Readonly<Record<Query['ask']['kind'], string | null>> = {
  table: null,
  values: 'compute the figure',
  compare: 'compare the two sides',
  share: 'compute the share',
  whether: 'count the rows that match',
  correlation: 'measure how the columns move together',
  missing: 'count the missing values',
  overview: 'summarize each column',
  columns: 'list the columns',
};

/** "I select the rows, group them by region and sort the groups." */
function describeSteps({ rows, ask }: Query): string {
  const last = ask.kind === 'values' && ask.figures.length > 1 ? 'compute the figures' : ASKED[ask.kind];
  const steps = [...listSteps(rows), ...(last === null ? [] : [last])];
  const unique = steps.filter((step, at) => step !== steps[at - 1]);
  if (unique.length === 0) return 'I show the rows.';
  const end = unique.pop() ?? '';
  return `I ${unique.length === 0 ? end : `${unique.join(', ')} and ${end}`}.`;
}

function listSteps(rows: Rows): string[] {
  switch (rows.kind) {
    case 'table':
      return [];
    case 'join':
      return [...listSteps(rows.left), `join the tables by ${rows.leftKey}`];
    case 'where':
      return [
        ...listSteps(rows.of),
        rows.of.kind === 'group' ? 'keep the groups asked for' : 'select the rows',
      ];
    case 'derive':
      return [...listSteps(rows.of), `compute ${rows.name}`];
    case 'group':
      return [
        ...listSteps(rows.of),
        ...(rows.keys.length > 0 ? [`group by ${rows.keys.map(nameKey).join(' and ')}`] : []),
        `compute ${rows.figures.map(({ name }) => name).join(', ')}`,
      ];
    case 'window':
      return [...listSteps(rows.of), `compute ${rows.name}`];
    case 'sort':
      return [...listSteps(rows.of), 'sort'];
    case 'limit':
      return [...listSteps(rows.of), rows.count === 1 ? 'take the first' : `take the first ${rows.count}`];
    case 'nth':
      return [...listSteps(rows.of), `take place ${rows.place}`];
    case 'distinct':
      return [...listSteps(rows.of), 'drop repeated rows'];
  }
}

/** What a walk through a query comes by, and what only looks like it. */
import { expect, it } from 'vitest';
import type { Condition, Expression, Figure } from '../../../../lib/analyst/query/query.ts';
import { columnsIn, hasFigure, walk } from '../../../../lib/analyst/query/walk.ts';

const column = (name: string): Expression => ({ kind: 'column', name });
const is = (left: Expression, right: Expression): Condition => ({
  kind: 'compare',
  left,
  operator: '==',
  right,
});
const text = (value: string) => ({ kind: 'text', value }) as const;
const RATE: Figure = { kind: 'rate', where: is(column('team'), text('away')) };
const FIGURES = ['count', 'aggregate', 'percentile', 'rate'];
const MEAN = {
  kind: 'aggregate',
  aggregate: 'mean',
  of: { kind: 'column', name: 'goals' },
  where: null,
} as const;

it('figures and columns are found wherever they are, and values of such a name are not', () => {
  const limit = { kind: 'figure', figure: MEAN, within: [column('league')] } as const;
  const condition: Condition = {
    kind: 'and',
    conditions: [is(column('away'), text('home')), { kind: 'not', condition: is(column('goals'), limit) }],
  };
  expect(columnsIn(condition)).toEqual(new Set(['away', 'goals', 'league']));
  expect(hasFigure(condition)).toBe(true);
  expect(hasFigure(is(column('note'), text('{"kind":"figure"}')))).toBe(false);
  const query = {
    rows: {
      kind: 'group',
      of: { kind: 'where', of: { kind: 'table', name: 'games' }, condition },
      keys: [{ of: column('referee') }],
      figures: [{ name: 'share', figure: RATE }],
    },
    ask: { kind: 'table', columns: ['place'] },
    presentation: {
      chart: null,
      isChartAsked: false,
      decimals: null,
      assumptions: [],
    },
  } as const;
  expect([...walk(query)].flatMap(({ kind }) => (FIGURES.includes(kind) ? [kind] : []))).toEqual([
    'aggregate',
    'rate',
  ]);
  expect(columnsIn(query)).toEqual(new Set(['away', 'goals', 'league', 'referee', 'team', 'place']));
});

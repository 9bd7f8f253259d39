/** Short ways to write queries by hand. */
import type {
  Aggregate,
  Ask,
  Average,
  Condition,
  DatePart,
  DurationUnit,
  Expression,
  Figure,
  Key,
  Literal,
  NamedFigure,
  Order,
  Period,
  Presentation,
  Query,
  Rows,
  WindowKind,
} from '../../../../lib/analyst/query/query.ts';

type Value = number | string | boolean | { iso: string };
type Of = string | Expression;

export const iso = (text: string) => ({ iso: text });
export function lit(value: Value): Literal {
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  return typeof value === 'string' ? { kind: 'text', value } : { kind: 'date', iso: value.iso };
}
export const col = (of: Of): Expression => (typeof of === 'string' ? { kind: 'column', name: of } : of);
const value = (of: Value | Expression): Expression => (typeof of === 'object' && 'kind' in of ? of : lit(of));
type Operator = Extract<Condition, { kind: 'compare' }>['operator'];
export const is = (left: Of, operator: Operator, right: Value | Expression): Condition => ({
  kind: 'compare',
  left: col(left),
  operator,
  right: value(right),
});
export const among = (left: Of, ...values: Value[]): Condition => ({
  kind: 'in',
  left: col(left),
  values: values.map(lit),
});
export const between = (left: Of, low: Value, high: Value): Condition => ({
  kind: 'between',
  left: col(left),
  low: lit(low),
  high: lit(high),
});
export const empty = (of: Of): Condition => ({ kind: 'empty', of: col(of) });
export const and = (...conditions: Condition[]): Condition => ({ kind: 'and', conditions });
export const or = (...conditions: Condition[]): Condition => ({ kind: 'or', conditions });
export const not = (condition: Condition): Condition => ({ kind: 'not', condition });

export const part = (of: Of, name: DatePart): Expression => ({ kind: 'part', of: col(of), part: name });
export const period = (of: Of, name: Period): Expression => ({ kind: 'period', of: col(of), period: name });
export const duration = (from: Of, to: Of, unit: DurationUnit): Expression => ({
  kind: 'duration',
  from: col(from),
  to: col(to),
  unit,
});
export const figureOf = (figure: Average, ...within: Of[]): Expression => ({
  kind: 'figure',
  figure,
  within: within.map(col),
});
export const average = (aggregate: Average['aggregate'], name: string): Average => ({
  kind: 'aggregate',
  aggregate,
  of: { kind: 'column', name },
  where: null,
});
export const rate = (where: Condition): Figure => ({ kind: 'rate', where });

export const count = (where: Condition | null = null): Figure => ({ kind: 'count', where });
export const agg = (aggregate: Aggregate, of: Of, where: Condition | null = null): Figure => ({
  kind: 'aggregate',
  aggregate,
  of: col(of),
  where,
});
export const percentile = (of: Of, percent: number): Figure => ({
  kind: 'percentile',
  of: col(of),
  percent,
  where: null,
});
export const table = (name: string): Rows => ({ kind: 'table', name });
export const where = (of: Rows, condition: Condition): Rows => ({ kind: 'where', of, condition });
export const key = (of: Of): Key => ({ of: col(of) });
export const group = (of: Rows, keys: (Of | Key)[], figures: Record<string, Figure>): Rows => ({
  kind: 'group',
  of,
  keys: keys.map((each) => (typeof each === 'object' && !('kind' in each) ? each : key(each))),
  figures: named(figures),
});
export const named = (figures: Record<string, Figure>): NamedFigure[] =>
  Object.entries(figures).map(([name, figure]) => ({ name, figure }));
export const order = (by: Of): Order => ({ by: col(by), descending: false });
export const down = (by: Of): Order => ({ by: col(by), descending: true });
export const sort = (of: Rows, by: Order): Rows => ({ kind: 'sort', of, ...by });
export const limit = (of: Rows, n: number): Rows => ({ kind: 'limit', of, count: n });
export const nth = (of: Rows, place: number): Rows => ({ kind: 'nth', of, place });
export const distinct = (of: Rows, ...columns: string[]): Rows => ({ kind: 'distinct', of, columns });
export const join = (left: Rows, right: Rows, leftKey: string, rightKey = leftKey): Rows => ({
  kind: 'join',
  left,
  right,
  leftKey,
  rightKey,
});
export const window = (
  of: Rows,
  name: string,
  kind: WindowKind,
  value: string,
  { order = null, within = [] }: { order?: string | null; within?: string[] } = {},
): Rows => ({ kind: 'window', of, name, window: kind, value, order, within });

const PLAIN: Presentation = {
  chart: null,
  isChartAsked: false,
  decimals: null,
  assumptions: [],
};
export const ask = (rows: Rows, what: Ask, presentation: Partial<Presentation> = {}): Query => ({
  rows,
  ask: what,
  presentation: { ...PLAIN, ...presentation },
});
export const show = (
  rows: Rows,
  columns: string[] | null = null,
  presentation: Partial<Presentation> = {},
): Query => ask(rows, { kind: 'table', columns }, presentation);
export const values = (
  rows: Rows,
  figures: Record<string, Figure>,
  presentation: Partial<Presentation> = {},
): Query => ask(rows, { kind: 'values', figures: named(figures) }, presentation);

/** Makes what the productions of whole questions mean. */
import type { Aggregate, Ask, Condition, DurationUnit, Key, Period, Side, WindowKind } from '../query.ts';
import { aggregateOf, allOf, amountOf, isAdditive, plainMeasure } from './figures.ts';
import { columnOf, frame } from './frames.ts';
import type { Amount, Core, Degree, Field, Frame, Measure, Pick, Sentence, View } from './meanings.ts';

export function say(core: Core, extra: Frame | null = frame()): Sentence | null {
  return extra && { core, frame: extra };
}

export function figures(measures: readonly Measure[], extra?: Frame | null): Sentence | null {
  return say({ kind: 'figures', measures }, extra);
}

export function ask(what: Ask, extra?: Frame | null): Sentence | null {
  return say({ kind: 'ask', ask: what, chart: null }, extra);
}

export function best(
  key: Key | null,
  measure: Measure | null,
  pick: Pick,
  extra?: Frame | null,
): Sentence | null {
  return key && measure && say({ kind: 'best', key, measure, pick }, extra);
}

export function rowsBy(options: {
  by: Amount | Field;
  pick: Pick;
  columns?: readonly string[];
  set?: readonly Condition[];
}): Sentence | null {
  const by = 'of' in options.by ? options.by.of : columnOf(options.by);
  const columns = options.columns ?? null;
  return say({ kind: 'rows', columns, by, pick: options.pick }, frame({ conditions: options.set ?? [] }));
}

export function pickOf(degree: Degree, count: number | null = 1, place: number | null = null): Pick {
  return { count: place === null ? count : null, place, descending: degree.descending };
}
/** A group of rows against the other: by a figure, or by what a bare name asks for. */

/** What a side is chosen by: two of a kind can be compared. */
export function topicOf(where: Condition): string {
  if (where.kind === 'not') return topicOf(where.condition);
  return 'left' in where ? JSON.stringify(where.left) : where.kind;
}

export function compare(
  measure: Measure | null,
  sides: readonly [Side, Side],
  options: { as: 'difference' | 'ratio' | 'change' | 'which'; descending?: boolean },
): Sentence | null {
  if (!measure || sides[0].label === sides[1].label || topicOf(sides[0].where) !== topicOf(sides[1].where))
    return null;
  const named = { name: measure.name, figure: measure.figure };
  const what = {
    kind: 'compare',
    figure: named,
    sides,
    as: options.as,
    descending: options.descending ?? true,
  } as const;
  return say({ kind: 'compare', ask: what, note: measure.note });
}

export function mean(field: Field): Measure | null {
  return aggregateOf('mean', amountOf(field), `\`${field.name}\` is averaged.`);
}

export function degreeKey(key: Key, degree: Degree, pick: Pick, view: View): Sentence | null {
  if (degree.field.type !== 'number') return null;
  const field = view.fields.find((one) => key.of.kind === 'column' && one.name === key.of.name);
  if (field?.isIdentifier) return rowsBy({ by: degree.field, pick });
  return best(key, degree.field.isAdditive ? plainMeasure(amountOf(degree.field)) : mean(degree.field), pick);
}

/** "highest temperature" of a group: its highest one, where values do not add up. */
export function peak(key: Key, pick: Pick, amount: Amount): Sentence | null {
  return isAdditive(amount) ? null : best(key, aggregateOf(pick.descending ? 'max' : 'min', amount), pick);
}

export function series(
  measure: Measure | null,
  window: WindowKind | null,
  period: Period | null = null,
): Sentence | null {
  return measure && say({ kind: 'series', measure, window, period });
}

export const CHANGE: WindowKind = { kind: 'change', as: 'difference', offset: 1 };

export const PERCENT_CHANGE: WindowKind = { kind: 'change', as: 'percent', offset: 1 };

export const PER_YEAR: Readonly<Partial<Record<Period, number>>> = {
  year: 1,
  quarter: 4,
  month: 12,
  week: 52,
  day: 365,
};

/** Against the same period a year before. */
export function yearly(
  as: 'difference' | 'percent',
  measure: Measure,
  extra: Frame,
  period: Period,
): Sentence | null {
  return say(
    { kind: 'series', measure, window: { kind: 'change', as, offset: PER_YEAR[period] ?? 1 }, period },
    extra,
  );
}

export function nested(
  outer: Aggregate,
  inner: Measure | null,
  keys: readonly (Key | null)[],
): Sentence | null {
  const known = keys.filter((key) => key !== null);
  const isFree = ['mean', 'median', 'min', 'max', 'range', 'std'].includes(outer);
  return isFree && inner && known.length === keys.length
    ? say({ kind: 'nested', outer, inner, keys: known })
    : null;
}

export function gaps(view: View, unit: DurationUnit | null, aggregate: Aggregate | null): Sentence | null {
  const date = view.date;
  return date?.type === 'date' ? say({ kind: 'gaps', date, unit: unit ?? 'days', aggregate }) : null;
}

export function correlation(of: readonly Field[]): Sentence | null {
  const names = new Set(of.map((field) => field.name));
  return names.size < of.length
    ? null
    : ask({ kind: 'correlation', of: of.map(columnOf), method: 'pearson', by: null });
}

export function streak(condition: Condition, view: View): Sentence | null {
  return view.date ? ask({ kind: 'streak', condition, order: columnOf(view.date), within: [] }) : null;
}

export function whether(
  set: readonly Condition[],
  part: Condition | null,
  quantifier: 'any' | 'all',
): Sentence | null {
  if (quantifier === 'all')
    return part && ask({ kind: 'whether', quantifier, condition: part }, frame({ conditions: set }));
  const conditions = [...set, ...(part ? [part] : [])];
  return conditions.length > 0 ? ask({ kind: 'whether', quantifier, condition: allOf(conditions) }) : null;
}

export function scatter(left: Field, right: Field): Sentence | null {
  if (left.name === right.name) return null;
  return say(
    { kind: 'rows', columns: [right.name, left.name], by: null, pick: null },
    frame({ chart: 'scatter' }),
  );
}

export function findAll<Item>(parts: readonly unknown[], is: (part: unknown) => part is Item): Item[] {
  return parts.filter(is);
}

export function find<Item>(parts: readonly unknown[], is: (part: unknown) => part is Item): Item | undefined {
  return parts.find(is);
}

export function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null;
}

export function isSide(part: unknown): part is Side {
  return isObject(part) && 'label' in part && 'where' in part;
}

export function isMeasure(part: unknown): part is Measure {
  return isObject(part) && 'figure' in part;
}

export function isField(part: unknown): part is Field {
  return isObject(part) && 'unique' in part;
}

export function isCondition(part: unknown): part is Condition {
  return isObject(part) && 'kind' in part;
}

export function isConditions(part: unknown): part is readonly Condition[] {
  return Array.isArray(part);
}

export function measureOrPlain(amount: Amount): Measure | null {
  return plainMeasure(amount);
}

/** Conditions, and what makes them of values, numbers and times. */
import type { Comparison, Condition, Expression, Key } from '../../query/query.ts';
import { FROM_WORDS, SCALES, TO_WORDS } from './concepts.ts';
import type { Field, Mention, Moment, Quantity, View } from './meanings.ts';
import { findUnit } from './tokens.ts';

export function columnOf(field: Field): Expression {
  return { kind: 'column', name: field.name };
}

export function keyOf(of: Expression): Key {
  return { of };
}

export function isMention(mention: Mention): Condition {
  return { kind: 'compare', left: columnOf(mention.field), operator: '==', right: mention.value };
}

/** One of several values of one column. */
export function isOneOf(mentions: readonly Mention[]): Condition | null {
  const [first, ...rest] = mentions;
  if (!first) return null;
  if (rest.length === 0) return isMention(first);
  const isSame = rest.every((mention) => mention.field.name === first.field.name);
  const isRepeated = new Set(mentions.map((mention) => mention.label)).size < mentions.length;
  if (!isSame || isRepeated) return null;
  const values = mentions.map((mention) => mention.value);
  return { kind: 'in', left: columnOf(first.field), values };
}

export function not(condition: Condition | null): Condition | null {
  return condition && { kind: 'not', condition };
}

/** All or any of two; a mixture of both is not clear without brackets. */
export function join(kind: 'and' | 'or', left: Condition, right: Condition): Condition | null {
  const other = kind === 'and' ? 'or' : 'and';
  if (left.kind === other || right.kind === other) return null;
  const parts = [left, right].flatMap((one) => (one.kind === kind ? one.conditions : [one]));
  // "Weekends or weekdays" together leave nothing out.
  if (kind === 'or' && parts.every((one) => one.kind === 'in' && one.left.kind === 'part')) return null;
  return kind === 'and' && isContradiction(parts) ? null : { kind, conditions: parts };
}

/** The number as the column counts it, or null where its unit is another. */
export function toNumber(field: Field | null, quantity: Quantity): number | null {
  if (quantity.unit === null || !field) return quantity.unit === null ? quantity.value : null;
  const unit = findUnit(quantity.unit) ?? quantity.unit;
  // "3 pieces" is not about a price per unit.
  if (unit === 'unit' && !field.isAdditive) return null;
  const names = field.name.toLowerCase().split(/[^\p{L}\p{N}$€£°%]+/u);
  const own = [field.unit?.toLowerCase() ?? '', ...names].map((name) => findUnit(name));
  if (unit === '%') return toPercent(field, quantity.value, own.includes('%'));
  const isMoney = CURRENCIES.has(unit) && !own.some((name) => CURRENCIES.has(name ?? ''));
  if (own.includes(unit) || isMoney) return quantity.value;
  const scale = SCALES.find((units) => units[unit] !== undefined);
  const mine = own.find((name) => name !== null && scale?.[name] !== undefined);
  const factor = scale && mine ? (scale[unit] ?? 1) / (scale[mine] ?? 1) : null;
  return factor === null ? null : Number((quantity.value * factor).toPrecision(12));
}

export const CURRENCIES: ReadonlySet<string> = new Set(['usd', 'eur', 'gbp']);
/** Fractions hardly exceed one, and percentages hardly stay below two: what is in between can be both. */
const MAX_FRACTION = 1;
const MIN_PERCENT = 2;

/** `isPercent`: its unit says so, which is not believed of fractions that the percentage is far above. */
function toPercent({ span }: Field, percent: number, isPercent: boolean): number | null {
  const largest = Math.max(...[span?.first, span?.last].map((end) => Math.abs(Number(end ?? 100))));
  if (isPercent) return largest <= MAX_FRACTION && percent > largest ? null : percent;
  if (largest <= MAX_FRACTION) return percent / 100;
  return largest >= MIN_PERCENT ? percent : null;
}

export function compareField(field: Field, operator: Comparison, quantity: Quantity): Condition | null {
  const value = toNumber(field, quantity);
  return value === null
    ? null
    : { kind: 'compare', left: columnOf(field), operator, right: { kind: 'number', value } };
}

/** Whether the time is the moment, or before or after it. */
export function compareMoment(field: Field | null, operator: Comparison, moment: Moment): Condition | null {
  if (!field) return null;
  const left = columnOf(field);
  if (field.type === 'number') {
    const isYear = moment.kind === 'iso' && moment.iso.length === 4;
    return isYear
      ? { kind: 'compare', left, operator, right: { kind: 'number', value: Number(moment.iso) } }
      : null;
  }
  if (moment.kind === 'iso')
    return { kind: 'compare', left, operator, right: { kind: 'date', iso: moment.iso } };
  if (operator !== '==') return null;
  if (moment.kind === 'days') {
    if (field.type !== 'date') return null;
    const values = moment.days.map((value) => ({ kind: 'text', value }) as const);
    return { kind: 'in', left: { kind: 'part', of: left, part: 'weekday' }, values };
  }
  return {
    kind: 'compare',
    left: { kind: 'part', of: left, part: moment.part },
    operator,
    right: moment.value,
  };
}

/** "from July to September 2024", "from June to January": the years that are not said, where the data has only one such time. */
export function withYears(field: Field | null, low: Moment, high: Moment): [Moment, Moment] {
  const first = monthOf(low);
  const last = monthOf(high);
  const years = yearsOf(field);
  if (first !== null && high.kind === 'iso' && high.iso.length >= 7 && !high.iso.includes('Q')) {
    const year = Number(high.iso.slice(0, 4)) - (first > Number(high.iso.slice(5, 7)) ? 1 : 0);
    return [toMonth(year, first), high];
  }
  if (first === null || last === null) return [low, high];
  const spans = years.map(
    (year) => [toMonth(year, first), toMonth(first > last ? year + 1 : year, last)] as const,
  );
  const [begin = '', end = ''] = [field?.span?.first.slice(0, 7), field?.span?.last.slice(0, 7)];
  const within = spans.filter(([from, to]) => isoOf(to) >= begin && isoOf(from) <= end);
  const [only, ...more] = within;
  return only && more.length === 0 ? [only[0], only[1]] : [low, high];
}

/** A month or a quarter without its year, in the year of the later time; null where the time says its year, or is none. */
export function shareYear(
  field: Field | null,
  early: Condition,
  later: Condition,
): { iso: string; where: Condition } | null {
  if (early.kind !== 'compare' || later.kind !== 'compare' || early.left.kind !== 'part' || !field)
    return null;
  if (early.right.kind !== 'number' || later.right.kind !== 'date' || later.left.kind !== 'column')
    return null;
  const isQuarter = later.right.iso.includes('Q');
  const unit = isQuarter ? 'quarter-of-year' : 'month-of-year';
  if (early.left.part !== unit || later.right.iso.length < 7) return null;
  const place = Number(later.right.iso.slice(5, 7).replace('Q', ''));
  const year = Number(later.right.iso.slice(0, 4)) - (early.right.value > place ? 1 : 0);
  const value = early.right.value;
  const iso = isQuarter ? `${year}-Q${value}` : `${year}-${String(value).padStart(2, '0')}`;
  return { iso, where: { ...later, right: { kind: 'date', iso } } };
}

function monthOf(moment: Moment): number | null {
  const isMonth = moment.kind === 'part' && moment.part === 'month-of-year' && moment.value.kind === 'number';
  return isMonth && moment.value.kind === 'number' ? moment.value.value : null;
}

function toMonth(year: number, month: number): Moment {
  return { kind: 'iso', iso: `${year}-${String(month).padStart(2, '0')}` };
}

function isoOf(moment: Moment): string {
  return moment.kind === 'iso' ? moment.iso : '';
}

function yearsOf(field: Field | null): number[] {
  const [first, last] = [Number(field?.span?.first.slice(0, 4)), Number(field?.span?.last.slice(0, 4))];
  return Number.isInteger(first) && last - first < 20
    ? Array.from({ length: last - first + 2 }, (_, index) => first - 1 + index)
    : [];
}

export function betweenMoments(field: Field | null, low: Moment, high: Moment): Condition | null {
  const [from, to] = [compareMoment(field, '>=', low), compareMoment(field, '<=', high)];
  if (from?.kind !== 'compare' || to?.kind !== 'compare') return null;
  return { kind: 'between', left: from.left, low: from.right, high: to.right };
}

/** "from" and "to" choose between two columns of places; of others, "from" says nothing more than "in". */
export function isPlace(mention: Mention, direction: 'from' | 'to', view: View): boolean {
  const isOf = (field: Field, words: ReadonlySet<string>) => field.words.some((word) => words.has(word));
  if (direction === 'to') return isOf(mention.field, TO_WORDS);
  const hasOrigin = view.fields.some((field) => isOf(field, FROM_WORDS));
  return hasOrigin && mention.field.type === 'text'
    ? isOf(mention.field, FROM_WORDS) || !isOf(mention.field, TO_WORDS)
    : !isOf(mention.field, TO_WORDS);
}

/** Whether two values of one column are asked of a row at once; "Berlin and Hamburg" means either. */
export function isContradiction(conditions: readonly Condition[]): boolean {
  if (hasTwoMonths(conditions)) return true;
  const equal = conditions.flatMap((one) => {
    if (one.kind === 'or') {
      const [first, ...others] = one.conditions.map((each) =>
        each.kind === 'compare' && each.operator === '==' ? JSON.stringify(each.left) : null,
      );
      return first && others.every((left) => left === first) ? [{ left: first, isNot: false }] : [];
    }
    const inner = one.kind === 'not' ? one.condition : one;
    const isEqual =
      inner.kind === 'in' ||
      (inner.kind === 'compare' && inner.operator === '==' && inner.right.kind !== 'figure');
    return isEqual && inner.left.kind !== 'period'
      ? [{ left: JSON.stringify(inner.left), isNot: one.kind === 'not' }]
      : [];
  });
  return equal.some((one, index) =>
    equal.slice(0, index).some((other) => other.left === one.left && !(one.isNot && other.isNot)),
  );
}

/** "in January" and "in May 2024" of one row. */
function hasTwoMonths(conditions: readonly Condition[]): boolean {
  const equal = conditions.flatMap((one) => (one.kind === 'compare' && one.operator === '==' ? [one] : []));
  return (
    equal.some(({ left }) => left.kind === 'part' && left.part === 'month-of-year') &&
    equal.some(({ right }) => right.kind === 'date' && right.iso.length > 4)
  );
}

/** Groups that are chosen by figures of their own. */
import { isOneOf, toNumber } from './conditions.ts';
import { amountOf, countOf, isAdditive, plainMeasure } from './figures.ts';
import type { Field, Having, Limit, Measure, Quantity, View } from './meanings.ts';
import { rule } from './rule.ts';

function havingOf(
  measure: Measure | null,
  operator: Having['operator'],
  quantity: Quantity,
  field: Field | null,
): Having | null {
  const value = toNumber(field, quantity);
  return measure && value !== null ? { measure, operator, value, against: null } : null;
}

function fieldOf(measure: Measure, view: View): Field | null {
  const { figure } = measure;
  const of = figure.kind === 'aggregate' || figure.kind === 'percentile' ? figure.of : null;
  return view.fields.find((field) => of?.kind === 'column' && field.name === of.name) ?? null;
}

/** A group's average against that of all rows. */
function besideAll(
  { name, figure, note }: Measure,
  operator: Having['operator'],
  center: Limit,
): Having | null {
  if (figure.kind !== 'aggregate' || figure.of.kind !== 'column' || note !== null) return null;
  const isSame = figure.aggregate === center.of && (!center.field || center.field.name === figure.of.name);
  const isPlain = center.within.length === 0 && center.factor === null && center.spread === null;
  return isSame && isPlain ? { measure: { name, figure, note }, operator, value: 0, against: 'rows' } : null;
}

/** A group's figure against the average of the groups' figures. */
function besideGroups(measure: Measure, operator: Having['operator']): Having {
  return { measure, operator, value: 0, against: 'groups' };
}

export const HAVING_RULES = [
  rule('Having', '@that? @has no Set ; with no Set ; without any Set', (set) =>
    set.length > 0 ? { measure: countOf(set), operator: '==', value: 0, against: null } : null,
  ),
  rule(
    'Having',
    '@that? @has|@verb Cmp N Set ; with Cmp N Set ; @that? @has|@verb|with N Cmp Set',
    (...parts) => {
      const [first, second, set] = parts;
      const [operator, value] = typeof first === 'string' ? [first, Number(second)] : [second, first];
      return typeof operator === 'string' ? { measure: countOf(set), operator, value, against: null } : null;
    },
  ),
  rule('Having', '@that? @has|@verb N or more Set ; @that? @has|@verb|with at least N Set', (value, set) => ({
    measure: countOf(set),
    operator: '>=',
    value,
    against: null,
  })),
  rule(
    'Having',
    '@that? @verb|@stay Cmp N times ; @that? @be @verb|@done|@stay Cmp N times',
    (operator, value) => ({ measure: countOf([]), operator, value, against: null }),
  ),
  rule('Having', '@that? @has|@verb|with exactly|only N Set', (value, set) => ({
    measure: countOf(set),
    operator: '==',
    value,
    against: null,
  })),
  rule(
    'Having',
    '@that? @has|@verb|with more than one Set ; with several|multiple Set ; @that? ordered|bought|purchased|visited|appear|appears|occur|came? more than once',
    (...parts) => {
      const set = Array.isArray(parts[0]) ? parts[0] : [];
      return { measure: countOf(set), operator: '>', value: 1, against: null };
    },
  ),
  rule(
    'Having',
    `@that? @has Measure Cmp Quantity ; @that? @has Measure of Cmp Quantity ;
    where|whose Measure @be Cmp Quantity ; with Measure Cmp Quantity`,
    (measure, operator, quantity, view) =>
      measure.note === null ? havingOf(measure, operator, quantity, fieldOf(measure, view)) : null,
  ),
  // Against all rows, or against the other groups.
  rule(
    'Having',
    '@that? @has Measure @lie? Cmp Center ; where|whose Measure @lie? Cmp Center ; with Measure Cmp Center',
    (measure, operator, center) => besideAll(measure, operator, center),
  ),
  rule('Having', '@that? @has|@verb|with more Set than @average Key', (set) =>
    besideGroups(countOf(set), '>'),
  ),
  rule('Having', '@that? @has|@verb|with fewer|less Set than @average Key', (set) =>
    besideGroups(countOf(set), '<'),
  ),
  rule('Having', '@that? @has|@verb N + Set ; with N + Set ; with N or more Set', (value, set) => ({
    measure: countOf(set),
    operator: '>=',
    value,
    against: null,
  })),
  rule('Having', '@that @be Values Cmp N times ; Values Cmp N times', (values, operator, value) => {
    const condition = isOneOf(values);
    return condition && { measure: countOf([condition]), operator, value, against: null };
  }),
  rule('Having', '@that @verb Cmp Quantity', (operator, quantity, view) => {
    const fields = view.fields.filter(
      (field) => field.isAdditive && quantity.unit !== null && toNumber(field, quantity) !== null,
    );
    const [field, ...more] = fields;
    return field && more.length === 0
      ? havingOf(plainMeasure(amountOf(field)), operator, quantity, field)
      : null;
  }),
  rule(
    'Having',
    '@that? @has Amount Cmp Quantity ; with Amount Cmp Quantity',
    (amount, operator, quantity) =>
      amount.field && isAdditive(amount)
        ? havingOf(plainMeasure(amount), operator, quantity, amount.field)
        : null,
  ),
  rule('Having', '@that? @has|@verb|with Cmp N Values', (operator, value, values) => {
    const condition = isOneOf(values);
    return condition && { measure: countOf([condition]), operator, value, against: null };
  }),
].flat();

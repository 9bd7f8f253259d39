/** Groups that are chosen by figures of their own. */
import { toNumber } from '../words/conditions.ts';
import { amountOf, countOf, countOfValues, plainMeasure } from '../words/figures.ts';
import type { Field, Having, Measure, Quantity, View } from '../words/meanings.ts';
import { rule } from './rule.ts';

function havingOf(
  measure: Measure | null,
  operator: Having['operator'],
  quantity: Quantity,
  field: Field | null,
): Having | null {
  const value = toNumber(field, quantity);
  return measure && value !== null ? { measure, operator, value } : null;
}

function fieldOf({ figure }: Measure, view: View): Field | null {
  const of = figure.kind === 'aggregate' || figure.kind === 'percentile' ? figure.of : null;
  return view.fields.find((field) => of?.kind === 'column' && field.name === of.name) ?? null;
}

export const HAVING_RULES = [
  rule('Having', '@that? @has no Set', (set) =>
    set.length > 0 ? { measure: countOf(set), operator: '==', value: 0 } : null,
  ),
  rule('Having', '@that? @has|@verb Cmp N Set ; with Cmp N Set', (operator, value, set) => ({
    measure: countOf(set),
    operator,
    value,
  })),
  rule('Having', '@that? @has|@verb N or more Set ; @that? @has|@verb|with at least N Set', (value, set) => ({
    measure: countOf(set),
    operator: '>=',
    value,
  })),
  rule('Having', '@that? @has|@verb|with more than one Set', (set) => ({
    measure: countOf(set),
    operator: '>',
    value: 1,
  })),
  rule('Having', '@that? ordered|bought|purchased|visited|appear|appears|occur|came? more than once', () => ({
    measure: countOf([]),
    operator: '>',
    value: 1,
  })),
  rule(
    'Having',
    '@that? @has Measure Cmp Quantity ; with Measure Cmp Quantity',
    (measure, operator, quantity, view) =>
      measure.note === null ? havingOf(measure, operator, quantity, fieldOf(measure, view)) : null,
  ),
  rule('Having', '@that? @has|@verb|with more Set than @average Key', (set) => ({
    measure: countOf(set),
    operator: '>',
    value: null,
  })),
  rule('Having', '@that @be Values Cmp N times', (values, operator, value) => {
    const measure = countOfValues(values);
    return measure && { measure, operator, value };
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
      amount.field?.isAdditive ? havingOf(plainMeasure(amount), operator, quantity, amount.field) : null,
  ),
  rule('Having', '@that? @has|@verb|with Cmp N Values', (operator, value, values) => {
    const measure = countOfValues(values);
    return measure && { measure, operator, value };
  }),
].flat();

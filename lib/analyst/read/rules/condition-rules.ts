/** What rows can be asked to be: values, numbers in a range, dates, texts, empty cells, and all of them joined. */
import type { Condition } from '../../query/query.ts';
import {
  betweenMoments,
  columnOf,
  compareField,
  compareMoment,
  isMention,
  isOneOf,
  isPlace,
  join,
  not,
  toNumber,
  withYears,
} from '../words/conditions.ts';
import { allOf } from '../words/figures.ts';
import type { Field, Mention, Quantity } from '../words/meanings.ts';
import { rule } from './rule.ts';

function between(field: Field, low: Quantity, high: Quantity): Condition | null {
  if (low.unit !== null && high.unit !== null && low.unit !== high.unit) return null;
  const unit = high.unit ?? low.unit;
  const [first, last] = [toNumber(field, { ...low, unit }), toNumber(field, { ...high, unit })];
  if (first === null || last === null || first > last) return null;
  return {
    kind: 'between',
    left: columnOf(field),
    low: { kind: 'number', value: first },
    high: { kind: 'number', value: last },
  };
}

function isEmpty(field: Field): Condition {
  return { kind: 'empty', of: columnOf(field) };
}

function isMissing(field: Field): Condition | null {
  return field.missing > 0 ? isEmpty(field) : null;
}

/** "without discount": none of it where there are zeros; where cells are empty, those. Both: it is asked back. */
function isNone(field: Field): Condition | null {
  const [first, last] = [Number(field.span?.first), Number(field.span?.last)];
  return first <= 0 && last >= 0 ? compareField(field, '==', { value: 0, unit: null }) : null;
}

function isSome(field: Field): Condition | null {
  const isAmount = field.missing === 0 && Number(field.span?.first) === 0;
  return isAmount ? compareField(field, '>', { value: 0, unit: null }) : null;
}

/** The yes of a column of yes and no, which is called by the column's name. */
function isYes({ value, label }: Mention): boolean {
  return value.kind === 'boolean' ? value.value : value.kind !== 'text' || value.value !== label;
}

function isSameColumn(values: readonly Mention[], field: Field): Condition | null {
  return values.every((value) => value.field.name === field.name) ? isOneOf(values) : null;
}

export const CONDITION_RULES = [
  rule('Values', 'Value', (value) => [value]),
  rule('Values', 'Values @or|and Value', (values, value) => [...values, value]),
  // Values of text and boolean columns, with or without the column's name.
  // All values of a column together leave nothing out.
  rule('Pred', 'Values', (values) =>
    values.length > 1 && values.length === values[0]?.field.unique ? null : isOneOf(values),
  ),
  rule('Pred', 'from Values', (values, view) =>
    values.every((value) => isPlace(value, 'from', view)) ? isOneOf(values) : null,
  ),
  rule('Linked', 'from Values Text', isSameColumn),
  rule('Linked', 'from|by|to Text Values', (field, values) => isSameColumn(values, field)),
  rule('Pred', 'by Values', (values) =>
    values.every((value) => value.field.type === 'boolean') ? isOneOf(values) : null,
  ),
  rule('Pred', 'type Values', (values) =>
    values.every(({ field }) => field.words.at(-1) === 'type') ? isOneOf(values) : null,
  ),
  rule('Pred', 'because of Values', isOneOf),
  rule('Linked', '@stay by Values ; @that? @be @stay by Values', isOneOf),
  rule('Pred', 'to Values', (values, view) =>
    values.every((value) => isPlace(value, 'to', view)) ? isOneOf(values) : null,
  ),
  rule('Pred', 'Text @be|=|equals|of? Values', (field, values) => isSameColumn(values, field)),
  rule('Pred', 'Values Text', isSameColumn),
  rule('Pred', 'Text @be|= not Values', (field, values) => not(isSameColumn(values, field))),
  rule('Pred', 'not Pred', not),
  // Numbers.
  rule('Pred', 'Num @be? Cmp Quantity ; Num of Cmp Quantity', compareField),
  rule('Pred', 'Cmp Quantity Num ; Cmp Quantity in Num', (operator, quantity, field) =>
    compareField(field, operator, quantity),
  ),
  rule('Pred', 'Quantity or more|above Num ; Quantity Num or more|above', (quantity, field) =>
    compareField(field, '>=', quantity),
  ),
  rule('Pred', 'Num @be|= Quantity', (field, quantity) => compareField(field, '==', quantity)),
  rule(
    'Pred',
    'Num N',
    (field, value) =>
      field.isInteger && !field.isAdditive ? compareField(field, '==', { value, unit: null }) : null,
    2,
  ),
  rule('Pred', 'Num @be? between Quantity and|to|- Quantity', between),
  rule('Pred', 'Comparative than Quantity', (more, quantity) => {
    if (more.field.type !== 'number') return null;
    return compareField(more.field, more.descending ? '>' : '<', quantity);
  }),
  // A unit says which column: "over 4000 g", "above 30 degrees".
  rule(
    'Pred',
    'Cmp Quantity',
    (operator, quantity, view) => {
      const fields = view.fields.filter(
        (field) =>
          field.type === 'number' &&
          quantity.unit !== null &&
          quantity.unit !== '%' &&
          toNumber(field, quantity) !== null,
      );
      const [field] = fields;
      return field && fields.length === 1 ? compareField(field, operator, quantity) : null;
    },
    2,
  ),
  // "more than 10 minutes late", "over 2 m tall".
  rule('Pred', 'Cmp Quantity Adjective', (operator, quantity, { field }) =>
    compareField(field, operator, quantity),
  ),
  rule('Pred', 'Col @be? @empty ; @empty Col', (field) => (field.isIdentifier ? null : isEmpty(field)), 1),
  rule('Said', '@be Col @empty ; @be Col not @filled', isEmpty),
  rule('Linked', 'Set excluded', (set) => (set.length > 0 ? not(allOf(set)) : null)),
  rule('Linked', 'only|just those|ones Linked', (condition) => condition),
  rule('Linked', 'Values ones', isOneOf, 1),
  rule('Linked', '@except Values ones', (values) => not(isOneOf(values))),
  rule('Linked', 'only|just Set Linked', (set, linked) => allOf([...set, linked])),
  rule('Linked', 'Set only', allOf),
  rule('Pred', 'no|without Date', isEmpty, 1),
  rule('Pred', 'no|without Num', isNone, 1),
  rule('Pred', 'no|without Text ; no|without Num', isMissing, 1),
  rule('Pred', '@has|with Num', isSome, 3),
  // Time.
  rule('Pred', '@time? When ; When only', (when, view) => compareMoment(view.date, '==', when)),
  rule('Pred', 'Date @be|@time? When', (field, when) => compareMoment(field, '==', when)),
  rule('Pred', 'Bound When', (operator, when, view) => compareMoment(view.date, operator, when)),
  rule('Pred', 'Date @be? Bound When', compareMoment),
  rule(
    'Pred',
    'between When and When ; from When to|until|through|till When ; When to|through|- When',
    (low, high, view) => betweenMoments(view.date, ...withYears(view.date, low, high)),
  ),
  rule('Pred', 'Date @be? between When and When', betweenMoments),
  rule('Pred', '@time When and|or|, When', (left, right, view) => {
    const [first, second] = [compareMoment(view.date, '==', left), compareMoment(view.date, '==', right)];
    return first && second && JSON.stringify(first) !== JSON.stringify(second)
      ? join('or', first, second)
      : null;
  }),
  // How they are tied to what they are about.
  rule('Linked', '@in? Pred ; @that @be? Pred', (condition) => condition),
  rule('Linked', '@stay Linked ; @that @be? @stay Linked', (condition) => condition, 1),
  rule('Linked', 'not @in Pred ; @that @be not @in? Pred ; @except @in? Pred', not),
  rule('Linked', '@except those|ones? Linked', not),
  rule('Linked', '@except Set', (set) => not(allOf(set))),
  rule('Linked', '@except Set Linked', (set, linked) => not(allOf([...set, linked]))),
  rule('Linked', 'only|just Linked ; Linked only|alone', (condition) =>
    condition.kind === 'not' ? null : condition,
  ),
  // What is said of the rows by a verb: of shares and rates it would say which part, so they read it themselves.
  rule('Said', '@be Pred ; @be|@do @stay Linked', (condition) => condition),
  rule('Said', '@do not @has? Pred ; @be not @in Pred ; @be|@do not @stay Linked', not),
  rule('Said', 'got|gets|get Values', isOneOf, 1),
  // "not returned": those without the date.
  rule('Said', '@be not Happened', isMissing, 1),
  // A column of yes and no, by what it says: "allow pets", "used a promo code".
  rule(
    'Pred',
    'allow|allows|allowing|accept|accepts|permit|permits|offer|offers|include|includes Values',
    (values) => (values.every(isYes) ? isOneOf(values) : null),
  ),
  rule('Said', 'Said or Linked', (left, right) => join('or', left, right), 1),
  rule('Cond', 'Linked', (condition) => condition),
  rule('Cond', 'Cond and|but Linked', (left, right) => join('and', left, right), 1),
  rule('Cond', 'Cond or Linked ; either Linked or Linked', (left, right) => join('or', left, right), 1),
  rule('Set', 'Noun', () => []),
  rule('Set', 'only Set', (set) => (set.length > 0 ? set : null)),
  rule('Set', 'new Noun', () => [], 1),
  rule('Set', 'all Set', (set) => set),
  rule('Set', 'Values ,? Set', (values, set) => {
    const condition = isOneOf(values);
    return condition && [condition, ...set];
  }),
  rule('Set', 'non|not Value Set', (value, set) => [{ kind: 'not', condition: isMention(value) }, ...set]),
].flat();

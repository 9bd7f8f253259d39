/** What something cost, what was taken or spent, and how far it was in all. */
import type { Condition } from '../query/query.ts';
import { PAYMENTS } from './concepts.ts';
import { compareMoment, isOneOf } from './conditions.ts';
import { costColumn } from './cost-column.ts';
import { aggregateOf, amountOf, plainMeasure } from './figures.ts';
import { frame } from './frames.ts';
import type { Field, Frame, View } from './meanings.ts';
import { rule } from './rule.ts';
import { findUnit, wordsOf } from './tokens.ts';

/** What was raised, spent, or sold, added up. */
export function sumOf(field: Field): Frame | null {
  const measure = plainMeasure(amountOf(field));
  return measure && frame({ measures: [measure], isDeed: true });
}

/** What is taken or spent is money, and not the electricity that was used. */
function isMoney({ unit, words }: Field): boolean {
  return CURRENCIES.has(findUnit(unit?.toLowerCase() ?? '') ?? '') || words.some((word) => MONEY.has(word));
}

const CURRENCIES: ReadonlySet<string> = new Set(['usd', 'eur', 'gbp']);
const MONEY: ReadonlySet<string> = new Set(
  'fine fee cost amount revenue money payment donation expense budget'.split(' '),
);

/** How far somebody went. */
function isWay({ words, name }: Field): boolean {
  return [...words, ...wordsOf(name)].some((word) => WAYS.has(word));
}

const WAYS: ReadonlySet<string> = new Set('distance km kilometer mile mileage'.split(' '));

/** What the rows cost, where one column says it. */
function costOf(
  view: View,
  conditions: readonly Condition[] | null,
  aggregate: 'sum' | 'mean',
): Frame | null {
  const field = costColumn(view);
  if (!field || !conditions || (aggregate === 'sum' && !field.isAdditive)) return null;
  const note = `\`${field.name}\` is ${aggregate === 'sum' ? 'added up' : 'averaged'}.`;
  const measure = aggregateOf(aggregate, amountOf(field), note);
  return measure && frame({ measures: [measure], conditions, hasRows: conditions.length === 0 });
}

export const COST_RULES = [
  // "What did March cost?", "How much does a stay cost?": of one is its average.
  rule('Piece', 'what @do When cost ; how much @do When cost ; what @do in? When cost', (when, view) => {
    const condition = compareMoment(view.date, '==', when);
    return costOf(view, condition ? [condition] : null, 'sum');
  }),
  rule('Piece', 'what do|does Set cost ; how much do|does Set cost', (set, view) =>
    costOf(view, set, 'mean'),
  ),
  rule(
    'Piece',
    `what do|does Values cost ; how much do|does Values cost ; what @do Values cost on average ; how much @do Values cost on average`,
    (values, view) => {
      const condition = isOneOf(values);
      return costOf(view, condition ? [condition] : null, 'mean');
    },
  ),
  rule('Piece', 'what @do Set cost on average ; how much @do Set cost on average', (set, view) =>
    costOf(view, set, 'mean'),
  ),
  // "How much is unpaid": what those rows come to.
  rule('Piece', 'how much money? @be Values', (values, view) => {
    const isOfPayment = values.every(({ field, label }) =>
      [...field.words, ...wordsOf(label)].some((word) => PAYMENTS.has(word)),
    );
    const condition = isOfPayment ? isOneOf(values) : null;
    return costOf(view, condition && [condition], 'sum');
  }),
  // "How much did we take in fines", "how much have we spent on parts".
  rule(
    'Piece',
    `how much money? @do|@has we|you|they|i|people @verb|Deed|collect|collected|take|taken|make|get in|on|from|as Num`,
    (...parts) => {
      const field = parts.findLast((part) => part !== null && 'isAdditive' in part);
      return field && 'isAdditive' in field && field.isAdditive && isMoney(field) ? sumOf(field) : null;
    },
    1,
  ),
  rule(
    'Piece',
    'how far @has|@do i|we|you|they @verb in total|all ; how far @has|@do i|we|you|they @verb altogether|overall',
    ({ fields }) => {
      const [way, ...others] = fields.filter((field) => field.type === 'number' && isWay(field));
      const measure = way && others.length === 0 ? aggregateOf('sum', amountOf(way)) : null;
      return measure && frame({ measures: [measure] });
    },
  ),
].flat();

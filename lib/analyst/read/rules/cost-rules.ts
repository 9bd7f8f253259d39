/** What something cost, what was taken or spent, and how far it was in all. */
import type { Condition } from '../../query/query.ts';
import { PAYMENTS, SIDE_COSTS } from '../words/concepts.ts';
import { CURRENCIES, compareMoment, isOneOf } from '../words/conditions.ts';
import { aggregateOf, amountOf, plainMeasure } from '../words/figures.ts';
import { frame, frameOf } from '../words/frames.ts';
import type { Field, Frame, View } from '../words/meanings.ts';
import { findUnit, wordsOf } from '../words/tokens.ts';
import { rule } from './rule.ts';

const COSTS = 'cost price charge fare fee rent total bill'.split(' ');

/** The best fit that is not a side cost; null where several fit alike. */
function costColumn({ fields }: View): Field | null {
  const ranked = fields.flatMap((field) => {
    const rank = COSTS.indexOf(field.words.at(-1) ?? '');
    const isMain = !field.words.some((word) => SIDE_COSTS.has(word));
    return field.type === 'number' && rank >= 0 && isMain ? [{ field, rank }] : [];
  });
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const [cost, ...others] = ranked.filter(({ rank }) => rank === best);
  return cost && others.length === 0 ? cost.field : null;
}

/** What is taken or spent is money, and not the electricity that was used. */
function isMoney({ unit, words }: Field): boolean {
  return CURRENCIES.has(findUnit(unit?.toLowerCase() ?? '') ?? '') || words.some((word) => MONEY.has(word));
}

const MONEY: ReadonlySet<string> = new Set(
  'fine fee cost amount revenue money payment donation expense budget'.split(' '),
);

/** How far somebody went. */
function isWay({ words, name }: Field): boolean {
  return [...words, ...wordsOf(name)].some((word) => WAYS.has(word));
}

const WAYS: ReadonlySet<string> = new Set('distance km kilometer mile mileage'.split(' '));

/** What the rows cost, where one column says it. */
function costOf(view: View, condition: Condition | null, aggregate: 'sum' | 'mean'): Frame | null {
  const field = costColumn(view);
  if (!field || !condition || (aggregate === 'sum' && !field.isAdditive)) return null;
  const note = `\`${field.name}\` is ${aggregate === 'sum' ? 'added up' : 'averaged'}.`;
  return frameOf(aggregateOf(aggregate, amountOf(field), note), { conditions: [condition] });
}

export const COST_RULES = [
  // "Do bigger flats cost more?": of all rows, two columns.
  rule('Piece', '@do Comparative Set cost @more|@less', ({ field }, set, view) => {
    const cost = costColumn(view);
    return cost && set.length === 0 && field.type === 'number'
      ? frame({ ask: { kind: 'correlation', of: [field.name, cost.name] } })
      : null;
  }),
  // "What did March cost?", "How much does a stay cost?": of one is its average.
  rule('Piece', 'what @do When cost', (when, view) =>
    costOf(view, compareMoment(view.date, '==', when), 'sum'),
  ),
  rule('Piece', 'what @do Values cost on average', (values, view) => costOf(view, isOneOf(values), 'mean')),
  // "How much is unpaid": what those rows come to.
  rule('Piece', 'how much money? @be Values', (values, view) => {
    const isOfPayment = values.every(({ field, label }) =>
      [...field.words, ...wordsOf(label)].some((word) => PAYMENTS.has(word)),
    );
    return costOf(view, isOfPayment ? isOneOf(values) : null, 'sum');
  }),
  // "How much did we take in fines", "how much have we spent on parts".
  rule(
    'Piece',
    'how much money? @do|@has we|you|they|i|people @verb|collect|collected|take|taken|make|get in|on|from|as Num',
    (field) => (field.isAdditive && isMoney(field) ? frameOf(plainMeasure(amountOf(field))) : null),
    1,
  ),
  rule('Piece', 'how far @has|@do i|we|you|they @verb in total|all', ({ fields }) => {
    const [way, ...others] = fields.filter((field) => field.type === 'number' && isWay(field));
    return frameOf(way && others.length === 0 ? aggregateOf('sum', amountOf(way)) : null);
  }),
].flat();

/** Matches that somebody won, lost, or drew, and what both sides score together. */
import type { Condition } from '../query/query.ts';
import { isMention } from './conditions.ts';
import { aggregateOf, amountOf, countOf } from './figures.ts';
import { frame } from './frames.ts';
import type { Outcome, View } from './meanings.ts';
import { rule } from './rule.ts';
import { outcomeOf, sideOutcome } from './two-sides.ts';

function setOf(outcome: Outcome, view: View): Condition[] | null {
  const condition = sideOutcome(outcome, view);
  return condition && [condition];
}

export const OUTCOME_RULES = [
  rule('Amount', 'Both', (amount) => amount),
  rule('Measure', 'Both per Noun ; @average Both per Noun ; how many Both per Noun', (amount, noun) =>
    aggregateOf('mean', amount, `\`${amount.name}\` is averaged over each ${noun}.`),
  ),
  rule(
    'Count',
    `how many Outcome @do|@has Paired ; how many Outcome @do Paired @has|get|record ; @number Outcome of|by|for Paired ;
    how many times @do|@has Paired Outcome`,
    (...parts) => {
      const outcome = parts.find((part) => typeof part === 'string');
      const name = parts.find((part) => typeof part === 'object' && 'conditions' in part);
      const view = parts.at(-1);
      if (!outcome || !name || typeof view !== 'object' || !('fields' in view)) return null;
      const condition = outcomeOf(name, outcome, view);
      return condition && countOf([condition]);
    },
  ),
  rule('Cond', '@do? Paired Outcome ; that Paired Outcome', (...parts) => {
    const [name, outcome, view] = parts.slice(-3) as [Condition, Outcome, View];
    return outcomeOf(name, outcome, view);
  }),
  // Of the rows of one side.
  rule('Set', 'Outcome', setOf),
  rule('Set', 'Outcome Noun', (outcome, _noun, view) => setOf(outcome, view)),
  rule('Set', 'Noun Outcome', (_noun, outcome, view) => setOf(outcome, view)),
  rule('Said', 'Outcome', sideOutcome),
  rule('Piece', 'Outcome most ; most Outcome often', (outcome, view) => {
    const condition = sideOutcome(outcome, view);
    return condition && frame({ descending: true, measures: [countOf([condition])] });
  }),
  // Of a table with a row for each team: added up over all, a draw would count twice.
  rule('Measure', 'how many Num @do|@has Value @has? ; number of Num of|by|for Value', (field, value) => {
    const isOwn = value.field.isIdentifier && field.isInteger && !field.isIdentifier;
    const measure = isOwn ? aggregateOf('sum', amountOf(field)) : null;
    return measure?.figure.kind === 'aggregate'
      ? { ...measure, figure: { ...measure.figure, where: isMention(value) } }
      : null;
  }),
  rule('Count', 'how many Noun @do|@has Paired Outcome', (_noun, name, outcome, view) => {
    const condition = outcomeOf(name, outcome, view);
    return condition && countOf([condition]);
  }),
  rule('Count', '@number Outcome @exist? ; how many Noun Outcome', (...parts) => {
    const [first, second] = parts;
    const outcome = parts.length === 3 ? second : first;
    const view = parts.at(-1);
    if (typeof view !== 'object' || (outcome !== 'drawn' && outcome !== 'won' && outcome !== 'lost'))
      return null;
    const condition = outcomeOf(null, outcome, view);
    return condition && countOf([condition]);
  }),
  rule(
    'Count',
    'how many Noun ended|end|finished|finish in|as Outcome ; how many Noun @be Outcome',
    (_noun, outcome, view) => {
      const condition = outcomeOf(null, outcome, view);
      return condition && countOf([condition]);
    },
  ),
].flat();

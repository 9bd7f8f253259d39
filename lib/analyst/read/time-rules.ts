/** Trends, growth, running totals, gaps and streaks. */
import type { Period } from '../query.ts';
import { aggregateOf, isAdditive, plainMeasure } from './figures.ts';
import { frame } from './frames.ts';
import { rule } from './rule.ts';
import {
  CHANGE,
  find,
  gaps,
  isCondition,
  isMeasure,
  PERCENT_CHANGE,
  series,
  streak,
  yearly,
} from './sentences.ts';

export const TIME_RULES = [
  // Time.
  rule(
    'Core',
    `@ask? trend @in|of Measure ; @show Measure trend ; @ask? Measure over time ;
    how @do Measure @change over time ; how @be Measure @change over time ;
    how @has Measure @change over time ; Measure trend ; @be there trend @in Measure ;
    @be Measure increasing|decreasing|growing over time`,
    (measure) => series(measure, null),
  ),
  rule(
    'Core',
    `how @do|@has Measure @change over Period ; @ask? Measure over Period ;
    how @do|@has Measure @change by|from|each Period`,
    (measure, period) => series(measure, null, period),
  ),
  rule(
    'Core',
    `@ask? trend of Timely Measure ; @show Timely trend of|in Measure ; @show Timely Measure over time ;
    @what? Timely trend of Measure`,
    (...parts) => {
      const [first, second] = parts;
      const [period, measure] = typeof first === 'string' ? [first, second] : [second, first];
      return typeof period === 'string' && typeof measure === 'object' && 'figure' in measure
        ? series(measure, null, period)
        : null;
    },
  ),
  rule(
    'Core',
    '@ask? @growth of|in Measure ; @ask? Measure @growth',
    (measure) => series(measure, PERCENT_CHANGE),
    1,
  ),
  rule('Core', '@ask? Timely @growth of|in Measure ; @ask? Timely Measure @growth', (period, measure) =>
    series(measure, PERCENT_CHANGE, period),
  ),
  rule(
    'Core',
    `@ask? Period over Period @growth of|in Measure ;
    @what? Measure @growth Period over Period ; @what? Measure growth Period on Period`,
    (...parts) => {
      const measure = find(parts, isMeasure);
      const [first, second] = parts.filter((part): part is Period => typeof part === 'string');
      return measure && first && first === second ? series(measure, PERCENT_CHANGE, first) : null;
    },
  ),
  rule(
    'Core',
    '@ask? year over year @growth of|in Timely Measure ; @ask? Timely Measure year over year @growth',
    (period, measure) => yearly('percent', measure, frame(), period),
  ),
  rule('Core', '@ask? year over year change of|in Timely Measure', (period, measure) =>
    yearly('difference', measure, frame(), period),
  ),
  rule('Core', '@ask? Period over Period change|difference of|in Measure', (first, second, measure) =>
    first === second ? series(measure, CHANGE, first) : null,
  ),
  rule(
    'Core',
    '@ask? Timely change|difference of|in Measure ; @ask? Timely changes in Measure',
    (period, measure) => series(measure, CHANGE, period),
  ),
  rule(
    'Core',
    `@ask? running total of Amount ; @ask? cumulative Amount ; @what? cumulative sum|total of Amount ;
    @show cumulative sum of Amount`,
    (amount) => (isAdditive(amount) ? series(aggregateOf('sum', amount), { kind: 'running-total' }) : null),
  ),
  rule('Core', '@ask? running total of Count ; @ask? cumulative Count', (count) =>
    series(count, { kind: 'running-total' }),
  ),
  rule('Core', '@ask? N Period moving|rolling|running @average of Amount', (length, period, amount) =>
    length > 1 ? series(plainMeasure(amount), { kind: 'moving-average', length }, period) : null,
  ),
  rule('Core', '@ask? moving|rolling @average of Amount over N Period', (amount, length, period) =>
    length > 1 ? series(plainMeasure(amount), { kind: 'moving-average', length }, period) : null,
  ),
  rule(
    'Core',
    `@what? Agg time between Noun ; @what? Agg gap between Noun ;
    @what? Agg time between consecutive Noun ; @what? Agg interval between Noun`,
    (aggregate, _noun, view) => gaps(view, null, aggregate),
  ),
  rule(
    'Core',
    '@what? Agg number? of? Span between Noun ; @what? Agg number? of? Span between consecutive Noun',
    (aggregate, unit, _noun, view) => gaps(view, unit, aggregate),
  ),
  rule('Core', '@what? longest time|gap|interval between consecutive? Noun', (_noun, view) =>
    gaps(view, null, 'max'),
  ),
  rule('Core', '@what? shortest time|gap|interval between consecutive? Noun', (_noun, view) =>
    gaps(view, null, 'min'),
  ),
  rule(
    'Core',
    `@what? longest streak|run of Period Linked ; @what? longest streak|run|series of Linked ;
    @what? longest streak of consecutive Period Linked ; @what? longest streak of Noun Linked ;
    @what? most consecutive Period Linked`,
    (...parts) => {
      const condition = find(parts, isCondition);
      const view = parts.at(-1);
      return condition && typeof view === 'object' && 'fields' in view ? streak(condition, view) : null;
    },
  ),
].flat();

/** How long something takes, and the time between two dates. */
import type { Aggregate } from '../query/query.ts';
import { durationOf, lasting, saidDuration, timeTaken } from './duration-of.ts';
import { aggregateOf } from './figures.ts';
import type { Measure, View } from './meanings.ts';
import { rule } from './rule.ts';

const HOW_LONG =
  'length|duration of Noun ; Noun duration ; how long @be Noun ; how long @do? Noun? last|take|lasted|took';

function viewOf(parts: readonly [...unknown[], View]): View {
  return parts.at(-1) as View;
}

function ofLasting(aggregate: Aggregate, view: View): Measure | null {
  const amount = timeTaken(view);
  return amount && aggregateOf(aggregate, amount);
}

export const DURATION_RULES = [
  rule(
    'Amount',
    `number of Span between Date and Date ; number of Span from Date to|until Date ; Span between Date and Date ;
    Span from Date to|until Date ;
    time|duration in Span between|from Date and|to Date`,
    (unit, from, to) => durationOf(from, to, unit),
  ),
  // From the date of the row on, or over the time that a row takes.
  rule('Amount', 'time until|to|till Date ; Date time ; time to get|reach|the? Date', (date, view) =>
    view.date?.type === 'date' ? durationOf(view.date, date) : null,
  ),
  rule(
    'Amount',
    'how long @do? Date take|takes|last|took|lasted ; how long @do? Date take|takes|took to arrive|complete|finish',
    (date, view) =>
      view.date?.type === 'date' && view.date.name !== date.name ? durationOf(view.date, date) : null,
  ),
  rule('Amount', HOW_LONG, (...parts) => saidDuration(viewOf(parts))),
  rule('Amount', HOW_LONG, (...parts) => lasting(viewOf(parts)), 1),
  rule('Amount', 'time to Happened Noun? ; how long @do it take to Happened Noun?', (date, ...parts) => {
    const view = viewOf([null, parts.at(-1) as View]);
    return view.date?.type === 'date' ? durationOf(view.date, date) : null;
  }),
  // A column of that name is meant rather.
  rule('Amount', 'Noun time', (_noun, view) => timeTaken(view), 2),
  rule(
    'Amount',
    `time|duration|difference|delay|gap between Date and Date ; time|duration from Date to|until Date ;
    time that? passes? between Date and Date`,
    (from, to) => durationOf(from, to),
  ),
  rule(
    'Amount',
    'time|duration between Date and Date in Span ; time|duration from Date to Date in Span',
    (from, to, unit) => durationOf(from, to, unit),
  ),
  rule('Measure', 'how long @be @longest Noun', (_noun, view) => ofLasting('max', view)),
  rule('Measure', 'how long @be @shortest Noun', (_noun, view) => ofLasting('min', view)),
].flat();

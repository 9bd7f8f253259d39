/** How long something takes, and the time between two dates. */
import { durationOf, lasting, saidDuration } from './duration-of.ts';
import type { View } from './meanings.ts';
import { rule } from './rule.ts';

const HOW_LONG =
  'length|duration of Noun ; Noun duration ; how long @be Noun ; how long @do? Noun? last|take|lasted|took';

function viewOf(parts: readonly [...unknown[], View]): View {
  return parts.at(-1) as View;
}

export const DURATION_RULES = [
  rule(
    'Amount',
    'number of Span between Date and Date ; Span from Date to|until Date ; time|duration in Span between|from Date and|to Date',
    (unit, from, to) => durationOf(from, to, unit),
  ),
  // From the date of the row on, or over the time that a row takes.
  rule('Amount', 'time until|to|till Date ; Date time', (date, view) =>
    view.date?.type === 'date' ? durationOf(view.date, date) : null,
  ),
  rule('Amount', HOW_LONG, (...parts) => saidDuration(viewOf(parts))),
  rule('Amount', HOW_LONG, (...parts) => lasting(viewOf(parts)), 1),
  rule('Amount', 'time to Happened Noun? ; how long @do it take to Happened Noun?', (date, ...parts) => {
    const view = viewOf([null, parts.at(-1) as View]);
    return view.date?.type === 'date' ? durationOf(view.date, date) : null;
  }),
  rule('Amount', 'time|duration|difference|delay|gap between Date and Date', (from, to) =>
    durationOf(from, to),
  ),
].flat();

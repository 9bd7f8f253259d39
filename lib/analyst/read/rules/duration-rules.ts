/** How long something takes, and the time between two dates. */
import { durationOf, lasting, saidDuration } from '../words/duration-of.ts';
import type { Field, View } from '../words/meanings.ts';
import { rule } from './rule.ts';

const HOW_LONG =
  'length|duration of Noun ; Noun duration ; how long @be Noun ; how long @do? Noun? last|take|lasted|took';

/** From the date of the row on. */
function until(end: Field, { date }: View) {
  return date?.type === 'date' ? durationOf(date, end) : null;
}

export const DURATION_RULES = [
  rule(
    'Amount',
    'number of Span between Date and Date ; Span from Date to|until Date ; time|duration in Span between|from Date and|to Date',
    (unit, from, to) => durationOf(from, to, unit),
  ),
  rule('Amount', 'time until|to|till Date ; Date time', until),
  rule('Amount', HOW_LONG, (_noun, view) => saidDuration(view)),
  rule('Amount', HOW_LONG, (_noun, view) => lasting(view), 1),
  rule('Amount', 'time to Happened Noun? ; how long @do it take to Happened Noun?', (date, _noun, view) =>
    until(date, view),
  ),
  rule('Amount', 'time|duration|difference|delay|gap between Date and Date', (from, to) =>
    durationOf(from, to),
  ),
].flat();

/** How long something takes: in a unit that fits the times that the table has, or by the column that says it. */
import { expect, it } from 'vitest';
import type { Table } from '../../../../lib/analyst/query/query.ts';
import { readQuestion } from '../../../../lib/analyst/read/read-question.ts';
import { readKinds } from '../../../../lib/analyst/write/column-kind.ts';
import { showReading } from './show-query.ts';
import { column } from './tables.ts';

const START = column('started_at', 'date', { unique: 481, span: '2024-01-01T06:00:00..2024-01-21T06:00:00' });
const END = column('ended_at', 'date', { unique: 490, span: '2024-01-01T06:20:00..2024-01-21T06:40:00' });
const MEMBER = column('member', 'text', { values: 'yes|no' });

/** Trips that usually take so many seconds. */
function trips(seconds: number, ...more: Table['columns']): Table {
  const start = { ...START, gaps: [{ to: 'ended_at', seconds }] };
  return { name: 'trips', file: 'trips.csv', rows: 500, columns: [start, END, MEMBER, ...more] };
}

const read = (table: Table, question: string) => showReading(readQuestion(question, [table], null));

it.each([
  [45, 'seconds'],
  [16 * 60, 'minutes'],
  [119 * 60, 'minutes'],
  [5 * 3600, 'hours'],
  [9 * 86_400, 'days'],
  [1800 * 86_400, 'years'],
])('what takes %s seconds is said in %s', (seconds, unit) => {
  const expected = `trips > mean(${unit}(started_at..ended_at))`;
  expect(read(trips(seconds), 'How long does a trip take?')).toBe(expected);
  expect(read(trips(seconds), 'average trip duration')).toBe(expected);
});

it.each([
  ['How long does a trip take in hours?', 'trips > mean(hours(started_at..ended_at))'],
  ['How long do trips take by member?', 'trips | group member: mean(minutes(started_at..ended_at)) > rows'],
])('%s', (question, expected) => {
  expect(read(trips(960), question)).toBe(expected);
});

it('dates without a time of day are days or years apart', () => {
  const at = (name: string, to: string) => ({
    ...column(name, 'date', { unique: 90, values: '2024-01-02|2024-01-03', span: '2024-01-02..2024-04-01' }),
    gaps: [{ to, seconds: 86_400 }],
  });
  const columns = [at('order_date', 'delivery_date'), at('delivery_date', 'order_date')];
  const orders: Table = { name: 'orders', file: 'orders.csv', rows: 90, columns };
  const expected = 'orders > mean(days(order_date..delivery_date))';
  expect(read(orders, 'time between order date and delivery date')).toBe(expected);
});

it.each(['duration_min', 'minutes'])('the column `%s` says it, in its unit', (name) => {
  const table = trips(960, column(name, 'number', { unique: 300, span: '3..80.5' }));
  for (const question of ['How long does a trip take?', 'average trip duration', 'duration of a trip'])
    expect(read(table, question)).toBe(`trips > mean(${name})`);
  const inHours = 'trips > mean(hours(started_at..ended_at))';
  expect(read(table, 'How long does a trip take in hours?')).toBe(inHours);
  const kinds = readKinds({ kind: 'table', name: 'trips' }, [table]);
  expect(kinds.get(name)?.unit).toBe('min');
});

it.each([
  ['wait_seconds', 's'],
  ['Flight time h', 'h'],
  ['hours', 'h'],
  ['hour', null],
  ['temp_min', null],
  ['response_time_min', null],
])('the unit of `%s` is %s', (name, unit) => {
  const number = (one: string) => column(one, 'number', { unique: 300, span: '3..80.5' });
  const table = trips(960, number(name), number('response_time_max'));
  expect(readKinds({ kind: 'table', name: 'trips' }, [table]).get(name)?.unit).toBe(unit);
});

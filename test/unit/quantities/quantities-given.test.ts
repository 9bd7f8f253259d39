/** Numbers that need no output: what an answer assumes, how sure it is, what was found before, and how large the data is. */
import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createSourceCache } from '../../../lib/quantities/source-cache.ts';
import { lookUpAnswer } from '../../../lib/session/view/answers/answer-numbers.ts';
import { listAnswerSources } from '../../../lib/session/view/answers/list-answer-sources.ts';
import { readStatuses } from '../../helpers/quantities.ts';
import {
  editCell,
  endRun,
  foldAll,
  insertOfRun,
  ranCell as ran,
  startRun,
} from '../../helpers/session-events.ts';

const PRINTED = 'referral 4880 non-null\nmean charge 65.38\nlow 21.3\nhigh 28.4';
const read = (answer: string, sizes?: number[]) => readStatuses(answer, PRINTED, sizes && { sizes });

test.each<[string, string]>([
  ['a 95 % bootstrap interval', '95 %: given'],
  ['the central 95 % are below 28.4', '95 %: given'],
  ['we are 95 % confident of it', '95 %: given'],
  ['das 95-%-Konfidenzintervall', '95-%: given'],
  ['at a significance level of 2.5 %', '2.5 %: given'],
  ['between the 2.5 % and the 97.5 % percentile', '97.5 %: given'],
  ['assumed: 19 % VAT', '19 %: given'],
  ['assumed: a price of 3.49 €, 365 days, and 17 % losses', '17 %: given'],
  ['assuming 365 days', '365 days: given'],
  ['it has 19 % VAT (assumed)', '19 %: given'],
  ['Annahme: 19 % MwSt. sind enthalten', '19 %: given'],
  ['with 365 days a year', '365 days: given'],
  ['where 1 mile = 1.609 km', '1.609 km: given'],
])('%s', (answer, expected) => {
  expect(read(answer)).toContain(expected);
});

test.each<[string, string]>([
  ['The interval holds 93.7 % of them', '93.7 %: unfounded'],
  ['The VAT is 19 %', '19 %: unfounded'],
  ['Assuming a normal distribution, the mean is 53.18', '53.18: unfounded'],
  ['where 1 mile = 1.906 km', '1.906 km: unfounded'],
  ['with 356 days a year', '356 days: unfounded'],
])('%s claims something', (answer, expected) => {
  expect(read(answer)).toContain(expected);
});

test('the sizes of variables that the model was shown are given, and results follow from them', () => {
  const answer = 'Of 5,012 users, 4,880 have a referral, and 132 have none.';
  expect(read(answer)).toEqual(['5,012: unclear', '4,880: stated', '132: unclear']);
  expect(read(answer, [5012, 9])).toEqual(['5,012: given', '4,880: stated', '132: derived']);
  expect(read('4,880 users have a referral; 132 have none.', [5012, 9])).toEqual([
    '4,880: stated',
    '132: derived',
  ]);
  expect(read('4,880 users have a referral; 123 have none.', [5012, 9])).toEqual([
    '4,880: stated',
    '123: unfounded',
  ]);
});

const insert = (runId: string, cellId: string, role: 'code' | 'answer', source: string) =>
  insertOfRun({ runId, step: 1 }, cellId, source, role);
const run = (runId: string, ...work: EventBody[]): EventBody[] => [
  startRun(runId, 'Which users stay?'),
  ...[{ type: 'step-start', runId, step: 1 } as const, ...work, endRun(runId)],
];
const USERS = 'user  867  charge 71.25\nuser 4571  charge 64.75\n';
const FIRST = run(
  'r1',
  insert('r1', 'a', 'code', 'show()'),
  ...ran('a', USERS),
  insert('r1', 'first', 'answer', 'The charges are 71.25 and 64.75, not 59.35.'),
);

test.each<[string, EventBody[]]>([
  ['the user has changed', [editCell('a', 'show(2)'), ...ran('a', 'user 12  charge 12.5')]],
  [
    'a later run has replaced',
    [{ type: 'cell-edit', cellId: 'a', source: 'x', from: { runId: 'r2', step: 1 } }, ...ran('a', 'x')],
  ],
])('what an earlier answer had found in a cell that %s is given', (_, change) => {
  const answer = 'Charges of 71.25 and 64.75 are gone, and so are 59.35 and 48.15.';
  const [head, step, ...rest] = run('r2', insert('r2', 'second', 'answer', answer));
  const bodies = [...FIRST, head, step, ...change, ...rest].filter((body) => body !== undefined);
  const session = foldAll(bodies);
  const sources = listAnswerSources(session).at(-1);
  const found = sources ? lookUpAnswer(answer, sources, createSourceCache()) : [];
  expect(found.map(({ text, status }) => `${text}: ${status}`)).toEqual([
    '71.25: given',
    '64.75: given',
    '59.35: unfounded',
    '48.15: unfounded',
  ]);
});

test('sizes of tables stay known when their kernel is gone', () => {
  const bodies: EventBody[] = [
    { type: 'kernel-names', names: [{ name: 'users', type: 'DataFrame', shape: [5012, 9] }] },
    { type: 'kernel-status', status: 'dead', stateLost: true },
    ...FIRST,
  ];
  expect(listAnswerSources(foldAll(bodies))[0]?.sizes).toEqual([5012, 9]);
});

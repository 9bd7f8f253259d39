import { expect, test } from 'vitest';
import { giveAnswer } from '../../../lib/agent/loop/give-answer.ts';
import type { RunContext } from '../../../lib/agent/run-context.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import type { Session } from '../../../lib/session/session.ts';
import { foldAll, replyOf, startRun } from '../../helpers/session-events.ts';

const MODEL = { id: 'builtin', label: 'Analyst', kind: 'builtin' } as const;

function endStep(finishReason: string, more: EventBody[] = []): Session {
  const step = replyOf({ runId: 'r', step: 1 }, '', { action: 'answer', finishReason });
  return foldAll([startRun('r', 'Profit?', { model: MODEL }), ...step, ...more]);
}

test.each([
  ['stop', { status: 'answered' }],
  ['part-answer', { status: 'answered' }],
  ['no-answer', { status: 'stopped', reason: 'no-answer', message: 'The model could not answer this.' }],
])('a reply that ends as %s is shown as the answer and ends the run', async (finishReason, outcome) => {
  const context = { runId: 'r', session: endStep(finishReason), reviewer: null } as unknown as RunContext;
  const steps = giveAnswer(context, 1, 'No column is called profit.');
  const { value } = await steps.next();
  expect(value).toMatchObject({ role: 'answer', source: 'No column is called profit.' });
  expect(value !== null && 'isPartial' in value).toBe(finishReason === 'part-answer');
  expect(await steps.next()).toEqual({ done: true, value: outcome });
});

test.each([
  ['Profit fell.\n\nTitle: Profit by year', 'Profit fell.', 'Profit by year'],
  ['Profit fell.\n**Title:** "Profit by year."', 'Profit fell.', 'Profit by year'],
  ['Title: Profit by year', 'Title: Profit by year', null],
  ['Profit fell.', 'Profit fell.', null],
])('the answer %j names the notebook', async (text, source, title) => {
  const asked: EventBody = { type: 'session-rename', title: 'Profit?', from: 'question' };
  const named: EventBody = { type: 'session-rename', title: 'Mine' };
  const answer = async (renames: EventBody[]) => {
    const session = endStep('stop', renames);
    const context = { runId: 'r', session, reviewer: null } as unknown as RunContext;
    return Array.fromAsync(giveAnswer(context, 1, text));
  };
  const rename = title === null ? [] : [{ type: 'session-rename', title, from: 'answer' }];
  expect(await answer([asked])).toMatchObject([{ role: 'answer', source }, ...rename]);
  // What the user wrote stays; the line does not belong to the answer then either.
  expect(await answer([asked, named])).toMatchObject([{ role: 'answer', source }]);
});

test.each([
  ['## Profit?\n\nIt fell.', 'It fell.'],
  ['# Profit by year\n\nIt fell.', '# Profit by year\n\nIt fell.'],
  ['# Profit?', '# Profit?'],
])('the answer %j does not repeat the question, which is right above it', async (text, source) => {
  const context = { runId: 'r', session: endStep('stop'), reviewer: null } as unknown as RunContext;
  expect((await giveAnswer(context, 1, text).next()).value).toMatchObject({ source });
});

test('the built-in analyst gives each answer at once', async () => {
  const context = { runId: 'r', session: endStep('stop'), reviewer: null } as unknown as RunContext;
  const given = await Array.fromAsync(giveAnswer(context, 1, 'The mean is 53.18.'));
  expect(given).toMatchObject([{ type: 'cell-insert', role: 'answer', source: 'The mean is 53.18.' }]);
});

import { expect, test } from 'vitest';
import { VIEW_TEXTS } from '../../../../components/notebook/view/view-texts.ts';
import { UI_TEXTS } from '../../../../components/ui/ui-texts.ts';
import type { EventBody } from '../../../../lib/protocol/events/event.ts';
import type { CheckVerdict } from '../../../../lib/protocol/runs/answer-check.ts';
import { NO_USAGE } from '../../../../lib/protocol/runs/usage.ts';
import { CELL, draw, fold, RUN, say } from '../../../helpers/page/drawn-notebook.ts';

test('a run that was stopped says why and can be tried again', () => {
  const html = draw(
    fold([
      ...RUN,
      {
        type: 'run-end',
        runId: 'r-1',
        outcome: { status: 'stopped', reason: 'max-steps', message: 'The limit is 20 steps.' },
      },
    ]),
  );
  expect(html).toContain(VIEW_TEXTS.stopped['max-steps']);
  expect(html).toContain('The limit is 20 steps.');
  expect(html).toContain(UI_TEXTS.tryAgain);
});

test('a run whose model gave no answer does not say that it was answered', () => {
  const outcome = {
    status: 'stopped',
    reason: 'no-answer',
    message: 'The model could not answer this.',
  } as const;
  const html = draw(fold([...RUN, { type: 'run-end', runId: 'r-1', outcome }]));
  expect(html).toContain(VIEW_TEXTS.stopped['no-answer']);
  expect(html).not.toContain(outcome.message);
  expect(html).toContain(UI_TEXTS.tryAgain);
  expect(html).toContain(VIEW_TEXTS.rephrase);
});

test('a question the built-in analyst cannot answer is offered for rephrasing, not asked again', () => {
  const words: EventBody = {
    type: 'cell-insert',
    cellId: 'c-1',
    cellType: 'markdown',
    source: 'No such column.',
    author: 'agent',
    role: 'answer',
    runId: 'r-1',
    step: 1,
  };
  const outcome = { status: 'stopped', reason: 'no-answer', message: 'None.' } as const;
  const model = { id: 'analyst', label: 'Built-in analyst', kind: 'builtin' } as const;
  const start = RUN.map((event) => (event.type === 'run-start' ? { ...event, model } : event));
  const html = draw(fold([...start, words, { type: 'run-end', runId: 'r-1', outcome }]));
  expect(html).toMatch(/<section[^>]*aria-label="Not answered"/);
  expect(html).toContain(VIEW_TEXTS.rephrase);
  expect(html).not.toContain(UI_TEXTS.tryAgain);
});

test('a refused cell says so to the user and in the line of its work', () => {
  const approval = { cellId: 'c-1', requestId: 'q', reasons: ['It deletes.'], source: 'len(rows)' };
  const reason = 'The user refused to run this code. Their reason: Keep them.';
  const bodies: EventBody[] = [
    ...RUN,
    ...CELL.slice(0, 1),
    { type: 'approval-request', ...approval },
    {
      type: 'approval-reply',
      cellId: 'c-1',
      requestId: 'q',
      decision: 'refuse',
      reason: 'Keep them.',
      by: 'human',
    },
    { type: 'cell-end', cellId: 'c-1', status: 'aborted', executionCount: null, reason },
  ];
  const html = draw(fold(bodies));
  expect(html).toContain('You refused to run this code. Your reason: Keep them.');
  expect(html).not.toContain('The user refused');
  const answer: EventBody = {
    type: 'cell-insert',
    cellId: 'a-1',
    cellType: 'markdown',
    source: 'No.',
    author: 'agent',
    role: 'answer',
    runId: 'r-1',
    step: 1,
  };
  const end: EventBody = { type: 'run-end', runId: 'r-1', outcome: { status: 'answered' } };
  expect(draw(fold([...bodies, answer, end]))).toContain(`1 cell · ${VIEW_TEXTS.refused(1)}`);
  const change: EventBody = {
    type: 'action-error',
    runId: 'r-1',
    step: 1,
    message: 'The user refused this change.',
  };
  expect(draw(fold([...RUN, change]))).toContain('You refused this change.');
});

test('what a check of the reviewer found is in the line of the work, and why there was none is under its cell', () => {
  const at = { runId: 'r-1', step: 1 };
  const reviewed: EventBody[] = [
    ...RUN,
    say('There are 41.'),
    { type: 'step-end', ...at, action: 'answer', finishReason: 'stop', toolCalls: [], usage: NO_USAGE },
    { type: 'review-start', ...at, model: { id: 'm', label: 'Model M', kind: 'openai' } },
    ...CELL,
    { type: 'cell-end', cellId: 'c-1', status: 'ok', executionCount: 1 },
  ];
  const check = (verdict: CheckVerdict, text: string): EventBody[] => [
    ...reviewed,
    { type: 'answer-check', ...at, cellId: 'c-1', verdict, text, by: 'reviewer' },
  ];
  const answer = { cellId: 'a-1', cellType: 'markdown', author: 'agent', role: 'answer' } as const;
  const given: EventBody[] = [
    { type: 'review-end', ...at, verdict: 'approved', text: '', usage: NO_USAGE },
    { type: 'cell-insert', ...answer, source: 'There are 41.', ...at },
    { type: 'run-end', runId: 'r-1', outcome: { status: 'answered' } },
  ];
  const found = 'another computation finds 41';
  // The answer stays in view until it is given.
  expect(draw(fold(reviewed))).toContain('There are 41.');
  expect(draw(fold([...check('agrees', found), ...given.slice(0, 1)]))).toContain('There are 41.');
  expect(draw(fold([...check('agrees', found), ...given]))).toContain(`Checked: ${found}</span>`);
  const differs = 'the answer says 41, another computation finds 42';
  expect(draw(fold([...check('differs', differs), ...given]))).toContain(
    `A check differs: ${differs}</span>`,
  );
  const none = 'the check stopped with KeyError';
  expect(draw(fold(check('not-checked', none)))).toContain(`Not checked: ${none}.</p>`);
  expect(draw(fold([...check('not-checked', none), ...given]))).not.toContain('hecked:');
});

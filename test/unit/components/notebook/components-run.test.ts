import { expect, test } from 'vitest';
import { RUN_LINE_TEXTS } from '../../../../components/notebook/view/run-line-texts.ts';
import { VIEW_TEXTS } from '../../../../components/notebook/view/view-texts.ts';
import { UI_TEXTS } from '../../../../components/ui/ui-texts.ts';
import type { EventBody } from '../../../../lib/protocol/events/event.ts';
import type { CheckVerdict } from '../../../../lib/protocol/runs/answer-check.ts';
import { NO_USAGE } from '../../../../lib/protocol/runs/usage.ts';
import { applyEvent } from '../../../../lib/session/fold/apply-event.ts';
import { createSession } from '../../../../lib/session/session.ts';
import { CELL, draw, fold, RUN, say } from '../../../helpers/page/drawn-notebook.ts';
import { endRun, insertCell, insertOfRun, MODEL } from '../../../helpers/session-events.ts';

const AT = { runId: 'r-1', step: 1 };

test('a run that was stopped says why and can be tried again', () => {
  const outcome = { status: 'stopped', reason: 'max-steps', message: 'The limit is 20 steps.' } as const;
  const html = draw(fold([...RUN, endRun('r-1', outcome)]));
  expect(html).toContain(VIEW_TEXTS.stopped['max-steps']);
  expect(html).toContain('The limit is 20 steps.');
  expect(html).toContain(UI_TEXTS.tryAgain);
});

test('a run whose model gave no answer does not say that it was answered', () => {
  const outcome = { status: 'stopped', reason: 'no-answer', message: 'It could not answer this.' } as const;
  const html = draw(fold([...RUN, endRun('r-1', outcome)]));
  expect(html).toContain(VIEW_TEXTS.stopped['no-answer']);
  expect(html).not.toContain(outcome.message);
  expect(html).toContain(UI_TEXTS.tryAgain);
  expect(html).toContain(RUN_LINE_TEXTS.rephrase);
});

test('a question the built-in analyst cannot answer is offered for rephrasing, not asked again', () => {
  const words = insertOfRun(AT, 'c-1', 'No such column.', 'answer');
  const outcome = { status: 'stopped', reason: 'no-answer', message: 'None.' } as const;
  const model = { id: 'analyst', label: 'Built-in analyst', kind: 'builtin' } as const;
  const start = RUN.map((event) => (event.type === 'run-start' ? { ...event, model } : event));
  const html = draw(fold([...start, words, endRun('r-1', outcome)]));
  expect(html).toMatch(/<section[^>]*aria-label="Not answered"/);
  expect(html).toContain(RUN_LINE_TEXTS.rephrase);
  expect(html).not.toContain(UI_TEXTS.tryAgain);
});

test('a refused cell says so to the user and in the line of its work', () => {
  const at = { cellId: 'c-1', requestId: 'q' };
  const reason = 'The user refused to run this code. Their reason: Keep them.';
  const bodies: EventBody[] = [
    ...RUN,
    ...CELL.slice(0, 1),
    { type: 'approval-request', ...at, reasons: ['It deletes.'], source: 'len(rows)' },
    { type: 'approval-reply', ...at, decision: 'refuse', reason: 'Keep them.', from: 'human' },
    { type: 'cell-end', cellId: 'c-1', status: 'aborted', executionCount: null, reason },
  ];
  const html = draw(fold(bodies));
  expect(html).toContain('You refused to run this code. Your reason: Keep them.');
  expect(html).not.toContain('The user refused');
  const answer = insertOfRun(AT, 'a-1', 'No.', 'answer');
  expect(draw(fold([...bodies, answer, endRun('r-1')]))).toContain('1 cell · 1 refused');
  const change: EventBody = { type: 'action-error', ...AT, message: 'The user refused this change.' };
  expect(draw(fold([...RUN, change]))).toContain('You refused this change.');
});

test('what another person asked, said and wrote has their name', () => {
  const by = { kind: 'user', id: 'ada', name: 'Ada' } as const;
  const steer: EventBody = { type: 'run-steer', runId: 'r-1', cellId: 'n-1', step: 1, text: 'By city.' };
  const events = [...RUN, steer, endRun('r-1'), insertCell('c-9', 'x = 1')];
  const shown = draw(
    events.reduce((session, body) => applyEvent(session, { ...body, by }), createSession('s')),
  );
  expect(shown).toContain('>Ada</p>');
  expect(shown).toContain('Ada, during the run');
  expect(shown).toContain('>Ada</span>');
  const own = draw(fold(events));
  expect(own).toContain('You, during the run');
  expect(own).toContain('>You</span>');
});

test('what a check of the reviewer found is in the line of the work, and why there was none is under its cell', () => {
  const reviewed: EventBody[] = [
    ...RUN,
    say('There are 41.'),
    { type: 'step-end', ...AT, action: 'answer', finishReason: 'stop', toolCalls: [], usage: NO_USAGE },
    { type: 'review-start', ...AT, model: MODEL },
    ...CELL,
    { type: 'cell-end', cellId: 'c-1', status: 'ok', executionCount: 1 },
  ];
  const check = (verdict: CheckVerdict, text: string): EventBody[] => [
    ...reviewed,
    { type: 'answer-check', ...AT, cellId: 'c-1', verdict, text, from: 'reviewer' },
  ];
  const given: EventBody[] = [
    { type: 'review-end', ...AT, verdict: 'approved', text: '', usage: NO_USAGE },
    insertOfRun(AT, 'a-1', 'There are 41.', 'answer'),
    endRun('r-1'),
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

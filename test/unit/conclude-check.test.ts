import { expect, test } from 'vitest';
import { concludeCheck } from '../../lib/agent/loop/run-step.ts';
import type { RunContext } from '../../lib/agent/run-context.ts';
import type { EventBody } from '../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../lib/protocol/run-limits.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import { describeCheck, findCheck } from '../../lib/session/view/describe-check.ts';

const MODEL = { id: 'builtin', label: 'Analyst', kind: 'builtin' } as const;
const STEP = { runId: 'r', step: 1 };

function runCheck(printed: string, status: 'ok' | 'error' = 'ok'): Session {
  const cell = { cellId: 'c', cellType: 'code', source: 'check()', author: 'agent', role: 'code' } as const;
  const bodies: EventBody[] = [
    { type: 'session-start', title: 'Test', kernelName: 'python3' },
    {
      type: 'run-start',
      runId: 'r',
      task: { text: 'Sum?', files: [] },
      model: MODEL,
      limits: DEFAULT_LIMITS,
    },
    { type: 'step-start', ...STEP },
    { type: 'cell-insert', ...cell, ...STEP },
    { type: 'cell-start', cellId: 'c' },
    { type: 'output-append', cellId: 'c', output: { output_type: 'stream', name: 'stdout', text: printed } },
    { type: 'cell-end', cellId: 'c', status, executionCount: 1 },
  ];
  return bodies.reduce<Session>(applyEvent, createSession('s'));
}

function conclude(session: Session): EventBody[] {
  const context = { session, runId: 'r', signal: new AbortController().signal } as unknown as RunContext;
  return [...concludeCheck(context, 1)];
}

test.each([
  ['AGREES: SQL finds the same\n', 'agrees', 'SQL finds the same', 'Checked: SQL finds the same'],
  ['3\nAGREES', 'agrees', '', 'Checked: a second way finds the same'],
  [
    'DIFFERS: pandas finds 3, SQL 4',
    'differs',
    'pandas finds 3, SQL 4',
    'A check differs: pandas finds 3, SQL 4',
  ],
  ['NOT CHECKED: KeyError', 'not-checked', 'KeyError', 'Not checked: KeyError'],
  [
    'AGREES\nor not',
    'not-checked',
    'the check did not say what it found',
    'Not checked: the check did not say what it found',
  ],
  [
    '',
    'not-checked',
    'the check did not say what it found',
    'Not checked: the check did not say what it found',
  ],
])('the last line of a check is its verdict: %j', (printed, verdict, text, sentence) => {
  const session = runCheck(printed);
  const [event, ...more] = conclude(session);
  expect([event, more]).toEqual([{ type: 'answer-check', ...STEP, cellId: 'c', verdict, text }, []]);
  if (!event) return;
  const after = applyEvent(session, event);
  const [run] = after.runs;
  const check = run && findCheck(run);
  expect(check).toEqual({ cellId: 'c', verdict, text });
  expect(check && describeCheck(check)).toBe(sentence);
  // A run that is taken up after a crash has its verdict.
  expect(conclude(after)).toEqual([]);
});

test('a check that did not end well is none', () => {
  expect(conclude(runCheck('AGREES', 'error'))).toMatchObject([{ verdict: 'not-checked' }]);
});

test('of several checks the least favorable is shown, and none of an answer that was sent back', () => {
  const checked = (step: number, verdict: 'agrees' | 'differs' | 'not-checked'): EventBody[] => [
    { type: 'step-start', runId: 'r', step },
    { type: 'answer-check', runId: 'r', step, cellId: null, verdict, text: '' },
  ];
  const fold = (bodies: EventBody[]) => bodies.reduce<Session>(applyEvent, runCheck('')).runs[0];
  const verdictOf = (bodies: EventBody[]) => {
    const run = fold(bodies);
    return run && findCheck(run)?.verdict;
  };
  expect(verdictOf([])).toBeUndefined();
  expect(verdictOf([...checked(2, 'agrees'), ...checked(3, 'not-checked')])).toBe('not-checked');
  expect(verdictOf([...checked(2, 'differs'), ...checked(3, 'not-checked')])).toBe('differs');
  const usage = { promptTokens: 0, completionTokens: 0, estimated: false };
  const returned: EventBody[] = [
    ...checked(2, 'differs'),
    { type: 'review-start', runId: 'r', step: 2, model: MODEL },
    { type: 'review-end', runId: 'r', step: 2, verdict: 'returned', text: 'No.', usage },
  ];
  expect(verdictOf([...returned, ...checked(3, 'agrees')])).toBe('agrees');
});

test('a check of a reviewer is of the answer of its step alone', () => {
  const step = (index: number): EventBody => ({ type: 'step-start', runId: 'r', step: index });
  const check = { cellId: 'c', verdict: 'agrees', text: '', by: 'reviewer' } as const;
  const checked: EventBody[] = [step(2), { type: 'answer-check', runId: 'r', step: 2, ...check }];
  const [run] = checked.reduce<Session>(applyEvent, runCheck('')).runs;
  expect(run && findCheck(run)).toEqual(check);
  // The user said something, so another answer follows.
  const [later] = [...checked, step(3)].reduce<Session>(applyEvent, runCheck('')).runs;
  expect(later && findCheck(later)).toBeNull();
});

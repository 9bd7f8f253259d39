import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { describeCheck, findCheck } from '../../../lib/session/view/answers/describe-check.ts';
import { foldAll, MODEL, startRun } from '../../helpers/session-events.ts';

const STEP = { runId: 'r', step: 1 };

const BEGUN = foldAll([startRun('r'), { type: 'step-start', ...STEP }]);

test.each([
  ['agrees', 'SQL finds the same', 'Checked: SQL finds the same'],
  ['agrees', '', 'Checked: a second way finds the same'],
  ['differs', 'pandas finds 3, SQL 4', 'A check differs: pandas finds 3, SQL 4'],
  ['not-checked', 'KeyError', 'Not checked: KeyError'],
] as const)(
  'a check in a log of an earlier version, which no reviewer asked for, is shown: %s %j',
  (verdict, text, sentence) => {
    const [run] = applyEvent(BEGUN, { type: 'answer-check', ...STEP, cellId: 'c', verdict, text }).runs;
    const check = run && findCheck(run);
    expect(check).toEqual({ cellId: 'c', verdict, text });
    expect(check && describeCheck(check)).toBe(sentence);
  },
);

test('of several checks the least favorable is shown, and none of an answer that was sent back', () => {
  const checked = (step: number, verdict: 'agrees' | 'differs' | 'not-checked'): EventBody[] => [
    { type: 'step-start', runId: 'r', step },
    { type: 'answer-check', runId: 'r', step, cellId: null, verdict, text: '' },
  ];
  const verdictOf = (bodies: EventBody[]) => {
    const [run] = foldAll(bodies, BEGUN).runs;
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
  const check = { cellId: 'c', verdict: 'agrees', text: '', from: 'reviewer' } as const;
  const checked: EventBody[] = [step(2), { type: 'answer-check', runId: 'r', step: 2, ...check }];
  const [run] = foldAll(checked, BEGUN).runs;
  expect(run && findCheck(run)).toEqual(check);
  // The user said something, so another answer follows.
  const [later] = foldAll([...checked, step(3)], BEGUN).runs;
  expect(later && findCheck(later)).toBeNull();
});

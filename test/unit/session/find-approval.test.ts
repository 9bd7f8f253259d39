import { expect, test } from 'vitest';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { createSession } from '../../../lib/session/session.ts';
import { findApproval } from '../../../lib/session/view/runs/find-approval.ts';

test('code runs as freely as in the last run; a branch begins as careful as the other notebook was', () => {
  const session = createSession('s');
  const run = (approval: 'never' | 'risky' | 'always') => ({ approval }) as (typeof session.runs)[number];
  const branchOf = { sessionId: 'o', title: '', cellId: 'c', executionCount: 1, runCount: 1 };
  expect(findApproval(session)).toBe('never');
  expect(findApproval({ ...session, runs: [run('never'), run('risky')] })).toBe('risky');
  const branch = { ...session, runs: [run('never')], branchOf: { ...branchOf, approval: 'always' as const } };
  expect(findApproval(branch)).toBe('always');
  expect(findApproval({ ...branch, runs: [...branch.runs, run('risky')] })).toBe('risky');
  // What was chosen counts from then on, whatever a run begins with.
  const chosen = applyEvent(branch, { type: 'approval-change', approval: 'risky' });
  expect(findApproval({ ...chosen, runs: [...branch.runs, run('never')] })).toBe('risky');
  expect([findApproval(chosen, 'never'), findApproval(chosen, 'always')]).toEqual(['risky', 'always']);
});

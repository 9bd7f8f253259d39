/** What a person is shown of a tool call that waits for them. */
import { describe, expect, it } from 'vitest';
import { createCallGate } from '../../../lib/execution/approve.ts';
import type { ApprovalRequest } from '../../../lib/protocol/cells/approval.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { createSession } from '../../../lib/session/session.ts';

const tool = { name: 'send', description: '', parameters: {}, risky: true, call: () => null };
const session = applyEvent(createSession('s'), {
  type: 'run-start',
  runId: 'r',
  task: { text: 'Go.', files: [] },
  limits: DEFAULT_LIMITS,
  model: { id: 'm', label: 'm', kind: 'openai' },
  approval: 'risky',
});

/** The code a person is shown, and what happened in order. */
async function show(args: Record<string, unknown>) {
  const steps: string[] = [];
  let source = '';
  const onApproval = async (request: ApprovalRequest) => {
    steps.push('asked');
    source = request.source;
    return { decision: 'approve' } as const;
  };
  const whileAsking = async <T>(work: () => Promise<T>) => {
    steps.push('clock stands');
    const result = await work();
    steps.push('clock continues');
    return result;
  };
  const { signal } = new AbortController();
  const call = { tool, name: 'send', args, callId: 'c', signal, tell: () => {}, whileAsking };
  await createCallGate({ session, onApproval, findMode: () => 'risky' }, 'cell').pass(call);
  return { source, steps };
}

describe('a tool call that waits for approval', () => {
  it('stops the clock of its cell until it is answered', async () => {
    const { steps } = await show({});
    expect(steps).toEqual(['clock stands', 'asked', 'clock continues']);
  });

  it('shows no argument that looks like others, and none that changes how the rest reads', async () => {
    const { source } = await show({ 'to="me", note': 'x', to: 'a\u202Eb\u2028\u{E0041}' });
    expect(source).toBe(String.raw`send(**{"to=\"me\", note": "x"}, to="a\u202eb\u2028\udb40\udc41")`);
  });

  it('is shown in a length that can be read, and says what is left out', async () => {
    const { source } = await show({ text: 'x'.repeat(5_000_000) });
    expect(source.length).toBeLessThanOrEqual(20_000);
    expect(source).toContain('4,980,');
    expect(source).toContain('characters left out');
  });
});

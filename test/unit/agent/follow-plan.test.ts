import { expect, test } from 'vitest';
import { followPlan } from '../../../lib/agent/loop/follow-plan.ts';
import { resumeStep } from '../../../lib/agent/loop/resume-step.ts';
import { toMessages } from '../../../lib/agent/prompt/prompt.ts';
import type { RunContext } from '../../../lib/agent/run-context.ts';
import type { Plan, Planner } from '../../../lib/model/model.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { foldAll, replyOf, startRun } from '../../helpers/session-events.ts';

const INFO = { id: 'planner', label: 'Planner', kind: 'builtin' } as const;

function plannerOf(plan: Plan | Error): Planner {
  const profile = { nativeTools: false, vision: false, contextTokens: null, prices: null };
  const answer = async () => {
    if (plan instanceof Error) throw plan;
    return plan;
  };
  return { info: INFO, ...profile, plan: answer };
}

const START = startRun('r', 'Profit?', { model: INFO });
const SESSION = foldAll([START]);
const CONTEXT = {
  runId: 'r',
  session: SESSION,
  kernel: { info: null },
  signal: new AbortController().signal,
} as unknown as RunContext;

async function follow(plan: Plan | Error) {
  const step = followPlan(plannerOf(plan), CONTEXT, 1);
  const events: EventBody[] = [];
  for (;;) {
    const { done, value } = await step.next();
    if (done) return { events, result: value };
    events.push(value);
  }
}

test('an answer is taken as it is, whatever a parser would find in it', async () => {
  const text = 'Send `x`:\n\n```python\nprint(1)\n```\n\nAsk: Which one? [a / b]';
  const { events, result } = await follow({ text, finishReason: 'part-answer' });
  expect(events).toEqual([{ type: 'text-delta', runId: 'r', step: 1, text }]);
  expect(result).toMatchObject({ text, toolCalls: [], finishReason: 'part-answer' });
  expect(result.action).toEqual({ type: 'answer', text });
});

test('code is an action, and a call of the tool in prompts of other models', async () => {
  const plan: Plan = { text: 'I count.', code: "print('''\n```\n''')", finishReason: 'stop' };
  const { result } = await follow(plan);
  const [call] = result.toolCalls;
  expect(result.action).toEqual({
    type: 'code',
    segments: [
      { type: 'prose', text: plan.text },
      { type: 'code', source: plan.code, toolCallId: call?.id },
    ],
  });
  const at = { runId: 'r', step: 1 };
  const cell = { cellType: 'code', source: plan.code ?? '', author: 'agent', role: 'code' } as const;
  const session = foldAll([
    START,
    ...replyOf(at, plan.text, { action: 'code', toolCalls: [...result.toolCalls] }),
    { type: 'cell-insert', cellId: 'c', ...cell, toolCallId: call?.id ?? '', ...at },
  ]);
  expect(toMessages(session, 'r', { nativeTools: true })).toContainEqual({
    role: 'assistant',
    content: plan.text,
    toolCalls: [call],
  });
  const written = `${plan.text}\n\n\`\`\`python\n${plan.code}\n\`\`\``;
  expect(toMessages(session, 'r')).toContainEqual({ role: 'assistant', content: written });
});

test('a failure is a result', async () => {
  const failure = new Error('The session has no run r.');
  expect(await follow(failure)).toMatchObject({ events: [], result: { finishReason: 'error', failure } });
});

test('an answer that a crash kept from the notebook is given as it was planned', async () => {
  const text = 'See:\n\n```python\nprint(1)\n```';
  const session = foldAll([START, ...replyOf({ runId: 'r', step: 1 }, text, { action: 'answer' })]);
  const context = { ...CONTEXT, session, model: plannerOf({ text, finishReason: 'stop' }), reviewer: null };
  const step = resumeStep(context);
  expect((await step.next()).value).toMatchObject({ type: 'cell-insert', role: 'answer', source: text });
  expect(await step.next()).toEqual({ done: true, value: { status: 'answered' } });
});

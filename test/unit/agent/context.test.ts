/** What of a conversation is shortened and summed up, and that its beginning stays as it is. */
import { expect, test } from 'vitest';
import { fitLimits, toPromptBudget } from '../../../lib/agent/context/prompt-budget.ts';
import { summarizeByRules } from '../../../lib/agent/context/summarize-by-rules.ts';
import { measureMessages } from '../../../lib/agent/prompt/conversation.ts';
import { planPrompt, toMessages } from '../../../lib/agent/prompt/prompt.ts';
import type { ModelMessage } from '../../../lib/model/model.ts';
import { EventBody } from '../../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import type { ContextMark } from '../../../lib/protocol/runs/compaction.ts';
import { NO_USAGE } from '../../../lib/protocol/runs/usage.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import type { Session } from '../../../lib/session/session.ts';
import {
  foldAll as fold,
  insertOfRun,
  ranCell,
  replyOf,
  startRun as start,
} from '../../helpers/session-events.ts';

const ROWS = 'row of text\n'.repeat(300);

function step(runId: string, index: number, output = ROWS, source = `t${index} = load()`): EventBody[] {
  const cellId = `${runId}-c${index}`;
  const text = `Step ${index} of ${runId}.\n\`\`\`python\n${source}\n\`\`\``;
  const at = { runId, step: index };
  return [
    ...[...replyOf(at, text), insertOfRun(at, cellId, source), ...ranCell(cellId, output)],
    { type: 'kernel-names', names: [{ name: 'df', type: 'DataFrame', shape: [344, 8], bytes: index }] },
  ];
}

const steps = (runId: string, count: number) =>
  Array.from({ length: count }, (_, index) => step(runId, index + 1)).flat();

const toBytes = (messages: ModelMessage[]) => JSON.stringify(messages);
const toTexts = (messages: ModelMessage[]) => messages.map(({ content }) => String(content));

/** As the agent does it before a step, with a fixed summary. */
function compact(session: Session, runId: string, budgetTokens: number): Session {
  const plan = planPrompt(session, runId, {}, budgetTokens);
  if (!plan) return session;
  const { conversation, fit } = plan;
  const mark = (count: number) => conversation.steps[count - 1]?.mark ?? { runId, step: 0 };
  const isNew = fit.summedUp > conversation.fit.summedUp;
  const text = `Summary up to ${JSON.stringify(mark(fit.summedUp))}`;
  const summary = { upTo: mark(fit.summedUp), text, by: 'model', usage: NO_USAGE } as const;
  const shortenedUpTo = mark(fit.shortened);
  const event = { type: 'context-compact', runId, step: 1, budgetTokens, shortenedUpTo } as const;
  return applyEvent(session, { ...event, ...(isNew ? { summary } : {}) });
}

test('what fits is left as it is', () => {
  const session = fold([start('r'), ...steps('r', 4)]);
  expect(planPrompt(session, 'r', {}, 16_000)).toBeNull();
});

test('observations are shortened before anything is summed up, and the newest stay whole', () => {
  const session = fold([start('r'), ...steps('r', 12)]);
  const plan = planPrompt(session, 'r', {}, 10_000);
  expect(plan?.fit).toEqual({ shortened: 10, summedUp: 0 });
  const texts = toTexts(toMessages(compact(session, 'r', 10_000), 'r'));
  expect(texts).toHaveLength(26);
  expect(texts[3]).toContain('left out');
  expect(texts[3]?.length).toBeLessThan(420);
  expect(texts.slice(1).filter((text) => text.length > 3000)).toHaveLength(3);
});

test('where that does not do, the oldest steps are summed up and the task stays', () => {
  const session = fold([start('r', 'What grows?'), ...steps('r', 40)]);
  const compacted = compact(session, 'r', 8000);
  const texts = toTexts(toMessages(compacted, 'r'));
  expect(texts[1]).toMatch(/^Task: What grows\?\n\n\[Earlier steps are no longer shown[\s\S]*Summary up to/);
  expect(texts.join('\n')).not.toContain('Step 1 of r.');
  expect(texts.join('\n')).toContain('Step 40 of r.');
  expect(planPrompt(compacted, 'r', {}, 8000)).toBeNull();
});

test('earlier runs are summed up first, and a later summary takes the place of the former', () => {
  const first = fold([start('a', 'First'), ...steps('a', 20), start('b', 'Second'), ...steps('b', 3)]);
  const once = compact(first, 'b', 9000);
  expect(toTexts(toMessages(once, 'b'))[1]).toContain('Summary up to {"runId":"a"');
  const twice = compact(fold(steps('b', 30).slice(3 * 8), once), 'b', 5000);
  const texts = toTexts(toMessages(twice, 'b'));
  expect(texts[1]).toMatch(/^Task: Second\n\n\[Earlier/);
  expect(texts[1]).toContain('Summary up to {"runId":"b"');
  expect(texts.join('\n')).not.toContain('"runId":"a"');
});

test('the prompt begins as the one before it, but for rare compactions; what is only true now stands at its end', () => {
  let session = fold([start('r')]);
  const stable: string[] = [];
  let compactions = 0;
  for (let index = 1; index <= 50; index++) {
    const before = session;
    session = compact(session, 'r', 16_000);
    if (session !== before) {
      compactions++;
      stable.length = 0;
    }
    const messages = toMessages(session, 'r');
    const text = toBytes(messages)
      .replace(/(?:\\n\\n)?\[In the kernel now[\s\S]*$/, '')
      .replace(/"\}\]$/, '');
    expect(text.startsWith(stable.at(-1) ?? '')).toBe(true);
    expect(index === 1 || toBytes(messages).includes('df DataFrame 344×8')).toBe(true);
    expect(measureMessages(messages)).toBeLessThan(16_000 * 4);
    stable.push(text);
    session = fold(step('r', index), session);
  }
  expect(compactions).toBeGreaterThan(1);
  expect(compactions).toBeLessThan(6);
});

test('a tool message takes the table of names at its end', () => {
  const call = { id: 'c1', name: 'execute_code', arguments: '{}' };
  const session = fold([
    start('r'),
    ...step('r', 1).map((body) => {
      if (body.type === 'step-end') return { ...body, toolCalls: [call] };
      return body.type === 'cell-insert' ? { ...body, toolCallId: 'c1' } : body;
    }),
  ]);
  const last = toMessages(session, 'r', { nativeTools: true }).at(-1);
  expect(last).toMatchObject({ role: 'tool', toolCallId: 'c1' });
  expect(last?.content).toMatch(/\[In the kernel now, last used first:\ndf DataFrame 344×8 1 B\]$/);
});

test('a budget nothing fits in still leaves a conversation', () => {
  const session = compact(fold([start('r'), ...steps('r', 5)]), 'r', 1);
  expect(toMessages(session, 'r').map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
});

test('rules sum up what was asked, what ran, what it defined and how it ended', () => {
  const last = { runId: 'r', step: 3 };
  const session = fold([
    start('r', 'Count the rows'),
    ...step('r', 1, 'one\ntwo\nlast line', 'df = load()'),
    ...step('r', 2, 'x', 'print(df)'),
    ...replyOf(last, 'Two rows.\n\nTitle: Rows', { action: 'answer' }),
  ]);
  const all: ContextMark = last;
  const text = summarizeByRules(session, { after: null, upTo: all, former: '', maxLength: 4000 });
  expect(text).toBe(
    'Task: Count the rows\n' +
      '- Step 1: Step 1 of r. New names: df. Output ended (cell r-c1): one | two | last line\n' +
      '- Step 2: Step 2 of r. Output ended (cell r-c2): x\n' +
      '- Answered: Two rows.',
  );
  const rest = { after: { runId: 'r', step: 1 }, upTo: all, former: 'Before: much.', maxLength: 4000 };
  expect(summarizeByRules(session, rest)).toBe(
    'Before: much.\n- Step 2: Step 2 of r. Output ended (cell r-c2): x\n- Answered: Two rows.',
  );
});

test('a log read back gives the same prompt, and the export tells what was summed up', () => {
  const before = fold([start('r'), ...steps('r', 40)]);
  const session = compact(before, 'r', 8000);
  const compactions = session.runs[0]?.compactions ?? [];
  const event: unknown = JSON.parse(
    JSON.stringify({ type: 'context-compact', runId: 'r', ...compactions[0] }),
  );
  const again = applyEvent(before, EventBody.parse(event));
  expect(toMessages(again, 'r')).toEqual(toMessages(session, 'r'));
  expect(toNotebook(again, '0').metadata.actbook).toMatchObject({ runs: [{ compactions }] });
});

test('in a small context prompts and observations are small, and the newest stays whole', () => {
  const model = { contextTokens: 4096 };
  expect(toPromptBudget(model, DEFAULT_LIMITS)).toBe(2457);
  expect(toPromptBudget({ contextTokens: null }, DEFAULT_LIMITS)).toBe(10_000);
  const limits = fitLimits(DEFAULT_LIMITS, model);
  expect(limits.observationTokens).toBe(491);
  expect(fitLimits(DEFAULT_LIMITS, { contextTokens: 128_000 })).toBe(DEFAULT_LIMITS);

  const session = fold([start('r', 'Go', { limits }), ...steps('r', 12)]);
  const messages = toMessages(compact(session, 'r', 2457), 'r');
  expect(measureMessages(messages)).toBeLessThan(2457 * 4);
  expect(String(messages.at(-1)?.content).length).toBeGreaterThan(1500);
});

/** A long run stays within its context: compaction over HTTP, in a real kernel, for fifty steps. */
import { expect, test } from 'vitest';
import { runAnalysis } from '../../../bench/context/run-analysis.ts';
import { ANSWER } from '../../../bench/context/scripted-analysis.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

const provider = shareProvider();

/** More than the table of names takes. */
const TABLE_TOKENS = 1_000;

const overflow = {
  status: 400,
  error: { message: 'maximum context length is 6000 tokens', code: 'context_length_exceeded' },
};

test('fifty steps keep within the budget: outputs shrink, steps are summed up, the run answers', async () => {
  const { run, answer, cells, prompts, summaryRequests } = await runAnalysis({ provider });
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(answer).toBe(ANSWER);
  expect(run.steps).toHaveLength(51);
  expect(cells.filter(({ status }) => status === 'error')).toHaveLength(3);

  expect(Math.max(...prompts.map(({ tokens }) => tokens))).toBeLessThan(11_000);
  expect(prompts.at(-1)?.keptTokens).toBeGreaterThan(2 * (prompts.at(-1)?.tokens ?? Infinity));
  const summaries = run.compactions.flatMap(({ summary }) => summary ?? []);
  expect(summaries.map(({ by }) => by)).toEqual(summaryRequests.map(() => 'model'));
  expect(summaries.length).toBeGreaterThan(0);
  expect(run.compactions.length).toBeLessThan(7);

  // All but the compacting steps begin as the prompt before, up to its table of names.
  const compacted = new Set(run.compactions.map(({ step }) => step));
  for (const [index, { step, sameTokens }] of prompts.entries()) {
    const before = prompts[index - 1]?.tokens ?? 0;
    if (!compacted.has(step)) expect(sameTokens, `step ${step}`).toBeGreaterThan(before - TABLE_TOKENS);
  }
});

test('a summary that fails is put together by rules', async () => {
  const { run, answer } = await runAnalysis({
    provider,
    stepCount: 20,
    limits: { promptTokens: 3000 },
    summary: { text: 'Half', reportsEarly: true, error: { message: 'No summaries here.' } },
  });
  expect(answer).toBe(ANSWER);
  const summaries = run.compactions.flatMap(({ summary }) => summary ?? []);
  expect(summaries.every(({ by }) => by === 'rules')).toBe(true);
  expect(summaries[0]?.usage).toMatchObject({ promptTokens: 100, estimated: false });
  expect(summaries[0]?.reason).toContain('No summaries here.');
  expect(summaries[0]?.text).toMatch(/^Task: Study the three tables[\s\S]*New names: [^.]*penguins/);
});

test('a prompt the server refuses is compacted, and the run keeps to what it learned', async () => {
  const refused: number[] = [];
  const { run, answer, prompts } = await runAnalysis({
    provider,
    stepCount: 20,
    limits: { promptTokens: 100_000 },
    // As a server with a context of 6,000 tokens, of 4 characters each.
    intervene: ({ messages }, step) => {
      if (JSON.stringify(messages).length < 6000 * 4) return null;
      refused.push(step);
      return overflow;
    },
  });
  expect(answer).toBe(ANSWER);
  expect(run.outcome).toEqual({ status: 'answered' });
  expect(refused).toHaveLength(1);
  expect(prompts.length).toBe(21 + refused.length);
});

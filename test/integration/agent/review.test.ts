/** A second model call reads each answer before it is given, and can send one of a run back. */
import { expect, test } from 'vitest';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { sumRunUsage } from '../../../lib/session/view/runs/sum-usage.ts';
import { resume } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { promptText, type ScriptEntry } from '../../helpers/model/model-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { foldAll, startRun } from '../../helpers/session-events.ts';

const shared = shareKernel();

const CODE = '```python\nprint(6 * 7)\n```';
const RETURN = '**VERDICT: RETURN**\nThe output says 42, the answer 41.';
const APPROVE = 'VERDICT: APPROVE';

/** Wrong and right numbers that no output says would go back once more. */
const SCREENING = { numbers: 'off' } as const;

async function run(script: ScriptEntry[], reviews: ScriptEntry[], maxSteps = 20) {
  const [{ server, agent }, reader] = await Promise.all([shared.open(script), serveModel(reviews)]);
  const result = await agent.run('6 times 7?', {
    reviewer: reader.model,
    limits: { maxSteps },
    screening: SCREENING,
  });
  return { ...result, agent, writer: server, reader: reader.server };
}

const rolesOf = (cells: { role: string }[]) => cells.map(({ role }) => role);

test('an answer that is sent back is fixed with the reasons, and read again', async () => {
  const {
    cells,
    answer,
    run: ended,
    agent,
    writer,
    reader,
  } = await run([CODE, 'It is 41.', 'It is 42.'], [RETURN, APPROVE]);
  expect(ended.outcome).toEqual({ status: 'answered' });
  expect(rolesOf(cells)).toEqual(['code', 'thought', 'review', 'answer', 'review']);
  expect(answer).toBe('It is 42.');
  expect(cells.at(-1)?.source).toBe('*Reviewed by scripted: no objections.*');
  expect(promptText(reader)).toMatch(/sent it back: The output says 42[\s\S]*It is 42\./);
  expect(cells.find(({ role }) => role === 'thought')?.source).toBe('It is 41.');
  expect(promptText(reader, 0)).toContain('42');
  expect(promptText(reader, 0)).toContain('It is 41.');
  expect(reader.requests[0]?.tools).toBeUndefined();
  expect(promptText(writer)).toContain('sent it back: The output says 42, the answer 41.');
  expect(sumRunUsage(ended)).toMatchObject({ promptTokens: 500, completionTokens: 100 });
  const written = toNotebook(agent.session, '0').cells.map(({ source }) => source);
  expect(written).toContain('*Reviewed by scripted and sent back:*\n\nThe output says 42, the answer 41.');
});

test('the second answer is given with the objections that remain, which a later run knows', async () => {
  const script = [CODE, 'It is 41.', 'It is 41 still.', 'It is 49.'];
  const { cells, answer, agent, run: ended, writer } = await run(script, [RETURN, RETURN]);
  expect(ended.outcome).toEqual({ status: 'answered' });
  expect(answer).toBe('It is 41 still.');
  expect(rolesOf(cells)).toEqual(['code', 'thought', 'review', 'answer', 'review']);
  const objections = '*Reviewed by scripted. These objections remain:*\n\nThe output says 42, the answer 41.';
  expect(cells.at(-1)?.source).toBe(objections);
  expect(toNotebook(agent.session, '0').cells.map(({ source }) => source)).toContain(objections);
  await agent.run('And 7 times 7?', { screening: SCREENING });
  expect(promptText(writer)).toContain(
    'A reviewer objects to this answer, and the user reads both: The output',
  );
});

test('an approved answer is given', async () => {
  const { cells, answer } = await run([CODE, 'It is 42.'], [APPROVE]);
  expect(rolesOf(cells)).toEqual(['code', 'answer', 'review']);
  expect(answer).toBe('It is 42.');
  expect(cells[2]?.source).toBe('*Reviewed by scripted: no objections.*');
});

test.each([
  ['fails', { status: 400, error: { message: 'No.' } }],
  ['gives no verdict', 'Nice work!'],
  ['is cut off', { text: 'VERDICT: AP', cutAfter: 1, reportsEarly: true }],
])('a reviewer that %s keeps no answer back', async (what, review) => {
  const { cells, run: ended } = await run(['It is 42.'], [review]);
  expect(ended.outcome).toEqual({ status: 'answered' });
  expect(rolesOf(cells)).toEqual(['answer', 'review']);
  expect(cells[1]?.source).toContain('Not reviewed.');
  expect(sumRunUsage(ended).promptTokens).toBe(what === 'fails' ? 100 : 200);
});

test('the answer of the last step is not reviewed: nothing could be fixed', async () => {
  const { cells } = await run(['It is 42.'], [], 1);
  expect(rolesOf(cells)).toEqual(['answer']);
});

test('a crash at any moment of a review loses and doubles nothing', async () => {
  const whole = await run(['It is 41.', 'It is 42.'], [RETURN, APPROVE]);
  const { task, model, limits } = whole.run;
  const start = startRun('r-1', task.text, { model, reviewer: model, limits });
  const answered = whole.events.findIndex(({ type }) => type === 'step-end');
  const again = whole.events.findIndex((event) => event.type === 'step-start' && event.step === 2);
  for (let kept = answered + 1; kept <= again; kept++) {
    const left = foldAll([start, ...whole.events.slice(0, kept)]);
    const isReviewed = whole.events.slice(0, kept).some(({ type }) => type === 'review-end');
    const [writer, reader] = await Promise.all([
      serveModel(['It is 42.']),
      serveModel(isReviewed ? [APPROVE] : [RETURN, APPROVE]),
    ]);
    const models = { model: writer.model, reviewer: reader.model };
    const session = await resume(left, { ...models, kernel: shared.kernel, screening: SCREENING });
    expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
    expect(session.cells.map(({ role, source }) => [role, source])).toEqual(
      whole.agent.session.cells.map(({ role, source }) => [role, source]),
    );
  }
});

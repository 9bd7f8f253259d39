/** What the app finds in an answer of a language model goes back to it once, before the answer is given. */
import { expect, test } from 'vitest';
import { createSourceCache } from '../../../lib/quantities/source-cache.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import type { Session } from '../../../lib/session/session.ts';
import { lookUpAnswer } from '../../../lib/session/view/answers/answer-numbers.ts';
import { listAnswerSources } from '../../../lib/session/view/answers/list-answer-sources.ts';
import { sumRunUsage } from '../../../lib/session/view/runs/sum-usage.ts';
import { type AgentRunOptions, resume } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { promptText, type ScriptEntry } from '../../helpers/model/model-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { foldAll, startRun } from '../../helpers/session-events.ts';

const shared = shareKernel();
const CODE = fence('weights = [1402.5, 1518.25, 1377.75]\nprint(weights)');
const INVENTED = 'Together they weigh 4,873.6 kg.';
const RIGHT = 'Together they weigh 4,298.5 kg.';
const FOUND = 'Not in any output: “4,873.6 kg”.';

async function run(script: ScriptEntry[], options: AgentRunOptions = {}) {
  const { server, agent } = await shared.open(script);
  const result = await agent.run('How heavy are they together?', options);
  return { ...result, agent, server };
}

const rolesOf = (cells: { role: string }[]) => cells.map(({ role }) => role);

/** Numbers of the given answer that the page marks. */
function listMarked(session: Session): string[] {
  return listAnswerSources(session)
    .flatMap((sources) => lookUpAnswer(sources.answer.source, sources, createSourceCache()))
    .flatMap(({ status, text }) => (status === 'unfounded' ? [text] : []));
}

test('an answer with a number that no output says goes back, and the model computes it in a cell', async () => {
  const done = await run([CODE, INVENTED, fence('print(sum(weights))'), RIGHT]);
  const { cells, answer, agent, server, events } = done;
  expect(done.run.outcome).toEqual({ status: 'answered' });
  expect(rolesOf(cells)).toEqual(['code', 'thought', 'review', 'code', 'answer']);
  expect(answer).toBe(RIGHT);
  expect(cells[1]?.source).toBe(INVENTED);
  expect(listMarked(agent.session)).toEqual([]);
  expect(promptText(server, 2)).toContain(`is sent back once:\n- ${FOUND}`);
  expect(server.requests).toHaveLength(4);
  const types = events.flatMap(({ type }) => (/^review|^verif/.test(type) ? [type] : []));
  expect(types).toEqual(['review-start', 'review-end']);
  expect(sumRunUsage(done.run)).toMatchObject({ promptTokens: 400, completionTokens: 80 });
  const written = toNotebook(agent.session, '0').cells.map(({ source }) => source);
  expect(written.join('\n')).toContain(`*Compared with the notebook and sent back:*\n\n- ${FOUND}`);
});

test('the model takes the number out', async () => {
  const { cells, answer, server } = await run([CODE, INVENTED, 'There are three of them.']);
  expect(rolesOf(cells)).toEqual(['code', 'thought', 'review', 'answer']);
  expect(answer).toBe('There are three of them.');
  expect(server.requests).toHaveLength(3);
});

test('the second answer is given whatever it says, and what is not found in it stays marked', async () => {
  const { cells, answer, agent, server } = await run([CODE, INVENTED, INVENTED]);
  expect(rolesOf(cells)).toEqual(['code', 'thought', 'review', 'answer']);
  expect(answer).toBe(INVENTED);
  expect(listMarked(agent.session)).toEqual(['4,873.6 kg']);
  expect(server.requests).toHaveLength(3);
});

test.each([
  ['that outputs say', 'The heaviest weighs 1,518.25 kg.'],
  ['that are too common or too rough to be marked', 'There are 7, of about 1,000 kg.'],
])('an answer with numbers %s costs no further request', async (_, text) => {
  const { cells, answer, server } = await run([CODE, text]);
  expect(rolesOf(cells)).toEqual(['code', 'answer']);
  expect(answer).toBe(text);
  expect(server.requests).toHaveLength(2);
});

test('numbers are not looked for where that is turned off', async () => {
  const { cells, server } = await run([CODE, INVENTED], { screening: { numbers: 'off' } });
  expect(rolesOf(cells)).toEqual(['code', 'answer']);
  expect(server.requests).toHaveLength(2);
});

test('without a step left, the answer is given with its marks', async () => {
  const { cells, agent, server } = await run([CODE, INVENTED], { limits: { maxSteps: 2 } });
  expect(rolesOf(cells)).toEqual(['code', 'answer']);
  expect(listMarked(agent.session)).toEqual(['4,873.6 kg']);
  expect(server.requests).toHaveLength(2);
});

test.each<[string, ScriptEntry, AgentRunOptions]>([
  ['reaches a limit', fence('print(sum(weights))'), { limits: { maxSteps: 3 } }],
  ['fails', { status: 401 }, {}],
])('the first answer stands if the run %s before the second one', async (_, next, options) => {
  const { cells, answer, agent, server, run: ended } = await run([CODE, INVENTED, next], options);
  expect(ended.outcome).toEqual({ status: 'answered' });
  expect(answer).toBe(INVENTED);
  const roles = rolesOf(cells);
  expect(roles.slice(0, 3)).toEqual(['code', 'thought', 'review']);
  expect(roles.at(-1)).toBe('answer');
  expect(cells.every(({ isPartial }) => !isPartial)).toBe(true);
  expect(listMarked(agent.session)).toEqual(['4,873.6 kg']);
  expect(server.requests).toHaveLength(3);
});

test('the first answer stands if the user stops the run before the second one', async () => {
  const stop = new AbortController();
  const done = await run([CODE, INVENTED, { hangAfter: 0 }], {
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'step-start' && event.step === 3) setTimeout(() => stop.abort(), 200);
    },
  });
  expect(done.run.outcome).toEqual({ status: 'answered' });
  expect(done.answer).toBe(INVENTED);
});

test('the prompt of the next run says that the answer was given', async () => {
  const { server, agent } = await shared.open([CODE, INVENTED, fence('print(1)'), 'Three.']);
  await agent.run('How heavy are they together?', { limits: { maxSteps: 3 } });
  await agent.run('How many are there?');
  expect(promptText(server)).toContain(`[This was found in the answer before it was given:\n- ${FOUND}`);
  expect(promptText(server)).not.toContain('has not reached the user');
});

test('a reviewer reads the answer that comes after, and may send that back too', async () => {
  const reader = await serveModel(['VERDICT: RETURN\nSay the unit in words.', 'VERDICT: APPROVE']);
  const script = [CODE, INVENTED, fence('print(sum(weights))'), RIGHT, 'They weigh 4,298.5 kilograms.'];
  const { cells, answer } = await run(script, { reviewer: reader.model });
  const roles = ['code', 'thought', 'review', 'code', 'thought', 'review', 'answer', 'review'];
  expect(rolesOf(cells)).toEqual(roles);
  expect(answer).toBe('They weigh 4,298.5 kilograms.');
  expect(promptText(reader.server, 0)).toContain(RIGHT);
});

test('a crash at any moment of it loses and doubles nothing', async () => {
  const whole = await run([CODE, INVENTED, 'There are three of them.']);
  const { task, model: info, limits } = whole.run;
  const start = startRun('r-1', task.text, { model: info, limits });
  const answered = whole.events.findIndex((event) => event.type === 'step-end' && event.step === 2);
  const again = whole.events.findIndex((event) => event.type === 'step-start' && event.step === 3);
  for (let kept = answered + 1; kept <= again; kept++) {
    const left = foldAll([start, ...whole.events.slice(0, kept)]);
    const { server, model } = await serveModel(['There are three of them.']);
    const session = await resume(left, { model, kernel: shared.kernel });
    expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
    expect(session.cells.map(({ role, source }) => [role, source])).toEqual(
      whole.agent.session.cells.map(({ role, source }) => [role, source]),
    );
    expect(server.requests).toHaveLength(1);
  }
});

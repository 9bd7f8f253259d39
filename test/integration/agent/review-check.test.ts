/** A reviewer has the figures of an answer computed another way, in a cell of the run, before it gives its verdict. */
import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { linkQuantities } from '../../../lib/quantities/link-quantities.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import type { Session } from '../../../lib/session/session.ts';
import { listAnswerSources } from '../../../lib/session/view/answers/list-answer-sources.ts';
import { sumRunUsage } from '../../../lib/session/view/runs/sum-usage.ts';
import {
  type AgentRun,
  type AgentRunOptions,
  type AgentSession,
  readStdout,
  resume,
} from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { run as execute } from '../../helpers/kernel/kernel-provider.ts';
import { promptText, type ScriptEntry } from '../../helpers/model/model-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { foldAll, startRun } from '../../helpers/session-events.ts';

const shared = shareKernel();

const CODE = '```python\nparts = [20, 21]\nprint(sum(parts))\n```';
const CHECK = 'VERDICT: CHECK\n"41 kg" = checked\n```python\nchecked = parts[0] + parts[1]\n```';
/** Its code finds another value. */
const OTHER = CHECK.replace('parts[1]', 'parts[1] + 1');
const APPROVE = 'VERDICT: APPROVE';

/** Answers here say numbers that no output has. */
const SCREENING = { numbers: 'off' } as const;

async function run(script: ScriptEntry[], reviews: ScriptEntry[], options: AgentRunOptions = {}) {
  const [{ server, agent }, reader] = await Promise.all([shared.open(script), serveModel(reviews)]);
  const result = await agent.run('How heavy?', { reviewer: reader.model, screening: SCREENING, ...options });
  return { ...result, agent, writer: server, reader: reader.server };
}

const rolesOf = (cells: { role: string }[]) => cells.map(({ role }) => role);
const checksOf = ({ run: { steps } }: AgentRun) => steps.flatMap(({ check }) => check ?? []);

/** What exports say of the check at the answer. */
function readNotes({ session }: AgentSession): string[] {
  return (['notebook', 'page'] as const).flatMap((use) => {
    const sources = toNotebook(session, '0', use).cells.map(({ source }) => source);
    return sources.flatMap((source) => /\*((?:Checked|A check differs).*)\*$/.exec(source)?.[1] ?? []);
  });
}

test('a check that agrees is a cell of the run, and the reviewer gives its verdict with it', async () => {
  const done = await run([CODE, 'They weigh 41 kg.'], [CHECK, APPROVE]);
  const { cells, answer, agent, reader, events } = done;
  expect(answer).toBe('They weigh 41 kg.');
  expect(rolesOf(cells)).toEqual(['code', 'code', 'answer', 'review']);
  const cell = cells[1];
  expect(cell).toMatchObject({ status: 'ok', author: 'agent', runId: 'r-1', step: 2 });
  expect(readStdout(cell)).toBe("{'41 kg': 41.0}\n");
  const text = 'another computation finds 41 kg';
  const figures = [{ text: '41 kg', value: 41, agrees: true }];
  expect(checksOf(done)).toEqual([{ cellId: cell?.id, verdict: 'agrees', text, figures, from: 'reviewer' }]);
  expect(events.findIndex(({ type }) => type === 'answer-check')).toBeLessThan(
    events.findIndex(({ type }) => type === 'review-end'),
  );
  expect(promptText(reader)).toContain('Checked: another computation finds 41 kg. Its code');
  expect(promptText(reader)).toContain('checked = parts[0] + parts[1]');
  expect(sumRunUsage(done.run)).toMatchObject({ promptTokens: 400, completionTokens: 80 });
  expect(readNotes(agent)).toEqual([`Checked: ${text}.`, `Checked: ${text}.`]);
  const hidden = toNotebook(agent.session, '0').cells.filter(
    ({ metadata }) => metadata.jupyter !== undefined,
  );
  expect(hidden).toMatchObject([{ id: cell?.id, metadata: { jupyter: { source_hidden: true } } }]);
  const sources = listAnswerSources(agent.session).flatMap((each) => each.cells.map(({ id }) => id));
  expect(sources).toEqual([cells[0]?.id]);
});

test('of a check that differs the model gets both values, and a fixed answer is compared again', async () => {
  const done = await run([CODE, 'They weigh 41 kg.', 'They weigh 42 kg.'], [OTHER, APPROVE]);
  const { cells, agent, writer, reader, answer } = done;
  expect(rolesOf(cells)).toEqual(['code', 'code', 'thought', 'review', 'answer', 'review']);
  expect(answer).toBe('They weigh 42 kg.');
  expect(cells[3]?.source).toContain('the answer says 41 kg, the check 42.');
  expect(promptText(writer)).toContain('sent it back: A check computed figures of the answer another way');
  expect(promptText(writer)).toContain('the answer says 41 kg, the check 42.');
  expect(promptText(writer)).toContain('checked = parts[0] + parts[1] + 1');
  expect(checksOf(done)).toMatchObject([
    { verdict: 'differs', cellId: cells[1]?.id, from: 'reviewer' },
    { verdict: 'agrees', cellId: cells[1]?.id, from: 'reviewer' },
  ]);
  expect(promptText(reader)).toContain('They weigh 42 kg.');
  expect(promptText(reader)).toContain('Checked: another computation finds 42 kg. Its code');
  const note = 'Checked: another computation finds 42 kg.';
  expect(readNotes(agent)).toEqual([note, note]);
});

test('an answer may say what only a check found, without the figures of the answer in it', async () => {
  const script = [CODE, 'They weigh 41 kg.', 'They weigh 42 kg.'];
  const { cells, answer, agent } = await run(script, [OTHER, APPROVE], { screening: { numbers: 'on' } });
  expect(answer).toBe('They weigh 42 kg.');
  const [sources] = listAnswerSources(agent.session);
  const found = sources && linkQuantities(answer ?? '', sources.cells, sources.question);
  expect(found?.map(({ status }) => status)).toEqual(['unclear']);
  expect(sources?.cells[1]).toMatchObject({ id: cells[1]?.id, outputs: [{ text: '{         42.0}\n' }] });
});

test('an answer that stays is given with both values', async () => {
  const done = await run([CODE, 'They weigh 41 kg.', 'It is 41 kg, not 42 kg.'], [OTHER, APPROVE]);
  expect(done.run.outcome).toEqual({ status: 'answered' });
  expect(checksOf(done).map(({ verdict }) => verdict)).toEqual(['differs', 'differs']);
  const note = 'A check differs: the answer says 41 kg, another computation finds 42.';
  expect(readNotes(done.agent)).toEqual([note, note]);
});

test('of an answer that was never given nothing is said: the next one is checked again', async () => {
  const script = [CODE, 'They weigh 41 kg.', 'They weigh 43 kg.'];
  const again = CHECK.replace('41 kg', '43 kg');
  const right = again.replace('parts[1]', 'parts[1] + 2');
  const agreed = await run(script, [OTHER, right, APPROVE]);
  const note = 'Checked: another computation finds 43 kg.';
  expect(readNotes(agreed.agent)).toEqual([note, note]);
  expect(checksOf(agreed).map(({ verdict }) => verdict)).toEqual(['differs', 'agrees']);
  const unchecked = await run(script, [OTHER, APPROVE]);
  expect(checksOf(unchecked)).toHaveLength(1);
  expect(readNotes(unchecked.agent)).toEqual([]);
});

test('a second check that differs sends nothing back: the reviewer decides, and the answer says both values', async () => {
  const script = [CODE, 'They weigh 41 kg.', 'They weigh 43 kg.'];
  const done = await run(script, [OTHER, CHECK.replace('41 kg', '43 kg'), APPROVE]);
  expect(done.answer).toBe('They weigh 43 kg.');
  expect(rolesOf(done.cells)).toEqual(['code', 'code', 'thought', 'review', 'code', 'answer', 'review']);
  const note = 'A check differs: the answer says 43 kg, another computation finds 41.';
  expect(promptText(done.reader)).toContain(`${note} Its code`);
  expect(readNotes(done.agent)).toEqual([note, note]);
});

test.each([
  ['ends well', 'checked = add(parts)', 'agrees'],
  ['fails', 'checked = add(missing)', 'not-checked'],
])('a check that %s has names of its own, and does the same in a new kernel', async (_, last, verdict) => {
  const code = `import math as sum
offset = 0
def add(values): return fsum(values) + offset
from math import *
del copies
parts = [each for each in parts]
${last}`;
  const check = CHECK.replace('checked = parts[0] + parts[1]', code);
  const first = CODE.replace('parts =', 'copies = parts =');
  const done = await run([first, 'They weigh 41 kg.'], [check, APPROVE]);
  expect(checksOf(done)).toMatchObject([{ verdict }]);
  const left = '{"add", "offset", "fsum", "checked", "_names_before_check"} & set(globals())';
  const names = `(parts, copies is parts, sum(parts), ${left})`;
  const before = '([20, 21], True, 41, set())';
  expect(await shared.kernel.evaluate(names)).toBe(before);
  const fresh = await shared.provider.start();
  const sources = toNotebook(done.agent.session, '0').cells.flatMap((cell) =>
    cell.cell_type === 'code' ? [cell.source] : [],
  );
  for (const source of [...sources, ...sources.slice(1)]) {
    const { stdout } = await execute(fresh, source);
    expect(stdout).toBe(readStdout(done.cells.find((cell) => cell.source === source)));
    expect(await fresh.evaluate(names)).toBe(before);
  }
  await fresh.dispose();
});

test.each([
  ['fails', 'parts[2]', 'the check stopped with IndexError'],
  ['finds no number', '"much"', 'the check stopped with ValueError'],
  ['finds no finite number', 'float("nan")', 'the check ended without a number for 41 kg'],
])('a check that %s is not one, and the reviewer continues without it', async (_, code, text) => {
  const failing = CHECK.replace('parts[0] + parts[1]', code);
  const done = await run([CODE, 'They weigh 41 kg.'], [failing, APPROVE]);
  expect(done.run.outcome).toEqual({ status: 'answered' });
  expect(rolesOf(done.cells)).toEqual(['code', 'code', 'answer', 'review']);
  expect(checksOf(done)).toMatchObject([{ cellId: done.cells[1]?.id, verdict: 'not-checked', text }]);
  expect(promptText(done.reader)).toContain(`Not checked: ${text}. Its code`);
  expect(readNotes(done.agent)).toEqual([]);
});

test('words that a check prints are not its verdict', async () => {
  const words = 'print("AGREES")\nprint({"41 kg": 41.0})';
  const talking = `VERDICT: CHECK\n"41 kg" = checked\n\`\`\`python\nchecked = sum(parts) + 1\n${words}\n\`\`\``;
  const done = await run([CODE, 'They weigh 41 kg.', 'They weigh 42 kg.'], [talking, APPROVE]);
  expect(checksOf(done)[0]).toMatchObject({ verdict: 'differs' });
});

test.each([
  [
    'refused by the user',
    { decision: 'refuse', reason: 'No.' } as const,
    'not-checked',
    'the check was not run',
  ],
  ['approved', { decision: 'approve' } as const, 'agrees', 'another computation finds 41 kg'],
])('the code of a check needs approval as any code: %s', async (_, decision, verdict, text) => {
  const asked: string[] = [];
  const done = await run([CODE, 'They weigh 41 kg.'], [CHECK, APPROVE], {
    approval: 'always',
    onApproval: async ({ source }) => {
      asked.push(source);
      return asked.length === 1 ? { decision: 'approve' } : decision;
    },
  });
  expect(asked[1]).toContain('checked = parts[0] + parts[1]');
  expect(asked).toHaveLength(2);
  expect(checksOf(done)).toMatchObject([{ verdict, text, from: 'reviewer' }]);
  expect(done.answer).toBe('They weigh 41 kg.');
});

test('the code of a check has the time limit of any cell', async () => {
  const slow = CHECK.replace('checked =', 'while True: pass\nchecked =');
  const limits = { cellTimeoutMs: 1000 };
  const done = await run([CODE, 'They weigh 41 kg.'], [slow, APPROVE], { limits });
  expect(done.answer).toBe('They weigh 41 kg.');
  expect(checksOf(done)).toMatchObject([
    { verdict: 'not-checked', text: 'the check reached its time limit' },
  ]);
});

test('a run that is stopped during a check gives its answer unchecked', async () => {
  const slow = CHECK.replace('checked =', 'while True: pass\nchecked =');
  const stop = new AbortController();
  const done = await run([CODE, 'They weigh 41 kg.'], [slow], {
    signal: stop.signal,
    onEvent: (event, { cells }) => {
      if (event.type === 'cell-start' && cells.at(-1)?.source.includes('while True')) stop.abort();
    },
  });
  expect(done.run.outcome).toEqual({ status: 'answered' });
  expect(rolesOf(done.cells)).toEqual(['code', 'code', 'answer', 'review']);
  expect(done.cells[3]?.source).toBe('*Not reviewed. The run was stopped meanwhile.*');
  expect(checksOf(done)).toEqual([]);
});

test('a request that names a figure missing from the answer goes back to the reviewer, once', async () => {
  const unknown = CHECK.replace('41 kg', '41 g');
  const corrected = await run([CODE, 'They weigh 41 kg.'], [unknown, CHECK, APPROVE]);
  expect(promptText(corrected.reader)).toContain('The answer has no figure “41 g”.');
  expect(checksOf(corrected)).toMatchObject([{ verdict: 'agrees' }]);
  const again = await run([CODE, 'They weigh 41 kg.'], [unknown, unknown]);
  expect(again.run.outcome).toEqual({ status: 'answered' });
  expect(rolesOf(again.cells)).toEqual(['code', 'answer', 'review']);
  expect(again.cells[2]?.source).toContain('*Not reviewed. The answer has no figure “41 g”.');
});

test.each([
  ['two blocks', `${CHECK}\n\`\`\`python\nchecked = 41\n\`\`\``],
  ['a second check', undefined],
])('a request is handled as a reply without a verdict: %s', async (_, reply) => {
  const done = await run([CODE, 'They weigh 41 kg.'], reply === undefined ? [CHECK, CHECK] : [reply]);
  expect(done.run.outcome).toEqual({ status: 'answered' });
  expect(done.cells.at(-1)?.source).toContain('*Not reviewed. The reviewer asked for a check');
});

test('figures of JSON are checked too', async () => {
  const schema = { type: 'object', properties: { kg: { type: 'number' } }, required: ['kg'] };
  const json = CHECK.replace('41 kg', '41');
  const done = await run([CODE, '```json\n{"kg": 41}\n```'], [json, APPROVE], { schema });
  expect(done.run.outcome).toEqual({ status: 'answered', value: { kg: 41 } });
  expect(checksOf(done)).toMatchObject([{ verdict: 'agrees' }]);
});

test('a crash at any moment of a check loses and doubles nothing', async () => {
  const whole = await run([CODE, 'They weigh 41 kg.', 'They weigh 42 kg.'], [OTHER, APPROVE]);
  const { task, model, limits } = whole.run;
  const start = [startRun('r-1', task.text, { model, reviewer: model, limits })];
  const cellId = whole.cells[1]?.id;
  const isOfCheck = (event: EventBody) => 'cellId' in event && event.cellId === cellId;
  const first = whole.events.findIndex(isOfCheck);
  const last = whole.events.findIndex((event) => event.type === 'step-start' && event.step === 3);
  let taken = 0;
  for (let kept = first; kept <= last; kept++) {
    const before = whole.events.slice(0, kept);
    // A kernel that has lost a cell which was running is another matter.
    const isRunning = before.some(
      ({ type }, at) => type === 'cell-start' && isOfCheck(before[at] as EventBody),
    );
    if (isRunning && !before.some((event) => event.type === 'cell-end' && isOfCheck(event))) continue;
    taken++;
    const isAsked = before.some(isOfCheck);
    const left = foldAll([...start, ...before]);
    const [writer, reader] = await Promise.all([
      serveModel(['They weigh 42 kg.']),
      serveModel(isAsked ? [APPROVE] : [OTHER, APPROVE]),
    ]);
    const models = { model: writer.model, reviewer: reader.model };
    const session = await resume(left, { ...models, kernel: shared.kernel, screening: SCREENING });
    const sayAll = ({ cells }: Session) => cells.map(({ role, source }) => [role, source]);
    expect(sayAll(session)).toEqual(sayAll(whole.agent.session));
    expect(session.runs[0]?.steps.map(({ check }) => check?.verdict)).toEqual([
      undefined,
      'differs',
      'agrees',
    ]);
  }
  // Before its cell, while it waits, once it has ended, and with what it found.
  expect(taken).toBeGreaterThan(5);
});

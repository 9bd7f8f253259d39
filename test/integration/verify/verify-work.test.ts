/** Work that cannot be repeated from a clean start goes back to its model before the answer is given, if there is time to see. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Container } from '../../../lib/app/container.ts';
import { createContainer } from '../../../lib/app/create-container.ts';
import { readConfig } from '../../../lib/config/config.ts';
import type { Event } from '../../../lib/protocol/events/event.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import { isVerified } from '../../../lib/session/verified.ts';
import { withoutModels } from '../../helpers/app/app.ts';
import {
  type ModelServerRequest,
  promptMessages,
  promptText,
  type ScriptEntry,
} from '../../helpers/model/model-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const fence = (code: string, attribute = '') => `\`\`\`python${attribute}\n${code}\n\`\`\``;

/** Replaces the code of the cell that the model was shown first, or last. */
const replace = (which: 'first' | 'last', code: string) => (request: ModelServerRequest) => {
  const text = promptMessages(request)
    .map((message) => message.text)
    .join('\n');
  const shown = [...text.matchAll(/\(cell ((?!ID)[\w-]+)\)/g)].map(([, id]) => id);
  return fence(code, ` cell=${which === 'first' ? shown[0] : shown.at(-1)}`);
};

/** The model takes its time, so that the run takes longer than a clean run does. */
const slowly = (text: string) => () => ({ text, until: delay(15_000) });

async function open(script: ScriptEntry[], verify: 'on' | 'off' = 'on') {
  const { server, model } = await serveModel(script);
  const config = readConfig({ ...withoutModels(process.env), ACTBOOK_HOME: await createTempDir() });
  const container = await createContainer({ ...config, verify }, { models: [model] });
  onTestFinished(() => container.dispose());
  container.verifyAfterRuns();
  return { server, container };
}

async function ask({ runtime }: Container, task: string): Promise<string> {
  const sessionId = await runtime.sessions.create();
  await runtime.runs.wait(await runtime.runs.start(sessionId, { task }));
  return sessionId;
}

/** Follows the log until the folded session satisfies the condition. */
async function until({ runtime }: Container, sessionId: string, isDone: (session: Session) => boolean) {
  const done = new AbortController();
  const events: Event[] = [];
  let session = createSession(sessionId);
  for await (const more of runtime.follow(sessionId, 0, done.signal)) {
    events.push(...more);
    session = applyEvents(session, more);
    if (isDone(session)) done.abort();
  }
  return { session, events };
}

const isAnswered = ({ runs }: Session) => runs.at(-1)?.outcome?.status === 'answered';
const rolesOf = ({ cells }: Session) => cells.flatMap(({ role }) => (role === 'task' ? [] : [role]));
const typesOf = (events: readonly Event[]) =>
  events.flatMap(({ type }) => (/^(review|verification|run-end)/.test(type) ? [type] : []));

/** The second cell reads a name that no cell sets any more. */
const HIDDEN = [fence('rate = 2.5'), replace('first', 'prices = [4]'), fence('print(rate * 4)')];

test('a cell that only worked because of hidden state goes back, and is fixed before the answer', async () => {
  const fixed = replace('last', 'rate = 2.5\nprint(rate * 4)');
  const { server, container } = await open([...HIDDEN, slowly('It costs 10.'), fixed, 'It costs 10 in all.']);
  const id = await ask(container, 'What does it cost?');
  const isReproduced = ({ verified }: Session) => verified?.verification.outcome === 'reproduced';
  const { session, events } = await until(container, id, (each) => isAnswered(each) && isReproduced(each));
  expect(rolesOf(session)).toEqual(['code', 'code', 'thought', 'review', 'answer']);
  expect(session.cells.find(({ role }) => role === 'answer')?.source).toBe('It costs 10 in all.');
  const told = promptText(server, 4);
  expect(told).toMatch(
    /- From a clean start, cell \d+ \(ID \w{8}\) fails: `rate` is defined by no other cell/,
  );
  expect(server.requests).toHaveLength(6);
  expect(typesOf(events)).toEqual([
    ...['review-start', 'verification-end', 'review-end'],
    ...['run-end', 'verification-end'],
  ]);
});

test('what is verified before the answer is not verified again after it', async () => {
  const answer = slowly('Two numbers.');
  const { server, container } = await open([fence('print([1, 2])'), answer, fence('print(3)'), 'One.']);
  const id = await ask(container, 'Which numbers are there?');
  // Notebooks are verified in turn, so a second one comes after all that the first has to wait for.
  const other = await ask(container, 'And here?');
  await until(container, other, (each) => isAnswered(each) && each.verified !== null);
  const { session, events } = await until(container, id, isAnswered);
  expect(typesOf(events)).toEqual(['review-start', 'verification-end', 'review-end', 'run-end']);
  expect(rolesOf(session)).toEqual(['code', 'answer']);
  expect(session.verified?.verification.outcome).toBe('reproduced');
  expect((await container.getSession(id))?.verification).toBe('reproduced');
  expect(server.requests).toHaveLength(4);
});

test('an answer waits no longer for a clean run than its run took', async () => {
  const seen = fence('import pathlib\npathlib.Path("seen").write_text("")\nprint("seen")');
  const endless = 'import time\nif not pathlib.Path("seen").exists():\n    time.sleep(600)\nprint("done")';
  const script = [seen, replace('first', 'import pathlib'), fence(endless), 'It is done.'];
  const { server, container } = await open(script);
  const id = await ask(container, 'Is it done?');
  const { session, events } = await until(container, id, isAnswered);
  expect(rolesOf(session)).toEqual(['code', 'code', 'answer']);
  const [begun, waited, ended] = ['run-start', 'review-start', 'run-end'].map(
    (type) => events.find((event) => event.type === type)?.at ?? 0,
  );
  expect(typesOf(events)).toEqual(['review-start', 'review-end', 'run-end']);
  // The events in between take time, too.
  expect((ended ?? 0) - (waited ?? 0)).toBeLessThan((waited ?? 0) - (begun ?? 0) + 5_000);
  expect(server.requests).toHaveLength(4);
});

test('a question without an answer that ran code leaves a verified notebook verified', async () => {
  const { container } = await open([fence('print(1)'), 'One.', fence('print(2)'), 'I cannot tell.']);
  const id = await ask(container, 'Which number is there?');
  await until(container, id, (each) => isAnswered(each) && isVerified(each));
  const { runtime } = container;
  await runtime.runs.wait(await runtime.runs.start(id, { task: 'And why?', limits: { maxSteps: 1 } }));
  const { session } = await until(container, id, (each) => each.runs.length === 2 && isVerified(each));
  expect(session.runs.at(-1)?.outcome).toMatchObject({ status: 'stopped' });
  expect(session.verified?.verification.counts.same).toBe(2);
});

test('nothing is run for it where verification is turned off', async () => {
  const { container } = await open([...HIDDEN, 'It costs 10.'], 'off');
  const { session, events } = await until(container, await ask(container, 'What does it cost?'), isAnswered);
  expect(typesOf(events)).toEqual(['run-end']);
  expect(session.verified).toBeNull();
});

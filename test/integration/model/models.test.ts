/** Models of several servers through the app and the command: listed, chosen, paid for, reviewed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Event } from '../../../lib/protocol/events/event.ts';
import { type App, startApp } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { startProviderServer } from '../../helpers/model/provider-server.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const KEY = 'sk-lab-canary-42';
const PRICES = { inputPerMTok: 3, outputPerMTok: 15 };

async function setUp() {
  const lab = await startProviderServer({
    answers: { 'GET /v1/models': { data: [{ id: 'writer' }, { id: 'critic' }] } },
    usage: { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 400 } },
  });
  const home = await createTempDir();
  const models = { writer: { prices: PRICES }, critic: { prices: PRICES } };
  const file = { providers: { lab: { baseUrl: `${lab.url}/v1`, apiKeyEnv: 'LAB_KEY', models } } };
  await writeFile(join(home, 'models.json'), JSON.stringify(file));
  return { lab, home, env: { LAB_KEY: KEY } };
}

const put = (app: App, path: string, body: unknown) =>
  app.request(path, { method: 'PUT', body: JSON.stringify(body) });

test('the API lists models, keeps a choice with the session, and lets a run have another', async () => {
  const { lab, home, env } = await setUp();
  const app = await startApp({ home, env });
  const listed = await (await app.request('/api/models')).json();
  expect(listed).toMatchObject({
    models: [{ id: 'lab/writer' }, { id: 'lab/critic' }, { id: 'builtin' }],
    defaultId: 'lab/writer',
    review: null,
    providers: [
      { id: 'lab', status: 'ready', models: [{ id: 'lab/writer', prices: PRICES }, {}] },
      { id: 'builtin' },
    ],
  });
  const { id = '' } = await post(app, '/api/sessions', { model: 'lab/critic' });
  expect((await put(app, `/api/sessions/${id}/model`, { model: 'lab/none' })).status).toBe(400);
  expect((await put(app, `/api/sessions/${id}/model`, { baseUrl: 'http://169.254.169.254' })).status).toBe(
    400,
  );
  await post(app, `/api/sessions/${id}/runs`, { task: 'Hello?', review: { model: 'lab/writer' } });
  let session = await followUntil(app, id, isEnded);
  expect(session.model).toMatchObject({ id: 'lab/critic', provider: 'lab' });
  expect(session.runs[0]).toMatchObject({ model: { id: 'lab/critic' }, reviewer: { id: 'lab/writer' } });
  const oneCall = { promptTokens: 1000, completionTokens: 100, cachedTokens: 400, cost: 0.0045 };
  expect(session.runs[0]?.steps[0]).toMatchObject({ usage: oneCall, review: { result: { usage: oneCall } } });
  expect((await put(app, `/api/sessions/${id}/model`, { model: 'lab/writer' })).status).toBe(204);
  await post(app, `/api/sessions/${id}/runs`, { task: 'Again?', model: 'lab/critic' });
  session = await followUntil(app, id, ({ runs }) => runs[1]?.outcome != null);
  expect(session.model?.id).toBe('lab/writer');
  expect(session.runs[1]).toMatchObject({ model: { id: 'lab/critic' }, reviewer: null });
  expect(lab.chats.map(({ body }) => body.model)).toEqual(['critic', 'writer', 'critic']);
  const notebook = await (await app.request(`/api/sessions/${id}/export?format=ipynb`)).text();
  expect(JSON.parse(notebook).metadata.actbook).toMatchObject({
    usage: { promptTokens: 3000, completionTokens: 300, cost: expect.closeTo(0.0135) },
    runs: [{ usage: { cost: expect.closeTo(0.009) } }, { usage: { cost: expect.closeTo(0.0045) } }],
  });
  expect(notebook + JSON.stringify([session, listed])).not.toContain(KEY);
  const builtin = await app.request(`/api/sessions/${id}/runs`, {
    method: 'POST',
    body: JSON.stringify({ task: 'x', review: { model: 'builtin' } }),
  });
  expect(await builtin.json()).toMatchObject({
    error: { message: expect.stringContaining('cannot review') },
  });
});

test('the command says what a run used, reviews with --review, and prints the sum with --json', async () => {
  const { home, env } = await setUp();
  const said = await runCli(['run', 'Hello?', '--review', 'lab/critic'], {
    home,
    env: { ...env, ACTBOOK_HOME: home },
  });
  expect(said.code, said.stderr).toBe(0);
  expect(said.stderr).toContain('critic reviews the answer');
  expect(said.stderr).toContain('answered · 2.2K tokens · $0.009');
  const json = await runCli(['run', 'Hello?', '--json', '--review'], {
    home,
    env: { ...env, ACTBOOK_HOME: home },
  });
  const events: (Event & { usage?: unknown })[] = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.at(-2)).toMatchObject({
    type: 'run-end',
    usage: { promptTokens: 2000, completionTokens: 200, cachedTokens: 800, cost: expect.closeTo(0.009) },
  });
  expect(events.find(({ type }) => type === 'review-start')).toMatchObject({ model: { id: 'lab/writer' } });
  const wrong = await runCli(['run', 'Hello?', '--model', 'lab/nobody'], {
    home,
    env: { ...env, ACTBOOK_HOME: home },
  });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no model “lab/nobody”.'),
  });
});

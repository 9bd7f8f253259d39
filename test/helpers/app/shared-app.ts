/**
 * Apps that all tests of a worker share, one after another: starting one takes longer than most tests. Each test finds
 * one without notebooks and servers, and with nothing in its model's script.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { playScript, type Script, type ScriptedModel } from '../model/model-server.ts';
import { keepForWorker } from '../worker-processes.ts';
import { type App, launchApp, type OwnApp } from './app.ts';

interface Shared {
  start(): Promise<OwnApp>;
  app: Promise<OwnApp> | null;
}

const analyst: Shared = { app: null, start: () => launch({}) };
const scripted: Shared = { app: null, start: launchScripted };
/** Of the test that runs; null in between. */
let model: ScriptedModel | null = null;

/** The app as it is without a model server: the built-in analyst answers. */
export const openApp = (): Promise<App> => open(analyst);

/** The app with a model that answers by this script. */
export async function openScriptedApp(script: Script): Promise<App> {
  const playing = playScript(script);
  onTestFinished(() => {
    model = null;
    playing.end();
  });
  model = playing;
  return open(scripted);
}

async function open(shared: Shared): Promise<App> {
  shared.app ??= shared.start();
  const app = await shared.app;
  onTestFinished(() => clear(app));
  return app;
}

function launch(env: Record<string, string>): Promise<OwnApp> {
  const home = mkdtempSync(join(tmpdir(), 'actbook-test-'));
  const { child, ready } = launchApp({ home, env });
  keepForWorker(child, () => {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 9 });
  });
  return ready;
}

async function launchScripted(): Promise<OwnApp> {
  const server = createServer(async (request, response) => {
    if (model) return model.answer(request, response);
    response.writeHead(500).end();
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return launch({ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'sk-canary', ACTBOOK_MODEL: 'scripted' });
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

const Named = z.array(z.object({ id: z.string() }));
const Sessions = z.object({ sessions: Named });
const Servers = z.object({ servers: Named });

/**
 * Ends what is running, takes all notebooks out of sight, for good (the app deletes them in its own time), and removes what
 * the user connected.
 */
async function clear(app: App): Promise<void> {
  const { sessions } = Sessions.parse(await (await app.request('/api/sessions')).json());
  for (const { id } of sessions) await remove(app, `/api/sessions/${id}`);
  const database = new DatabaseSync(join(app.home, 'actbook.db'), { timeout: 10_000 });
  database.exec('update sessions set deleted_at = 1 where deleted_at > 1');
  database.close();
  if (!existsSync(join(app.home, 'model-servers.json'))) return;
  const { servers } = Servers.parse(await (await app.request('/api/model-servers')).json());
  for (const { id } of servers) await remove(app, `/api/model-servers/${id}`);
}

async function remove(app: App, path: string): Promise<void> {
  const { ok, status } = await app.request(path, { method: 'DELETE' });
  if (!ok) throw new Error(`${path} could not be deleted: ${status}.`);
}

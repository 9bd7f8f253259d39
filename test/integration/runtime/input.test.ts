/** Code that asks, answered over the API and on the command line. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../../lib/session/session.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { runOnTerminal } from '../../helpers/bin/terminal.ts';
import { type ScriptEntry, startModelServer } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const SECRET = 's3cret-canary';

/** Answers, as the model does, with what of `wanted` it was told. */
const tell =
  (...wanted: string[]) =>
  ({ messages }: { messages: unknown[] }) => {
    const prompt = JSON.stringify(messages);
    return `Told: ${wanted.filter((text) => prompt.includes(text)).join('|')}`;
  };

const findRequest = (session: Session) => session.cells.flatMap((cell) => cell.pendingInputs)[0];

async function reply(app: App, sessionId: string, requestId: string | undefined, value: string) {
  const body = JSON.stringify({ requestId, value });
  return app.request(`/api/sessions/${sessionId}/input`, { method: 'POST', body });
}

/** Names of the files below a folder that contain the text. */
async function findFilesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  return paths.filter((_, index) => contents[index]?.includes(text));
}

test('questions are answered once each; a password is in no file, event, export or prompt', async () => {
  const code = `from getpass import getpass
name = input("Name? ")
key = getpass("Key: ")
print(name, len(key))`;
  const app = await startScriptedApp([fence(code), tell('Name? Ada', 'Key: ········', 'Ada 13', SECRET)]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Ask me.' });

  const first = await followUntil(app, id, (session) => findRequest(session) !== undefined);
  expect(findRequest(first)).toMatchObject({ prompt: 'Name? ', password: false });
  expect((await reply(app, id, 'none', 'x')).status).toBe(409);
  expect((await reply(app, 's-none', 'none', 'x')).status).toBe(404);
  expect((await reply(app, id, undefined, 'x')).status).toBe(400);
  const answers = await Promise.all(
    ['Ada', 'Ada'].map((name) => reply(app, id, findRequest(first)?.requestId, name)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({
    error: { message: expect.stringContaining('already answered') },
  });

  const second = await followUntil(app, id, (session) => findRequest(session)?.password === true, first);
  expect((await reply(app, id, findRequest(second)?.requestId, SECRET)).status).toBe(204);
  const done = await followUntil(app, id, isEnded);
  expect(done.cells[1]?.outputs).toEqual([
    { output_type: 'stream', name: 'stdout', text: 'Name? Ada\nKey: ········\nAda 13\n' },
  ]);
  expect(done.cells.at(-1)?.source).toBe('Told: Name? Ada|Key: ········|Ada 13');

  const notebook = await (await app.request(`/api/sessions/${id}/export?format=ipynb`)).text();
  expect(notebook).toContain('Name? Ada');
  expect([notebook.includes(SECRET), JSON.stringify(done).includes(SECRET)]).toEqual([false, false]);
  expect(await findFilesWith(app.home, SECRET)).toEqual([]);
  await app.kill('SIGTERM');
  expect(await findFilesWith(app.home, SECRET)).toEqual([]);
  expect(await findFilesWith(app.home, 'Name? ')).not.toEqual([]);
});

test('whoever follows the session is waited for, until the last of them has left', async () => {
  const app = await openScriptedApp([fence('input("Name? ")'), 'Done.']);
  const { id = '' } = await post(app, '/api/sessions');
  const other = new AbortController();
  const stream = await app.request(`/api/sessions/${id}/events`, { signal: other.signal });
  await post(app, `/api/sessions/${id}/runs`, { task: 'Ask me.', limits: { inputWaitMs: 0 } });
  await followUntil(app, id, (session) => findRequest(session) !== undefined);
  const path = `/api/sessions/${id}`;
  expect((await (await app.request(path)).json()).runStatus).toBe('running');
  other.abort();
  await stream.body?.cancel().catch(() => {});
  await expect.poll(async () => (await (await app.request(path)).json()).runStatus).toBe('answered');
});

test('Stop ends a run that waits for an answer', async () => {
  const app = await openScriptedApp([fence('input("Name? ")')]);
  const { id = '' } = await post(app, '/api/sessions');
  const { runId } = await post(app, `/api/sessions/${id}/runs`, { task: 'Ask me.' });
  const asked = await followUntil(app, id, (session) => findRequest(session) !== undefined);
  await post(app, `/api/sessions/${id}/runs/${runId}/cancel`);
  const stopped = await followUntil(app, id, isEnded, asked);
  expect(stopped.runs[0]?.outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
  expect(stopped.cells[1]).toMatchObject({ status: 'interrupted', pendingInputs: [] });
  expect((await reply(app, id, findRequest(asked)?.requestId, 'late')).status).toBe(409);
});

describe('actbook run', () => {
  async function setUp(script: ScriptEntry[]) {
    const server = await startModelServer(script);
    onTestFinished(() => server.close());
    return {
      home: await createTempDir(),
      env: { OPENAI_BASE_URL: server.baseUrl, ACTBOOK_MODEL: 'scripted' },
    };
  }

  const ASK = fence('from getpass import getpass\nprint(input("Name? ") + str(len(getpass("Key: "))))');

  test('without a terminal tells the code at once that nobody is there', async () => {
    const options = await setUp([ASK, tell('EOFError', 'Nobody was there')]);
    const { code, stdout, stderr } = await runCli(['run', 'Ask me.'], options);
    expect([code, stdout], stderr).toEqual([0, 'Told: EOFError|Nobody was there\n']);
    expect(stderr).toContain('Nobody was there');
  });

  test.each([[[]], [['--json']]])('on a terminal asks there, and shows no password: %j', async (flags) => {
    const options = await setUp([ASK, tell('Name? Ada', 'Ada13')]);
    const { code, screen } = await runOnTerminal(['run', 'Ask me.', ...flags], {
      ...options,
      script: [
        { after: 'The code asks for input:\r\nName? ', keys: 'Ada\r' },
        { after: 'The code asks for input:\r\nKey: ', keys: `${SECRET}\r` },
      ],
    });
    expect(code, screen).toBe(0);
    expect(screen).toContain('Told: Name? Ada|Ada13');
    expect(screen).not.toContain(SECRET);
    expect(await findFilesWith(options.home, SECRET)).toEqual([]);
  });

  test('takes Ctrl-D for no answer, and Ctrl-C as the wish to stop', async () => {
    const options = await setUp([fence('input("First? ")'), fence('input("Second? ")')]);
    const { code, screen } = await runOnTerminal(['run', 'Ask me.'], {
      ...options,
      script: [
        { after: 'asks for input:\r\nFirst? ', keys: '\x04' },
        { after: 'EOFError', keys: '' },
        { after: 'asks for input:\r\nSecond? ', keys: '\x03' },
      ],
    });
    expect(code, screen).toBe(130);
    expect(screen).toContain('Interrupted.');
  });
});

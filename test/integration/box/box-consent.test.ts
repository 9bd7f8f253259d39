/** Where no box can be made: nothing runs unless somebody agrees, in words or by a setting. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type App, ROOT_DIR, startApp, withoutModels } from '../../helpers/app/app.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { withoutBwrap } from '../../helpers/box/without-bwrap.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const RUN = ['run', 'How many rows are there?', '--data', 'cars.csv', '--out', 'out.ipynb'];

interface Ended {
  code: unknown;
  output: string;
  notebook: string | null;
}

interface RunOptions {
  home: string;
  sandbox?: 'on' | 'off';
  /** Gives the command a terminal, on which its question is answered so. */
  answer?: string;
}

/** Runs the command where the bwrap program is an empty file, which nobody can execute. */
async function runWithoutBwrap({ home, sandbox = 'on', answer }: RunOptions): Promise<Ended> {
  await copyFile(join(ROOT_DIR, 'test/fixtures/cars.csv'), join(home, 'cars.csv'));
  const isolated = withoutBwrap([process.execPath, join(ROOT_DIR, 'bin/cli.ts'), ...RUN]);
  const onTerminal = [
    'script',
    '--quiet',
    '--return',
    '--command',
    isolated.map((each) => `"${each.replace(/["$]/g, '\\$&')}"`).join(' '),
    '/dev/null',
  ];
  const [program = '', ...args] = answer === undefined ? isolated : onTerminal;
  const child = spawn(program, args, {
    cwd: home,
    env: { ...withoutModels(process.env), ACTBOOK_HOME: home, ACTBOOK_SANDBOX: sandbox },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (answer === undefined || child.stdin.writableEnded || !output.includes('[y/N]')) return;
      child.stdin.end(`${answer}\n`);
    });
  }
  if (answer === undefined) child.stdin.end();
  const [code] = await once(child, 'close');
  const notebook = await readFile(join(home, 'out.ipynb'), 'utf8').catch(() => null);
  return { code, output, notebook };
}

const isolationIn = (notebook: string | null) => JSON.parse(notebook ?? '{}').metadata?.actbook.isolation;

it('unattended, it refuses with the remedy and an exit code of its own', async () => {
  const home = await createTempDir();
  const { code, output, notebook } = await runWithoutBwrap({ home });
  expect(code, output).toBe(4);
  expect(output).toMatch(/cannot be isolated.*ACTBOOK_SANDBOX=off/s);
  expect(notebook).toBeNull();
});

it('told to, it runs without a box, and the notebook says so', async () => {
  const home = await createTempDir();
  const { code, output, notebook } = await runWithoutBwrap({ home, sandbox: 'off' });
  expect(code, output).toBe(0);
  expect(isolationIn(notebook)).toBe('none');
});

it('on a terminal, it asks in words; no means no', async () => {
  const home = await createTempDir();
  const { code, output } = await runWithoutBwrap({ home, answer: 'n' });
  expect(output).toContain('can use your files and your network');
  expect(code, output).toBe(4);
});

it('on a terminal, it asks once; yes is remembered', async () => {
  const home = await createTempDir();
  const agreed = await runWithoutBwrap({ home, answer: 'y' });
  expect(agreed.code, agreed.output).toBe(0);
  const later = await runWithoutBwrap({ home });
  expect(later.code, later.output).toBe(0);
  expect(later.output).toContain('You allowed code to run without isolation');
  expect(isolationIn(later.notebook)).toBe('none');
});

describe('the app where no box can be made', () => {
  it('starts, runs no code until a person agrees, and none again when that is taken back', async () => {
    const home = await createTempDir();
    const app = await startApp({ home, wrap: withoutBwrap });
    const status = await readJson(app.request('/api/sandbox'));
    expect(status).toMatchObject({ isolation: null, isAgreed: false });
    expect(status.failure).toMatchObject({ reason: expect.stringMatching(/bwrap|bubblewrap/) });

    const refused = await ask(app);
    expect(refused).toMatchObject({ status: 'failed', code: 'sandbox-unavailable' });

    expect(await consent(app, true)).toMatchObject({ isolation: 'none', isAgreed: true });
    expect(await ask(app)).toMatchObject({ status: 'answered' });
    // The same consent as the terminal's.
    const later = await runWithoutBwrap({ home });
    expect(later.code, later.output).toBe(0);

    expect(await consent(app, false)).toMatchObject({ isolation: null, isAgreed: false });
    expect(await ask(app)).toMatchObject({ status: 'failed', code: 'sandbox-unavailable' });
    expect((await runWithoutBwrap({ home })).code).toBe(4);
  });

  it('a box that works leaves nothing to agree to', async () => {
    const app = await startApp({ env: { ACTBOOK_SANDBOX: 'on' } });
    expect(await readJson(app.request('/api/sandbox'))).toMatchObject({ isolation: 'box', failure: null });
    const answer = await app.request('/api/sandbox', { method: 'PUT', body: '{"isAgreed":true}' });
    expect(answer.status).toBe(409);
  });
});

async function readJson(answering: Promise<Response>) {
  const answer = await answering;
  expect(answer.status).toBeLessThan(300);
  return answer.json();
}

const consent = (app: App, isAgreed: boolean) =>
  readJson(app.request('/api/sandbox', { method: 'PUT', body: JSON.stringify({ isAgreed }) }));

/** The outcome of a question in a session of its own. */
async function ask(app: App): Promise<unknown> {
  const { id = '' } = await post(app, '/api/sessions', { example: 'penguins' });
  await post(app, `/api/sessions/${id}/runs`, { task: 'How many rows are there?', files: ['penguins.csv'] });
  const session = await followUntil(app, id, ({ runs }) => runs.at(-1)?.outcome != null);
  return session.runs.at(-1)?.outcome;
}

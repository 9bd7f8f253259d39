/** Where no box can be made: nothing runs unless somebody agrees, in words or by a setting. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT_DIR, withoutModels } from '../helpers/app.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

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
  const quote = (text: string) => `'${text}'`;
  const command = [process.execPath, join(ROOT_DIR, 'bin/cli.ts'), ...RUN].map(quote).join(' ');
  const inPlace = `mount --bind /dev/null "$(command -v bwrap)" && exec ${command}`;
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const isolated = ['unshare', ...asRoot, '--mount', 'sh', '-c', inPlace];
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
      if (answer !== undefined && output.includes('[y/N]')) child.stdin.end(`${answer}\n`);
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
  expect(output).toContain('with your files and your network');
  expect(code, output).toBe(4);
});

it('on a terminal, it asks once; yes is remembered', async () => {
  const home = await createTempDir();
  const agreed = await runWithoutBwrap({ home, answer: 'y' });
  expect(agreed.code, agreed.output).toBe(0);
  const later = await runWithoutBwrap({ home });
  expect(later.code, later.output).toBe(0);
  expect(later.output).toContain('as agreed');
  expect(isolationIn(later.notebook)).toBe('none');
});

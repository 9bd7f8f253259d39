import { spawnSync } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPython } from '../../../../bin/setup/find-python.mjs';
import { describeEnvironment } from '../../../../bin/setup/python-environment.mjs';
import { pythonToolPhases } from '../../../../bin/setup/python-tools.mjs';
import { hashFile, readStamp, removeStamp, writeStamp } from '../../../../bin/setup/stamp.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

interface Interpreter {
  version: [number, number, number];
  hasVenv: boolean;
}

/** A folder with interpreters that answer the probe as told; the shell is all they need. */
async function createPath(
  interpreters: Record<string, Interpreter | 'broken'>,
): Promise<NodeJS.Dict<string>> {
  const dir = await createTempDir();
  for (const [name, interpreter] of Object.entries(interpreters)) {
    const answer =
      interpreter === 'broken'
        ? 'exit 127'
        : `echo '${JSON.stringify({ ...interpreter, base: join(dir, name) })}'`;
    await writeFile(join(dir, name), `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
  }
  return { PATH: dir };
}

const GOOD: Interpreter = { version: [3, 12, 1], hasVenv: true };
const OLD: Interpreter = { version: [3, 9, 18], hasVenv: true };
const BARE: Interpreter = { version: [3, 11, 2], hasVenv: false };

describe('the search for Python', () => {
  it('takes python3 when it is new enough', async () => {
    const env = await createPath({ python3: GOOD, 'python3.13': { ...GOOD, version: [3, 13, 0] } });
    expect(findPython(env)).toMatchObject({ command: ['python3'], version: '3.12.1' });
  });

  it.each([
    ['old', OLD],
    ['without venv', BARE],
    ['broken', 'broken' as const],
  ])('skips one that is %s', async (_name, first) => {
    const env = await createPath({ python3: first, 'python3.10': { ...GOOD, version: [3, 10, 4] } });
    expect(findPython(env)).toMatchObject({ command: ['python3.10'], version: '3.10.4' });
  });

  it('looks only at the one it is pointed to', async () => {
    const env = await createPath({ python3: GOOD, mine: OLD });
    expect(() => findPython({ ...env, ACTBOOK_PYTHON_BASE: 'mine' })).toThrow(/mine is 3\.9\.18/);
    expect(() => findPython({ ...env, ACTBOOK_PYTHON_BASE: '/nowhere' })).toThrow(
      /ACTBOOK_PYTHON_BASE is set to \/nowhere, which is not a working Python/,
    );
  });

  it('says what is missing', async () => {
    expect(() => findPython({ PATH: '/nowhere' })).toThrow(/Python is missing\. Install version 3\.10/);
  });

  it('says what is too old', async () => {
    const env = await createPath({ python3: OLD });
    expect(() => findPython(env)).toThrow(/3\.10 or newer is needed, but python3 is 3\.9\.18/);
  });

  it('names the Debian package, rather than an older Python', async () => {
    const env = await createPath({ python3: BARE, python: OLD });
    expect(() => findPython(env)).toThrow(/sudo apt install python3\.11-venv/);
  });

  it('agrees with a real interpreter about its version', () => {
    const { command, version } = findPython(process.env);
    const [program = '', ...args] = command;
    expect(spawnSync(program, [...args, '--version'], { encoding: 'utf8' }).stdout.trim()).toBe(
      `Python ${version}`,
    );
  });
});

describe('the Python environment', () => {
  async function createReadyEnvironment() {
    const rootDir = await createTempDir();
    const folder = join(rootDir, '.venv');
    const python =
      process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
    const requirements = join(rootDir, 'kernels', 'requirements.txt');
    for (const path of [python, requirements]) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
    }
    const base = join(rootDir, 'python-base');
    await writeFile(base, 'x', { mode: 0o755 });
    const { size, mtimeMs } = await stat(base);
    const stamp = {
      folder,
      base: { path: base, size, mtimeMs },
      pythonBase: null,
      requirements: hashFile(requirements),
    };
    writeStamp(folder, stamp);
    return { rootDir, folder, base, requirements };
  }

  it('is ready when nothing has changed', async () => {
    const { rootDir } = await createReadyEnvironment();
    expect(describeEnvironment(rootDir, {})).toMatchObject({ state: 'ready', canKeep: true });
  });

  it('is created again when its making was interrupted', async () => {
    const { rootDir, folder } = await createReadyEnvironment();
    removeStamp(folder);
    expect(readStamp(folder)).toBeNull();
    expect(describeEnvironment(rootDir, {})).toMatchObject({ state: 'missing', canKeep: false });
  });

  it('is completed when the requirements changed', async () => {
    const { rootDir, requirements } = await createReadyEnvironment();
    await writeFile(requirements, 'y');
    expect(describeEnvironment(rootDir, {})).toMatchObject({ state: 'stale', canKeep: true });
  });

  it('is created again when the interpreter below it changed', async () => {
    const { rootDir, base } = await createReadyEnvironment();
    await writeFile(base, 'another one');
    expect(describeEnvironment(rootDir, {})).toMatchObject({ state: 'stale', canKeep: false });
  });

  it('is created again when another interpreter is asked for', async () => {
    const { rootDir } = await createReadyEnvironment();
    const env = { ACTBOOK_PYTHON_BASE: '/srv/python' };
    expect(describeEnvironment(rootDir, env)).toMatchObject({ state: 'stale', canKeep: false });
  });

  it('is enough for the tools when it is complete, if only for earlier requirements, or somewhere else', async () => {
    const [{ isDone } = expect.fail('no phase')] = pythonToolPhases;
    const { rootDir, folder, requirements } = await createReadyEnvironment();
    await writeFile(requirements, 'y');
    expect(isDone({ rootDir, env: {} })).toBe(true);
    removeStamp(folder);
    expect(isDone({ rootDir, env: {} })).toBe(false);
    expect(isDone({ rootDir, env: { ACTBOOK_PYTHON: 'python3' } })).toBe(true);
  });

  it('is another one in a package with other requirements, so that no version changes the kernels of another', async () => {
    const { rootDir, requirements } = await createReadyEnvironment();
    await mkdir(join(rootDir, 'bin'));
    await writeFile(join(rootDir, 'bin', 'cli.js'), '');
    const env = { XDG_CACHE_HOME: rootDir, LOCALAPPDATA: rootDir };
    const { python } = describeEnvironment(rootDir, env);
    await writeFile(requirements, 'y');
    expect(describeEnvironment(rootDir, env).python).not.toBe(python);
    await writeFile(requirements, 'x');
    expect(describeEnvironment(rootDir, env).python).toBe(python);
  });

  it('is none of ours when a ready one is given', async () => {
    const env = { ACTBOOK_PYTHON: '/srv/python' };
    expect(describeEnvironment(await createTempDir(), env)).toMatchObject({
      state: 'ready',
      python: '/srv/python',
    });
  });
});

/** What is measured: servers that show the same notebook files, each as its users start it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { NotebookPage } from './measure-page.ts';

export interface Subject {
  name: string;
  /** The long notebook, and the one whose last but one cell prints. */
  long: NotebookPage;
  stream: NotebookPage;
  stop(): Promise<void>;
}

interface SubjectOptions {
  rootDir: string;
  /** Folder of its own, removed afterwards. */
  dir: string;
  /** The notebook files' contents. */
  long: string;
  stream: string;
}

/** The built app; the notebooks are imported as the user does it. */
export async function startActbook({ rootDir, dir, long, stream }: SubjectOptions): Promise<Subject> {
  const child = spawn(process.execPath, [join(rootDir, 'bin/cli.ts'), 'serve', '--port', '0'], {
    env: {
      ...process.env,
      ACTBOOK_HOME: join(dir, 'home'),
      ACTBOOK_DISCOVER: 'off',
      ACTBOOK_KERNEL_GRACE_S: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const login = await readLine(child.stdout, /http\S+token=\S+/);
  const { origin, searchParams } = new URL(login);
  const importNotebook = async (notebook: string): Promise<NotebookPage> => {
    const response = await fetch(`${origin}/api/sessions/import?name=made.ipynb`, {
      method: 'POST',
      headers: { authorization: `Bearer ${searchParams.get('token')}` },
      body: notebook,
    });
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('id' in body))
      throw new Error(`The notebook was not imported: ${JSON.stringify(body)}`);
    return {
      url: `${origin}/sessions/${body.id}`,
      login,
      scroller: 'html',
      drawnCell: '[data-drawn]',
      openEditor: async (page) => {
        await page.getByRole('button', { name: 'Add a cell' }).click();
        await page.waitForFunction(() => document.activeElement?.closest('[data-editor="ready"]') != null);
      },
    };
  };
  return {
    name: 'Actbook',
    long: await importNotebook(long),
    stream: await importNotebook(stream),
    stop: () => end(child),
  };
}

/** With the defaults it comes with. */
export async function startJupyterLab(
  { rootDir, dir, long, stream }: SubjectOptions,
  python: string,
): Promise<Subject> {
  const folder = join(dir, 'notebooks');
  await mkdir(folder);
  await writeFile(join(folder, 'long.ipynb'), long);
  await writeFile(join(folder, 'stream.ipynb'), stream);
  const flags = ['--port=0', '--allow-root', '--no-browser', `--ServerApp.root_dir=${folder}`];
  const child = spawn(installPeer(rootDir, python), ['-m', 'jupyterlab', ...flags], {
    env: {
      ...process.env,
      JUPYTER_RUNTIME_DIR: join(dir, 'run'),
      JUPYTER_CONFIG_DIR: join(dir, 'config'),
      IPYTHONDIR: join(dir, 'ipython'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { origin, search } = new URL(await readLine(child.stderr, /http:\/\/127\.0\.0\.1:\d+\/\S*token=\w+/));
  const open = (file: string): NotebookPage => ({
    url: `${origin}/lab/tree/${file}?reset`,
    login: `${origin}/lab${search}`,
    scroller: '.jp-Notebook .jp-WindowedPanel-outer',
    drawnCell: '.jp-Notebook .jp-Cell:not(.jp-mod-placeholder)',
    openEditor: async (page) => {
      await page.locator('.jp-Notebook .jp-CodeCell .cm-content').last().click();
    },
  });
  return {
    name: 'JupyterLab',
    long: open('long.ipynb'),
    stream: open('stream.ipynb'),
    stop: () => end(child),
  };
}

/** Its own environment, apart from that of the kernels. Returns its interpreter. */
function installPeer(rootDir: string, python: string): string {
  const folder = join(rootDir, '.setup/bench-notebook');
  const interpreter = join(folder, 'bin/python');
  const requirements = join(import.meta.dirname, 'requirements.txt');
  if (!existsSync(interpreter)) execFileSync(python, ['-m', 'venv', folder]);
  execFileSync(interpreter, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return interpreter;
}

/** The part of the first line that matches; what follows is let go. */
async function readLine(stream: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const found = pattern.exec(line)?.[0];
    if (found === undefined) continue;
    stream.resume();
    return found;
  }
  throw new Error('The server ended without an address.');
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

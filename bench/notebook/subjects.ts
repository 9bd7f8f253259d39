/** What is measured: servers that show the same notebook files, each as its users start it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { launchApp } from '../../test/helpers/app/app.ts';
import { openPeerPython } from '../peer-python.ts';
import type { NotebookPage } from './measure-page.ts';

export interface Subject {
  name: string;
  /** The long notebook, and the one whose last but one cell prints. */
  long: NotebookPage;
  stream: NotebookPage;
  stop(): Promise<void>;
}

interface SubjectOptions {
  /** Folder of its own, removed afterwards. */
  dir: string;
  /** The notebook files' contents. */
  long: string;
  stream: string;
}

/** The built app; the notebooks are imported as the user does it. */
export async function startActbook({ dir, long, stream }: SubjectOptions): Promise<Subject> {
  const { ready, kill } = launchApp({ home: join(dir, 'home') });
  const { url, loginUrl, request } = await ready;
  const importNotebook = async (notebook: string): Promise<NotebookPage> => {
    const response = await request('/api/sessions/import?name=made.ipynb', {
      method: 'POST',
      body: notebook,
    });
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('id' in body))
      throw new Error(`The notebook was not imported: ${JSON.stringify(body)}`);
    return {
      url: `${url}/sessions/${body.id}`,
      login: loginUrl,
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
    stop: () => kill('SIGTERM'),
  };
}

/** With the defaults it comes with. */
export async function startJupyterLab({ dir, long, stream }: SubjectOptions): Promise<Subject> {
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const { interpreter } = openPeerPython('bench-notebook', requirements);
  const folder = join(dir, 'notebooks');
  await mkdir(folder);
  await writeFile(join(folder, 'long.ipynb'), long);
  await writeFile(join(folder, 'stream.ipynb'), stream);
  const flags = ['--port=0', '--allow-root', '--no-browser', `--ServerApp.root_dir=${folder}`];
  const child = spawn(interpreter, ['-m', 'jupyterlab', ...flags], {
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
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
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

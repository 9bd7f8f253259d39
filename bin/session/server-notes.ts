/** Where the app runs on a data folder: it leaves a note there, and commands that print its links read it. */
import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isProcessAlive } from '../../lib/util/is-process-alive.ts';

/** How long the app may take for an answer, milliseconds; the page of a large notebook is made for the first one. */
const ANSWER_MS = 3_000;

const Note = z.object({ pid: z.int(), url: z.url() });

/** Resolves to what removes the note. Without space for one, commands assume the configured port. */
export async function noteServer(homeDir: string, url: string): Promise<() => void> {
  const folder = join(homeDir, 'servers');
  const path = join(folder, `${process.pid}.json`);
  const note: z.infer<typeof Note> = { pid: process.pid, url };
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, JSON.stringify(note));
    // Those of apps that crashed.
    for (const name of await readdir(folder)) {
      const pid = Number.parseInt(name, 10);
      if (pid && !isProcessAlive(pid)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // See above.
  }
  return () => rmSync(path, { force: true });
}

/** The address of an app that runs on this data folder and opens `path`, a read-only link; null when none is found. */
export async function findServer(homeDir: string, path: string): Promise<string | null> {
  const folder = join(homeDir, 'servers');
  for (const name of await readdir(folder).catch(() => [])) {
    const note = await readNote(join(folder, name));
    if (note && isProcessAlive(note.pid) && (await opens(note.url + path))) return note.url;
  }
  return null;
}

async function readNote(path: string): Promise<z.infer<typeof Note> | null> {
  try {
    return Note.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** The note of an app that crashed may have the number of another process by now, and its port another program. */
async function opens(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
    // A page that is too large, or has to wait for others, is one of this app.
    return status === 200 || status === 413 || status === 503;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError';
  }
}

/** Where the app runs on a data folder: it leaves a note there, and commands that need it read it. */
import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isProcessAlive } from '../../lib/util/is-process-alive.ts';

/** How long the app may take for an answer, milliseconds. */
const ANSWER_MS = 3_000;

/** `token` is that of the login link, which ends with its process. */
const Note = z.object({ pid: z.int(), url: z.url(), token: z.string() });

export type RunningServer = z.infer<typeof Note>;

/** Resolves to what removes the note. Without space for one, commands do not find the app. */
export async function noteServer(
  homeDir: string,
  { url, token }: Pick<RunningServer, 'url' | 'token'>,
): Promise<() => void> {
  const folder = join(homeDir, 'servers');
  const path = join(folder, `${process.pid}.json`);
  const note: RunningServer = { pid: process.pid, url, token };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // A file of this name is from a process that crashed, and others may be able to read it.
    rmSync(path, { force: true });
    await writeFile(path, JSON.stringify(note), { mode: 0o600 });
    // Removes the notes of apps that crashed.
    for (const name of await readdir(folder)) {
      const pid = Number.parseInt(name, 10);
      if (pid && !isProcessAlive(pid)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // See above.
  }
  return () => rmSync(path, { force: true });
}

/** An app that runs on this data folder; null when none is found. */
export async function findServer(homeDir: string): Promise<RunningServer | null> {
  const folder = join(homeDir, 'servers');
  for (const name of await readdir(folder).catch(() => [])) {
    const note = await readNote(join(folder, name));
    if (note && isProcessAlive(note.pid) && (await knows(note))) return note;
  }
  return null;
}

async function readNote(path: string): Promise<RunningServer | null> {
  try {
    return Note.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** The note of an app that crashed may have the number of another process by now, and its port another program. */
async function knows({ url, token }: RunningServer): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const asked = fetch(`${url}/api/health`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Writes a notebook file as a whole or not at all. */
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { NotebookFile } from '../notebook/notebook-file.ts';
import { replaceLoneSurrogates } from '../util/exact-json.ts';
import type { NotebookStyle } from './read-notebook.ts';

/** Replaces the file in one step; a reader or a power cut finds the old one or the new one. Links are followed. */
export async function writeNotebook(
  path: string,
  notebook: NotebookFile,
  { indent, finalNewline }: NotebookStyle,
): Promise<void> {
  const json = JSON.stringify(notebook, replaceLoneSurrogates, indent);
  const target = await realpath(path).catch(() => path);
  const mode = (await stat(target).catch(() => null))?.mode ?? 0o666;
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const file = await open(draft, 'w', mode);
    try {
      await file.writeFile(finalNewline ? `${json}\n` : json);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

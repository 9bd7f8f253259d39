/** Composition of an import: the file read and upgraded, its session made, the file itself put into the workspace. */

import { createNotebookBound } from '../files/create-notebook-bound.ts';
import { naming, parseNotebook, type ReadNotebookOptions } from '../files/read-notebook.ts';
import { upgradeNotebook } from '../files/upgrade-notebook.ts';
import { toFileName } from '../protocol/files/file-name.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { AppError } from '../util/app-error.ts';
import type { Turns } from '../util/turns.ts';
import type { NotebookUpload } from './container.ts';

/** Largest notebook file, bytes: it is read as a whole. */
const MAX_NOTEBOOK_BYTES = 100 * 1024 ** 2;

interface ImportFileOptions extends ReadNotebookOptions {
  runtime: Runtime;
  /** Conversions of older notebooks take much memory: there is one at a time. */
  turns: Turns;
}

/** Throws AppError `bad-request`, naming the file and what is wrong with it, and `too-large`. */
export async function importNotebookFile(
  upload: NotebookUpload,
  { runtime, turns, ...options }: ImportFileOptions,
): Promise<{ id: string }> {
  const name = toFileName(/\.ipynb$/i.test(upload.name) ? upload.name : `${upload.name}.ipynb`);
  const bytes = await naming(name, () => readAll(upload.source, name));
  const id = await naming(name, async () => {
    const upgrade = (text: string) =>
      turns('upgrade', () => upgradeNotebook(text, { ...options, signal: upload.signal }));
    const notebook = await parseNotebook(bytes, { ...options, upgrade });
    return runtime.sessions.import({ name, notebook });
  });
  try {
    await runtime.sessions.addFile(id, { name, source: once(bytes) });
  } catch (error) {
    await runtime.sessions.delete(id);
    throw error;
  }
  return { id };
}

async function readAll(source: AsyncIterable<Uint8Array>, name: string): Promise<Buffer> {
  const bound = createNotebookBound();
  let failure: { thrown: unknown } | null = null;
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    // Read to its end all the same: whoever still sends would not hear an answer.
    if (failure) continue;
    try {
      length += chunk.byteLength;
      if (length > MAX_NOTEBOOK_BYTES) throw new AppError('too-large', toTooLarge(name));
      bound.add(chunk);
      chunks.push(chunk);
    } catch (error) {
      failure = { thrown: error };
      chunks = [];
    }
  }
  if (failure) throw failure.thrown;
  return Buffer.concat(chunks);
}

function toTooLarge(name: string): string {
  return `${name} is larger than 100 MB. Clear its biggest outputs and open it again.`;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

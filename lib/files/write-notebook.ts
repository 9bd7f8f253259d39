import type { NotebookFile } from '../notebook/notebook-file.ts';
import { replaceLoneSurrogates } from '../util/exact-json.ts';
import type { NotebookStyle } from './read-notebook.ts';
import { type FileStamp, replaceFile } from './replace-file.ts';

/** Resolves to where it is: see {@link replaceFile}. */
export function writeNotebook(
  path: string,
  notebook: NotebookFile,
  { indent, finalNewline, seen }: NotebookStyle & { seen: FileStamp | null },
): Promise<string> {
  const json = JSON.stringify(notebook, replaceLoneSurrogates, indent);
  return replaceFile(path, finalNewline ? `${json}\n` : json, seen);
}

import type { NotebookFile } from '../notebook/notebook-file.ts';
import { writeJsonWithConstants } from '../util/json-constants.ts';
import type { NotebookStyle } from './read-notebook.ts';
import { type FileStamp, replaceFile } from './replace-file.ts';

/** Resolves to where it is: see {@link replaceFile}. */
export function writeNotebook(
  path: string,
  notebook: NotebookFile,
  { indent, finalNewline, seen }: NotebookStyle & { seen: FileStamp | null },
): Promise<string> {
  const json = writeJsonWithConstants(notebook, indent);
  return replaceFile(path, finalNewline ? `${json}\n` : json, seen);
}

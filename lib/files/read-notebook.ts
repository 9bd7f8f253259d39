/** Reads a notebook file of any version. */
import { readFile } from 'node:fs/promises';
import { type NotebookFile, readSource, toNotebookFile } from '../notebook/notebook-file.ts';
import { AppError, isAppError, toMessage } from '../util/app-error.ts';
import { parseExactJson, parseJsonWithBigIntegers } from '../util/exact-json.ts';
import { parseJsonWithConstants } from '../util/json-constants.ts';
import { decodeUtf8, HALF_A_CHARACTER } from '../util/unicode.ts';
import { upgradeNotebook } from './upgrade-notebook.ts';

/** How the file was written, so that it can be written the same way. */
export interface NotebookStyle {
  indent: string;
  finalNewline: boolean;
}

export interface ReadNotebookOptions {
  /** Interpreter with the package nbformat; used for files older than nbformat 4 only. */
  python: string;
  /** Folder that holds `kernels/`. */
  rootDir: string;
}

/** Throws AppError `bad-request`, naming the file and what is wrong with it. */
export async function readNotebook(
  path: string,
  options: ReadNotebookOptions,
): Promise<{ notebook: NotebookFile; style: NotebookStyle }> {
  return naming(path, async () => {
    const bytes = await readFile(path);
    const notebook = await parseNotebook(bytes, { ...options, isExact: true });
    return { notebook, style: readStyle(bytes.toString()) };
  });
}

/** Runs `read`; what it finds wrong becomes AppError `bad-request`, a sentence that names the file. */
export async function naming<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error) && error.code !== 'bad-request') throw error;
    const cause = isAppError(error) ? error.message : toFault(error);
    throw new AppError('bad-request', `${file} cannot be read: ${cause}.`, { cause: error });
  }
}

export interface ParseNotebookOptions extends ReadNotebookOptions {
  /** Keeps each number as it is written, for who writes the file again; takes many times as long. Default: integers alone. */
  isExact?: boolean;
  /** Converts files older than nbformat 4. Default: {@link upgradeNotebook}. */
  upgrade?: (text: string) => Promise<string>;
}

/** Throws AppError `bad-request`, a fragment of a sentence, or a SyntaxError. */
export async function parseNotebook(bytes: Uint8Array, options: ParseNotebookOptions): Promise<NotebookFile> {
  const { isExact, upgrade = (old) => upgradeNotebook(old, options) } = options;
  const parse = (text: string) => parseJson(text, isExact ? parseExactJson : parseJsonWithBigIntegers);
  const text = decodeUtf8(bytes).replace(/^\uFEFF/, '');
  const json = parse(text);
  const notebook = toNotebookFile(isOld(json) ? parse(await upgrade(text)) : json);
  const index = notebook.cells.findIndex((cell) => !readSource(cell).isWellFormed());
  if (index >= 0) throw new AppError('bad-request', `its cell ${index + 1} has ${HALF_A_CHARACTER}`);
  return notebook;
}

function parseJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return parseJsonWithConstants(text);
  }
}

function toFault(error: unknown): string {
  if (error instanceof SyntaxError) return `it is not valid JSON (${error.message.replaceAll(/\s+/g, ' ')})`;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EISDIR' ? 'it is a folder' : toMessage(error);
}

function isOld(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('nbformat' in json)) return false;
  return typeof json.nbformat === 'number' && json.nbformat < 4;
}

function readStyle(text: string): NotebookStyle {
  // One space is what Jupyter writes; a file on one line keeps to it.
  const indent = /^\uFEFF?\s*\{(?:\r?\n([ \t]+))?/.exec(text)?.[1] ?? '';
  const isOneLine = !text.trim().includes('\n');
  return { indent: indent || (isOneLine ? '' : ' '), finalNewline: /\n$/.test(text) };
}

/**
 * A session as a script in the percent format (`# %%`), which Jupytext, VS Code and Spyder read as cells. It runs as a
 * program: magics are comments, and so are cells that failed or never ended, whose errors would stop it.
 */
import type { Notebook, NotebookCell } from '../session/notebook/to-notebook.ts';
import { commentMagics } from './comment-magics.ts';

const SLASH_LANGUAGES = /^(?:javascript|typescript|java|scala|kotlin|rust|c\+\+\d*|c|go|csharp)$/;
const EXTENSION = /^\.\w{1,10}$/;
const MIME_TYPE = /^text\/[\w.+-]{1,40}$/;

export interface Script {
  /** With its dot: `.py`. */
  extension: string;
  /** As the kernel names it: `text/x-python`; `text/plain` where it names none. */
  mimeType: string;
  content: string;
}

export function exportScript({ metadata, cells }: Notebook): Script {
  const { name, extension, mimeType } = readLanguage(metadata);
  const mark = SLASH_LANGUAGES.test(name) ? '//' : '#';
  const isPython = name === 'python';
  const written = cells
    .filter(({ source }) => source.trim() !== '')
    .map((cell) => writeCell(cell, mark, isPython));
  const needsDisplay =
    isPython && cells.some((cell) => cell.cell_type === 'code' && /\bdisplay\(/.test(cell.source));
  const head = needsDisplay ? ['# %%\nfrom IPython.display import display'] : [];
  return { extension, mimeType, content: `${[...head, ...written].join('\n\n')}\n` };
}

function writeCell(cell: NotebookCell, mark: string, isPython: boolean): string {
  const comment = (text: string) =>
    text
      .split('\n')
      .map((line) => `${mark} ${line}`.trimEnd())
      .join('\n');
  if (cell.cell_type !== 'code') return `${mark} %% [${cell.cell_type}]\n${comment(cell.source.trim())}`;
  const tags = Array.isArray(cell.metadata.tags) ? cell.metadata.tags : [];
  if (tags.includes('raises-exception')) return `${mark} %% This cell failed\n${comment(cell.source.trim())}`;
  if (tags.includes('skip-execution')) {
    const words = cell.execution_count == null ? 'did not run' : 'did not run to its end';
    return `${mark} %% This cell ${words}\n${comment(cell.source.trim())}`;
  }
  return `${mark} %%\n${isPython ? commentMagics(cell.source.trim()) : cell.source.trim()}`;
}

function readLanguage({ language_info: info }: Notebook['metadata']) {
  const read = (key: string): string => {
    const value: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, key) : '';
    return typeof value === 'string' ? value : '';
  };
  const name = read('name').toLowerCase() || 'python';
  const known = EXTENSION.test(read('file_extension')) ? read('file_extension') : '.txt';
  const mimeType = MIME_TYPE.test(read('mimetype')) ? read('mimetype') : 'text/plain';
  if (name === 'python') return { name, extension: '.py', mimeType: 'text/x-python' };
  return { name, extension: known, mimeType };
}

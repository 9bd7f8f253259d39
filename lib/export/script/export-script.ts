/**
 * A session as a script in the percent format (`# %%`), which Jupytext, VS Code and Spyder read as cells. It runs as a
 * program that computes what the notebook did: cells that failed or never ended, whose errors would stop it, and cells that were undone are comments.
 */
import { z } from 'zod';
import { SessionPackages } from '../../protocol/kernel/session-packages.ts';
import { describeFunctions, writeInstall } from '../../session/notebook/describe-needs.ts';
import type { Notebook, NotebookCell } from '../../session/notebook/to-notebook.ts';
import { readDraft } from '../output/read-note.ts';
import { type PythonReader, readPythonCells } from './read-python-cells.ts';

const SLASH_LANGUAGES = /^(?:javascript|typescript|java|scala|kotlin|rust|c\+\+\d*|c|go|csharp)$/;
const EXTENSION = /^\.\w{1,10}$/;
const MIME_TYPE = /^text\/[\w.+-]{1,40}$/;

export interface Script {
  /** The extension with its dot: `.py`. */
  extension: string;
  /** The MIME type that the kernel names, such as `text/x-python`; `text/plain` if it names none. */
  mimeType: string;
  content: string;
}

/** Throws AppError `internal` when Python cannot read the code. */
export async function exportScript({ metadata, cells }: Notebook, reader: PythonReader): Promise<Script> {
  const { name, extension, mimeType } = readLanguage(metadata);
  const mark = SLASH_LANGUAGES.test(name) ? '//' : '#';
  const shown = cells.filter((cell) => cell.source.trim() !== '' && readDraft(cell) === '');
  const [head, written] =
    name === 'python'
      ? await writePython(shown, reader)
      : [`${mark} ${OTHER_LANGUAGE}`, shown.map((cell) => writeCell(cell, mark, cell.source.trim()))];
  const parts = [writeRequirements(metadata, mark), head, ...written].filter((part) => part !== '');
  return { extension, mimeType, content: `${parts.join('\n\n')}\n` };
}

function writeRequirements({ actbook }: Notebook['metadata'], mark: string): string {
  const { packages, functions } = Needs.parse(actbook ?? {});
  const install = writeInstall(packages.packages);
  const lines = [install && `Packages were added to this notebook: ${install}`, describeFunctions(functions)];
  return lines.flatMap((line) => (line ? `${mark} ${line}` : [])).join('\n');
}

const Needs = z.object({
  packages: SessionPackages.pick({ packages: true }).catch({ packages: [] }),
  functions: z.array(z.string()).catch([]),
});

/** Commands that a kernel understands besides its language fail in a script. */
const OTHER_LANGUAGE =
  'The code of the notebook as it is. Commands that only its kernel knows do not run here.';

async function writePython(
  cells: readonly NotebookCell[],
  reader: PythonReader,
): Promise<[string, string[]]> {
  const running = cells.filter((cell) => cell.cell_type === 'code' && findFate(cell) === '');
  const read = await readPythonCells(
    running.map(({ source }) => source.trim()),
    reader,
  );
  const codes = new Map(running.map((cell, index) => [cell, read.cells[index] ?? '']));
  const all = [...codes.values()].join('\n');
  const future = read.features.length > 0 ? `from __future__ import ${read.features.join(', ')}` : '';
  const shell = /\bget_ipython\b/.test(all) ? SHELL : '';
  const display = /\bdisplay\(/.test(all) ? 'from IPython.display import display' : '';
  const head = [future, shell, display].filter((part) => part !== '').join('\n');
  const written = cells.map((cell) => writeCell(cell, '#', codes.get(cell) ?? cell.source.trim()));
  return [head === '' ? '' : `# %%\n${head}`, written];
}

/** Runs with `python` as with `ipython`: magics and shell commands read and change the variables of the script. */
const SHELL = `# This notebook uses commands of IPython, so this script needs the package ipython. Shell commands run again.
import sys
from IPython import get_ipython
from IPython.core.interactiveshell import InteractiveShell
sys.path.insert(0, "")
InteractiveShell.instance(user_ns=globals())`;

function writeCell(cell: NotebookCell, mark: string, code: string): string {
  const comment = (text: string) =>
    text
      .split('\n')
      .map((line) => `${mark} ${line}`.trimEnd())
      .join('\n');
  if (cell.cell_type !== 'code') return `${mark} %% [${cell.cell_type}]\n${comment(cell.source.trim())}`;
  const fate = findFate(cell);
  if (fate !== '') return `${mark} %% This cell ${fate}\n${comment(cell.source.trim())}`;
  return `${mark} %%\n${code}`;
}

/** How it ended that keeps it from running in a script; empty for a cell that runs. */
function findFate({ metadata, execution_count: count }: NotebookCell): string {
  const { actbook } = metadata;
  if (typeof actbook === 'object' && actbook !== null && 'isUndone' in actbook) return 'was undone';
  const tags = Array.isArray(metadata.tags) ? metadata.tags : [];
  if (tags.includes('raises-exception')) return 'failed';
  if (!tags.includes('skip-execution')) return '';
  return count == null ? 'did not run' : 'did not run to its end';
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

/**
 * Parameters of a notebook, as papermill has them: a code cell with the tag `parameters` gives defaults, and values are set by a
 * cell after it with the tag `injected-parameters`, which replaces the one of an earlier run.
 */
import { AppError } from '../util/app-error.ts';
import { type FileCell, type NotebookFile, readSource } from './notebook-file.ts';
import { readTags } from './read-tags.ts';

const DEFAULTS = 'parameters';
const INJECTED = 'injected-parameters';
/** Marks the cell with the defaults where a notebook has no tags. */
const DEFAULTS_COMMENT = /^\s*# parameters\s*(?:\n|$)/i;

export interface InjectedNotebook {
  notebook: NotebookFile;
  /** Whether a cell gives defaults: without one, values are set at the top, and code below may set others. */
  hasDefaults: boolean;
}

/** Without values, the notebook as it is. Throws AppError `bad-request` for a notebook that is not in Python. */
export function injectParameters(
  notebook: NotebookFile,
  parameters: Readonly<Record<string, unknown>>,
): InjectedNotebook {
  const { cells } = notebook;
  const isTagged = (tag: string) => (cell: FileCell) => readTags(cell.metadata).includes(tag);
  const isMarked = (cell: FileCell) => cell.cell_type === 'code' && DEFAULTS_COMMENT.test(readSource(cell));
  const before = cells.findIndex(isTagged(INJECTED));
  const tagged = cells.findIndex(isTagged(DEFAULTS));
  const defaults = tagged < 0 ? cells.findIndex(isMarked) : tagged;
  const hasDefaults = defaults >= 0 || before >= 0;
  if (Object.keys(parameters).length === 0) return { notebook, hasDefaults };
  requirePython(notebook);
  const cell: FileCell = {
    id: chooseId(cells, before),
    cell_type: 'code',
    source: writeParameters(parameters),
    metadata: { tags: [INJECTED] },
    execution_count: null,
    outputs: [],
  };
  const [from, to] = before < 0 ? [defaults + 1, defaults + 1] : [before, before + 1];
  const metadata = {
    ...notebook.metadata,
    papermill: { ...toRecord(notebook.metadata.papermill), parameters },
  };
  return {
    notebook: { ...notebook, metadata, cells: [...cells.slice(0, from), cell, ...cells.slice(to)] },
    hasDefaults,
  };
}

/** The same each time, so that the results of two runs can be compared. */
function chooseId(cells: readonly FileCell[], before: number): string {
  const own = cells[before]?.id;
  if (own !== undefined) return own;
  let id = INJECTED;
  while (cells.some((cell) => cell.id === id)) id += '-';
  return id;
}

function requirePython({ metadata }: NotebookFile): void {
  const language =
    toRecord(metadata.kernelspec).language ?? toRecord(metadata.language_info).name ?? 'python';
  if (String(language).toLowerCase() === 'python') return;
  throw new AppError(
    'bad-request',
    `Parameters can be set in notebooks in Python, and this one is in ${language}.`,
  );
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function writeParameters(parameters: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(parameters).map(([name, value]) => `${name} = ${toPython(value)}`);
  return ['# Parameters', ...lines].join('\n');
}

/** A value of JSON as a literal of Python. */
function toPython(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value !== 'object') return writeScalar(value);
  const entries = Object.entries(value).map(([key, each]) => `${writeScalar(key)}: ${toPython(each)}`);
  return `{${entries.join(', ')}}`;
}

/** Strings of JSON are strings of Python but for halves of characters, which JSON escapes and Python keeps. */
function writeScalar(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u007f', String.raw`\x7f`);
}

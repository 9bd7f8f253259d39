/**
 * Notebook files of nbformat 4 as they are: what is not understood is carried along untouched.
 * Source: https://nbformat.readthedocs.io/en/latest/format_description.html
 */
import { z } from 'zod';
import { AppError } from '../util/app-error.ts';

const Metadata = z.record(z.string(), z.unknown());

const FileCell = z.looseObject({
  cell_type: z.string(),
  /** One string, or a list of lines that keep their line ends. */
  source: z.union([z.string(), z.array(z.string())]),
  metadata: Metadata,
  id: z.string().optional(),
});
export type FileCell = z.infer<typeof FileCell>;

const NotebookFile = z.looseObject({
  nbformat: z.literal(4),
  nbformat_minor: z.number().int().nonnegative(),
  metadata: Metadata,
  cells: z.array(FileCell),
});
export type NotebookFile = z.infer<typeof NotebookFile>;

const CELL_ID = /^[a-zA-Z0-9-_]{1,64}$/;

/** Where Python's `splitlines`, and with it nbformat, splits text. */
const LINE_END = /[\n\r\v\f\x85\u2028\u2029]/;

/**
 * Takes parsed JSON as a notebook of nbformat 4.5 or later: cells without a valid id of their own get one.
 * Throws AppError `bad-request` when it is not a notebook of format 4.
 */
export function toNotebookFile(given: unknown): NotebookFile {
  const json = repairNotebook(given);
  if (!isNotebookFile(json)) throw new AppError('bad-request', toFault(json));
  const minor = Math.max(5, json.nbformat_minor);
  return { ...json, nbformat_minor: minor, cells: withIds(json.cells) };
}

/**
 * What programs that write notebook files without nbformat get wrong, read as every other reader takes it: the same JSON
 * where nothing is wrong, or where it is not a notebook. Keys keep their order.
 */
function repairNotebook(json: unknown): unknown {
  if (!isRecord(json) || !Array.isArray(json.cells)) return json;
  const { nbformat_minor: minor = 0, metadata, cells } = json;
  return { ...json, nbformat_minor: minor, metadata: metadata ?? {}, cells: cells.map(repairCell) };
}

function repairCell(cell: unknown): unknown {
  if (!isRecord(cell)) return cell;
  const { id, ...rest } = cell;
  const named = typeof id === 'string' || !('id' in cell) ? cell : rest;
  return { ...named, metadata: cell.metadata ?? {}, source: repairSource(cell.source ?? '') };
}

/**
 * A list holds lines with their ends, and is joined as it is. Lines of a list without a single end are lines all the same:
 * nothing that splits a text at its ends writes such a list.
 */
function repairSource(source: unknown): unknown {
  const isList = Array.isArray(source) && source.every((line) => typeof line === 'string');
  if (!isList || source.length < 2 || source.some((line) => LINE_END.test(line))) return source;
  return source.map((line, index) => (index < source.length - 1 ? `${line}\n` : line));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A guard, as what the schema returns would have its keys in another order. */
function isNotebookFile(json: unknown): json is NotebookFile {
  return NotebookFile.safeParse(json).success;
}

function toFault(json: unknown): string {
  const issue = NotebookFile.safeParse(json).error?.issues[0];
  return `it is not a notebook of format 4 (${issue?.path.join('.') || 'file'}: ${issue?.message})`;
}

function withIds(cells: readonly FileCell[]): FileCell[] {
  const taken = new Set(cells.map(({ id }) => id));
  const seen = new Set<string>();
  return cells.map((cell, index) => {
    const isFine = cell.id !== undefined && CELL_ID.test(cell.id) && !seen.has(cell.id);
    const id = isFine && cell.id !== undefined ? cell.id : createId(index, taken);
    taken.add(id);
    seen.add(id);
    return isFine ? cell : { ...cell, id };
  });
}

/** The same for the same file, so that two results of it can be compared. */
function createId(index: number, taken: ReadonlySet<string | undefined>): string {
  let id = `cell-${index + 1}`;
  while (taken.has(id)) id += '-';
  return id;
}

export function readSource({ source }: FileCell): string {
  return typeof source === 'string' ? source : source.join('');
}

/** Text types are written as lines, as Jupyter does, which keeps differences readable. */
const LINE_TYPES = /^(text\/|application\/javascript$|image\/svg\+xml$)/;

/** An nbformat output with its long texts as lists of lines. */
export function splitOutputLines(output: Record<string, unknown>): Record<string, unknown> {
  const { text, data } = output;
  if (typeof text === 'string') return { ...output, text: toLines(text) };
  if (typeof data !== 'object' || data === null) return output;
  const entries = Object.entries(data).map(([mimeType, value]): [string, unknown] =>
    typeof value === 'string' && LINE_TYPES.test(mimeType) ? [mimeType, toLines(value)] : [mimeType, value],
  );
  return { ...output, data: Object.fromEntries(entries) };
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

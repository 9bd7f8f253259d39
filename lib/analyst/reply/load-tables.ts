/** Brings the files of a session into the kernel as tables, a step at a time. */
import type { DataReader } from '../../model/model.ts';
import type { TableFacts } from '../../protocol/tables/table-facts.ts';
import { isAlive, type Run, type Session } from '../../session/session.ts';
import { findFormerNames, findNames } from '../load/find-names.ts';
import { nameTables } from '../load/name-tables.ts';
import { previewTables } from '../load/preview-tables.ts';
import { writeLoad } from '../load/write-load.ts';
import { writeReadings } from '../load/write-readings.ts';
import type { Table } from '../query/query.ts';
import type { Move } from '../write/move.ts';
import { writeText } from '../write/python-code.ts';
import { describeError, type Shown } from './list-shown.ts';
import { type Note, noteTable } from './note-table.ts';

export interface LoadedTables {
  readonly kind: 'tables';
  readonly tables: readonly Table[];
  /** What this run did to a table, and which files could not be read: sentences. */
  readonly notes: readonly Note[];
}

const MAX_FILES = 8;

/** The files that a question is about: those it names, or all, those that came with it first. */
export function chooseFiles(known: readonly string[], { task }: Run, asked: string): string[] {
  const named = known.filter((name) => isNamed(name, asked));
  if (named.length > 0) return named;
  const attached = known.filter((name) => task.files.includes(name));
  return [...new Set([...attached, ...known.toReversed()])].slice(0, MAX_FILES);
}

export function isNamed(file: string, text: string): boolean {
  return text.toLowerCase().includes(bareName(file).toLowerCase());
}

export function bareName(file: string): string {
  return file.split('/').at(-1) ?? file;
}

interface Context {
  readonly session: Session;
  readonly run: Run;
  readonly data: DataReader;
  readonly shown: readonly Shown[];
}

/** The tables that a question uses, of those that there could be; null where that is unknown. */
type FindUsed = (tables: readonly Table[]) => readonly string[] | null;

/**
 * The next cell on the way to the tables that a question uses, or all tables: of files that it does not use, as their first
 * rows say. Null where the kernel tells nothing.
 */
export async function findTables(
  context: Context,
  files: readonly string[],
  findUsed: FindUsed,
): Promise<LoadedTables | Next | null> {
  const previews = files.length > 1 ? await previewFiles(context, files) : new Map<string, Table[]>();
  for (;;) {
    const needed = files.filter((file) => !previews.has(file));
    const found = await loadTables(context, needed);
    if (found?.kind !== 'tables' || previews.size === 0) return found;
    const tables = files.flatMap(
      (file) => previews.get(file) ?? found.tables.filter((table) => table.file === file),
    );
    const used = findUsed(tables);
    const isUsed = (file: string) =>
      tables.some((table) => table.file === file && used?.includes(table.name));
    const next = [...previews.keys()].filter((file) => used === null || isUsed(file));
    if (next.length === 0) return { ...found, tables };
    for (const file of next) previews.delete(file);
  }
}

/** Of the files that are not loaded. */
async function previewFiles(
  { session, data }: Context,
  files: readonly string[],
): Promise<Map<string, Table[]>> {
  const taken = new Set(session.kernel.names.map(({ name }) => name));
  const previews = new Map<string, Table[]>();
  for (const file of files) {
    if (findNames(session, file).length > 0) continue;
    const head = await data.describeHead(file);
    if (!head) continue;
    const former = findFormerNames(session, file);
    const tables = previewTables(file, head, new Set([...taken].filter((name) => !former.includes(name))));
    for (const { name } of tables) taken.add(name);
    previews.set(file, tables);
  }
  return previews;
}

type Next = { readonly kind: 'move' } & Move;

/** The next cell on the way to the tables of these files, or the tables. Null where the kernel tells nothing. */
async function loadTables(context: Context, files: readonly string[]): Promise<LoadedTables | Next | null> {
  const tables: Table[] = [];
  const notes: Note[] = [];
  for (const file of files) {
    const names = findNames(context.session, file);
    const facts = names.length > 0 ? await context.data.describeTables(names) : [];
    const next =
      facts?.length === 0 ? await planLoad(context, file) : findReading(facts ?? [], context.shown);
    if (facts === null || next === null) return null;
    if ('code' in next) return { kind: 'move', ...next };
    notes.push(...next.notes);
    tables.push(...facts.map((table) => ({ ...table, file })));
  }
  return { kind: 'tables', tables, notes: [...listReadings(context, tables), ...notes] };
}

interface Notes {
  readonly notes: readonly Note[];
}

/** The cell that reads columns as what they are, where this run has not tried it yet. */
function findReading(facts: readonly TableFacts[], shown: readonly Shown[]): Move | Notes {
  for (const table of facts) {
    const reading = writeReadings(table);
    if (reading && !shown.some(({ source }) => source === reading.code.trim())) return reading;
  }
  return { notes: facts.flatMap(noteTable) };
}

const MAX_TRIES = 2;

async function planLoad({ session, data, shown }: Context, file: string): Promise<Move | Notes | null> {
  const tries = shown.filter(({ source, error }) => error !== null && source.includes(writeText(file)));
  const [last] = tries.toReversed();
  const isRagged = last?.error?.name === 'ParserError' && tries.length < MAX_TRIES;
  const isLost = last?.error?.name === 'kernel-died' && tries.length < MAX_TRIES;
  if (last?.error && !isRagged && !isLost) {
    return { notes: [{ table: null, text: `I could not read \`${file}\` (${describeError(last.error)}).` }] };
  }
  const format = await data.findFormat(file);
  if (format === null || format.kind === 'none') {
    return format && { notes: [{ table: null, text: `The file \`${file}\` ${format.why}.` }] };
  }
  const former = new Set(findFormerNames(session, file));
  const taken = new Set(session.kernel.names.map(({ name }) => name).filter((name) => !former.has(name)));
  return writeLoad(file, format, nameTables(file, format, taken), isRagged);
}

/** Doubts that came up when text became dates and numbers, a sentence on each line. A question shows those about its columns. */
function listReadings({ session }: Context, tables: readonly Table[]): Note[] {
  const steps = session.runs.flatMap((run) => run.steps);
  const said = steps.flatMap(({ text, cellIds }) => {
    const cells = session.cells.filter(
      (cell) => cellIds.includes(cell.id) && cell.status === 'ok' && isAlive(cell, session.kernel.id),
    );
    const table = tables.find(({ name }) =>
      cells.some(({ source }) => source.trim().endsWith(`\n${name}.dtypes`)),
    );
    const lines = (text.split('\n\n')[0] ?? '').split('\n').filter((line) => !/^I read `/.test(line));
    return table ? lines.filter((line) => line !== '').map((line) => noteOn(table, line)) : [];
  });
  return [...new Map(said.map((note) => [note.text, note])).values()];
}

function noteOn({ name, columns }: Table, text: string): Note {
  const column = columns.find((each) => text.includes(`\`${each.name}\``))?.name;
  return { table: name, ...(column === undefined ? {} : { column }), text };
}

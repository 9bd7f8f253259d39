/** Brings the files of a session into the kernel as tables, a step at a time. */
import type { DataReader } from '../../model/model.ts';
import type { TableFacts } from '../../protocol/table-facts.ts';
import type { Run, Session } from '../../session/session.ts';
import { findFormerNames, findNames } from '../load/find-names.ts';
import { isDataFile } from '../load/is-data-file.ts';
import { nameTables } from '../load/name-tables.ts';
import { writeLoad } from '../load/write-load.ts';
import { writeReadings } from '../load/write-readings.ts';
import type { Table } from '../query/query.ts';
import type { Move } from '../write/move.ts';
import { writeText } from '../write/python-code.ts';
import { describeError, type Shown } from './list-shown.ts';

export interface LoadedTables {
  readonly kind: 'tables';
  readonly tables: readonly Table[];
  /** What this run did to a table, and which files could not be read: sentences. */
  readonly notes: readonly Note[];
}

export interface Note {
  /** The table that it is about; null where there is none. */
  readonly table: string | null;
  readonly text: string;
}

const MAX_FILES = 8;

/** The files that a question is about: those it names, or all, those that came with it first. */
export function chooseFiles({ files }: Session, { task }: Run): string[] {
  const known = files.map(({ name }) => name).filter(isDataFile);
  const text = task.text.toLowerCase();
  const named = known.filter((name) => text.includes(bareName(name).toLowerCase()));
  if (named.length > 0) return named;
  const attached = known.filter((name) => task.files.includes(name));
  return [...new Set([...attached, ...known.toReversed()])].slice(0, MAX_FILES);
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

type Next = { readonly kind: 'move' } & Move;

/** The next cell on the way to the tables of these files, or the tables. Null where the kernel tells nothing. */
export async function loadTables(
  context: Context,
  files: readonly string[],
): Promise<LoadedTables | Next | null> {
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
  const cut = facts.filter(({ hiddenColumns }) => hiddenColumns > 0);
  return {
    notes: cut.map(({ name, hiddenColumns }) => ({
      table: name,
      text: `The last ${hiddenColumns} columns of \`${name}\` were not looked at.`,
    })),
  };
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

/** What this run said of doubts when it turned text into dates and numbers. */
function listReadings({ session, run }: Context, tables: readonly Table[]): Note[] {
  return run.steps.flatMap(({ text, cellIds }) => {
    const cells = session.cells.filter(({ id, status }) => cellIds.includes(id) && status === 'ok');
    const table = tables.find(({ name }) =>
      cells.some(({ source }) => source.trim().endsWith(`\n${name}.dtypes`)),
    );
    const doubts = (text.split('\n')[0] ?? '').replace(/^I read .*? as (dates|numbers)\. ?/, '');
    return table && doubts !== '' ? [{ table: table.name, text: doubts }] : [];
  });
}

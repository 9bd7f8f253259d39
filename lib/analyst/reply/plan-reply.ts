/** The next reply of a run, from what its cells showed and what the kernel holds now: nothing else is kept. */
import type { DataReader } from '../../model/model.ts';
import { isAlive, type Run, type Session } from '../../session/session.ts';
import { listOwnNames } from '../load/find-names.ts';
import type { Query, Reading, Table } from '../query/query.ts';
import { answerParts } from './answer-parts.ts';
import { answerCourtesy, answerWithoutFile } from './answer-without-data.ts';
import { explainUnread, offerHelp } from './explain-unread.ts';
import { listShown } from './list-shown.ts';
import { bareName, chooseFiles, loadTables } from './load-tables.ts';
import { type Reply, refuse, runCell } from './reply.ts';
import { lastQuery, resolveReading } from './resolve-reading.ts';
import { suggestQuestions } from './suggest-questions.ts';

export type ReadQuestion = (text: string, tables: readonly Table[], previous: Query | null) => Reading;

const CANNOT_FIX =
  'Changing code needs a language model, and I am the built-in analyst. Connect one in Settings, or with `actbook models add`.';
const NO_TABLES =
  'I work with tables of pandas, which this kernel does not have. Use a notebook with a Python kernel.';
const NOT_TOLD =
  'The kernel does not say what is in its files and tables, so I cannot answer. Restart the kernel and ask again.';

export async function planReply(
  { session, run, data }: { session: Session; run: Run; data: DataReader | undefined },
  read: ReadQuestion,
): Promise<Reply> {
  const files = chooseFiles(session, run);
  const courtesy = answerCourtesy(run.task.text, files.length > 0);
  if (courtesy) return courtesy;
  const purpose = run.task.about?.purpose;
  if (purpose === 'fix' || purpose === 'change') return refuse(CANNOT_FIX);
  const shown = listShown(session, run);
  if (!data) return refuse(NO_TABLES);
  if (files.length === 0) return answerWithoutFile(run.task.text, shown);
  const loaded = await loadTables({ session, run, data, shown }, files);
  if (loaded === null) return refuse(NOT_TOLD);
  if (loaded.kind === 'move') return runCell(loaded);
  const { tables, notes } = loaded;
  const problems = notes.flatMap(({ table, text }) => (table === null ? [text] : []));
  if (tables.length === 0) return refuse(problems.join('\n\n'));
  const text = hideFileNames(run.task.text, files);
  const resolved = resolveReading(read(text, tables, findPrevious(session, run, tables, read)), {
    text,
    tables,
    shown,
  });
  if (resolved.kind === 'ask') return runCell(resolved.move);
  const help = () =>
    offerHelp(
      tables,
      suggestQuestions(tables, text, (idea) => isReadable(read(idea, tables, null))),
    );
  if (resolved.kind === 'open') {
    const meanings = resolved.meanings.map((meaning) => `- ${meaning}`).join('\n');
    return refuse(`The question can mean more than one thing:\n\n${meanings}\n\nPlease say which is meant.`);
  }
  if (resolved.kind === 'unread')
    return refuse([explainUnread(resolved, text, tables), ...problems, help()].join('\n\n'));
  return answerParts(resolved.parts, {
    tables,
    shown,
    notes,
    taken: listOwnNames(session),
    isImported: hasPandas(session),
    explain: (part) => explainUnread(part, text, tables),
  });
}

function isReadable(reading: Reading): boolean {
  return reading.kind === 'queries' && reading.parts.every((part) => 'rows' in part.reading);
}

/** A name of a file says which table is meant, and nothing of its words. */
function hideFileNames(text: string, files: readonly string[]): string {
  return files.reduce((rest, file) => {
    const name = bareName(file);
    const at = rest.toLowerCase().indexOf(name.toLowerCase());
    if (at < 0) return rest;
    const [before, after] = [rest.slice(0, at), rest.slice(at + name.length)];
    return `${before.replace(/[`"'“]$/, '')}the file${after.replace(/^[`"'”]/, '')}`;
  }, text);
}

const MAX_EARLIER = 6;

/** What the last question before this one asked, read again over the tables of today. */
function findPrevious(
  session: Session,
  run: Run,
  tables: readonly Table[],
  read: ReadQuestion,
): Query | null {
  const earlier = session.runs.slice(0, session.runs.indexOf(run)).slice(-MAX_EARLIER);
  return earlier.reduce<Query | null>((previous, other) => {
    const text = hideFileNames(
      other.task.text,
      session.files.map(({ name }) => name),
    );
    const resolved = resolveReading(read(text, tables, previous), {
      text,
      tables,
      shown: listShown(session, other),
    });
    return lastQuery(resolved) ?? previous;
  }, null);
}

function hasPandas({ cells, kernel }: Session): boolean {
  return cells.some(
    (cell) =>
      cell.status === 'ok' &&
      isAlive(cell, kernel.epoch) &&
      cell.ranSource?.includes('import pandas as pd') === true,
  );
}

/** The next reply of a run, from what its cells showed and what the kernel holds now: nothing else is kept. */
import type { DataReader } from '../../model/model.ts';
import { isAlive, type Run, type Session } from '../../session/session.ts';
import { listOwnNames } from '../load/find-names.ts';
import { listTables } from '../query/list-tables.ts';
import type { Query, Reading, Table } from '../query/query.ts';
import { answerParts } from './answer-parts.ts';
import { answerCourtesy, answerWithoutFile } from './answer-without-data.ts';
import { explainUnread, offerHelp } from './explain-unread.ts';
import { listShown } from './list-shown.ts';
import { bareName, chooseFiles, findTables, isNamed } from './load-tables.ts';
import { act, answer, type Reply, refuse } from './reply.ts';
import { lastQuery, resolveReading } from './resolve-reading.ts';
import { describeAside, describeUnread, findMeant, sortFiles } from './sort-files.ts';
import { findNearest, suggestQuestions } from './suggest-questions.ts';

export type ReadQuestion = (text: string, tables: readonly Table[], previous: Query | null) => Reading;

const CANNOT_FIX =
  'Changing code needs a language model, and I am the built-in analyst. Connect one in Settings, or with `actbook models add`.';
const NO_TABLES =
  'I work with tables of pandas, which this kernel does not have. Use a notebook with a Python kernel.';
const NOT_TOLD =
  'The kernel does not say what is in its files and tables, so I cannot answer. Restart the kernel and ask again.';

interface Planned {
  readonly session: Session;
  readonly run: Run;
  readonly data: DataReader | undefined;
}

/** What was said to the run while it worked are further questions: all of them have their answer at its end. */
export async function planReply(planned: Planned, read: ReadQuestion): Promise<Reply> {
  const [task = '', ...more] = listQuestions(planned.run);
  const first = await planQuestion(planned, { asked: task, earlier: [], said: '' }, read);
  if ('code' in first) return first;
  const replies = [first];
  const texts = [first.text];
  for (const [at, asked] of more.entries()) {
    const question = { asked, earlier: [task, ...more.slice(0, at)], said: texts.join('\n') };
    const next = await planQuestion(planned, question, read);
    if ('code' in next) return next;
    replies.push(next);
    texts.push(`**${flatten(asked)}**`, next.text);
  }
  const text = texts.join('\n\n');
  if (replies.every(({ kind }) => kind === 'refusal')) return refuse(text);
  const isWhole = replies.every(({ kind }) => kind === 'answer');
  return answer(text, isWhole);
}

/** A line without marks of Markdown. */
function flatten(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\*_[\]<>]/g, '\\$&')
    .trim();
}

function listQuestions({ task, steers }: Run): string[] {
  return [task.text, ...steers.map((steer) => steer.text)];
}

interface Question {
  readonly asked: string;
  /** Those of the run before it. */
  readonly earlier: readonly string[];
  /** What the run's answer has so far: a note in it is not repeated. */
  readonly said: string;
}

async function planQuestion(
  { session, run, data }: Planned,
  { asked, earlier, said }: Question,
  read: ReadQuestion,
): Promise<Reply> {
  const { readable, unread } = await sortFiles(session, data);
  const files = chooseFiles(readable, run, asked);
  const courtesy = answerCourtesy(asked, files.length > 0);
  if (courtesy) return courtesy;
  const purpose = run.task.about?.purpose;
  if (purpose === 'fix' || purpose === 'change') return refuse(CANNOT_FIX);
  const shown = listShown(session, run);
  if (!data) return refuse(NO_TABLES);
  if (files.length === 0) return answerWithoutFile(unread);
  const wanted = unread.filter(({ name }) => isNamed(name, asked));
  if (wanted.length > 0 && !files.some((name) => isNamed(name, asked))) return refuse(describeUnread(wanted));
  const text = hideFileNames(asked, files);
  const findBefore = (tables: readonly Table[]) => findPrevious({ session, run, earlier }, tables, read);
  const readOver = (tables: readonly Table[]) => read(text, tables, findBefore(tables));
  const loaded = await findTables({ session, run, data, shown }, files, (tables) =>
    listUsed(readOver(tables)),
  );
  if (loaded === null) return refuse(NOT_TOLD);
  if (loaded.kind === 'move') return act(loaded);
  const { tables } = loaded;
  const before = [...listAnswers(session), said].join('\n');
  const isAnyNamed = files.some((name) => isNamed(name, asked));
  const skipped = isAnyNamed ? [] : readable.filter((name) => !files.includes(name));
  const notes = [
    ...loaded.notes,
    // Once in a notebook.
    ...describeAside({ unread, skipped })
      .filter((text) => !before.includes(text))
      .map((text) => ({ table: null, text })),
  ];
  const problems = notes.flatMap(({ table, text }) => (table === null ? [text] : []));
  if (tables.length === 0) return refuse(problems.join('\n\n'));
  const previous = findBefore(tables);
  const resolved = resolveReading(read(text, tables, previous), { text, tables, shown });
  if (resolved.kind === 'ask') return act(resolved.move);
  const readOffer = (question: string) => {
    const named = tables.filter(({ file }) => isNamed(file, question));
    const over = named.length > 0 ? named : tables;
    return read(hideFileNames(question, files), over, previous);
  };
  const canAnswer = (question: string, table: Table) => isAbout(readOffer(question), table);
  if (resolved.kind === 'open') {
    const meanings = resolved.meanings.map((meaning) => `- ${meaning}`).join('\n');
    if (resolved.meanings.length > 1)
      return refuse(
        `The question can mean more than one thing:\n\n${meanings}\n\nPlease say which is meant.`,
      );
    return refuse(
      `I can compute this in more than one way, and have the same words for all of them:\n\n${meanings}\n\nPlease word the question differently.`,
    );
  }
  if (resolved.kind === 'unread') {
    const meant = resolved.why === null ? findMeant(resolved.words, unread) : [];
    const why = explainUnread(resolved, text);
    const reasons = meant.length > 0 ? [describeUnread(meant)] : [why, ...problems];
    const nearest = findNearest(tables, asked);
    const questions = nearest ? suggestQuestions(nearest, canAnswer) : [];
    const help = offerHelp(tables, asked, questions, before);
    return refuse([...reasons, help].filter((part) => part !== '').join('\n\n'));
  }
  return answerParts(resolved.parts, {
    tables,
    shown,
    notes: notes.filter((note) => !said.includes(note.text)),
    taken: listOwnNames(session),
    isImported: hasPandas(session),
    explain: (part) => explainUnread(part, text),
  });
}

/** What the notebook says to earlier questions. */
function listAnswers({ cells }: Session): string[] {
  return cells.flatMap(({ role, source }) => (role === 'answer' ? [source] : []));
}

/** The tables of a reading; null where a part of it is not understood. */
function listUsed(reading: Reading): string[] | null {
  if (reading.kind === 'unread') return null;
  const queries = reading.kind === 'either' ? reading.queries : reading.parts.map((part) => part.reading);
  const used = queries.map((query) => ('rows' in query ? listTables(query.rows) : null));
  return used.includes(null) ? null : used.flatMap((names) => names ?? []);
}

/** Whether all of the question is understood, as one about this table alone. */
function isAbout(reading: Reading, table: Table): boolean {
  return (
    reading.kind === 'queries' &&
    reading.parts.every(
      ({ reading: query }) => 'rows' in query && listTables(query.rows).join() === table.name,
    )
  );
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
  { session, run, earlier }: { session: Session; run: Run; earlier: readonly string[] },
  tables: readonly Table[],
  read: ReadQuestion,
): Query | null {
  const before = session.runs
    .slice(0, session.runs.indexOf(run))
    .flatMap((other) => listQuestions(other).map((asked) => ({ asked, of: other })));
  const all = [...before, ...earlier.map((asked) => ({ asked, of: run }))].slice(-MAX_EARLIER);
  return all.reduce<Query | null>((previous, { asked, of }) => {
    const text = hideFileNames(
      asked,
      session.files.map(({ name }) => name),
    );
    const shown = listShown(session, of);
    const resolved = resolveReading(read(text, tables, previous), { text, tables, shown });
    return lastQuery(resolved) ?? previous;
  }, null);
}

function hasPandas({ cells, kernel }: Session): boolean {
  return cells.some(
    (cell) =>
      cell.status === 'ok' &&
      isAlive(cell, kernel.id) &&
      cell.ranSource?.includes('import pandas as pd') === true,
  );
}

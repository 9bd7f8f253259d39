/** From queries to their answer: the next cell to run, or all parts in words. */

import { toPlainWords } from '../../util/to-plain-words.ts';
import { describeQuery } from '../answer/describe-query.ts';
import { readChecks } from '../answer/result-data.ts';
import { writeAnswer } from '../answer/write-answer.ts';
import { writeCheck } from '../check/write-check.ts';
import { listTables } from '../query/list-tables.ts';
import type { Part, Query, Table } from '../query/query.ts';
import type { Move } from '../write/move.ts';
import { writeQuery } from '../write/write-query.ts';
import { describeError, type Shown } from './list-shown.ts';
import type { Note } from './load-tables.ts';
import { act, answer, type Reply, refuse, runCheck } from './reply.ts';

/** A cell is tried again when the kernel ended under it. */
const MAX_TRIES = 3;
/** A check must not take the last steps: result, chart, what could mislead, the check itself, and the answer. */
const STEPS_OF_A_PART = 4;

export interface Answering {
  readonly tables: readonly Table[];
  readonly shown: readonly Shown[];
  /** Names that are the person's own. */
  readonly taken: ReadonlySet<string>;
  /** Whether `pd` is there. */
  readonly isImported: boolean;
  /** Of the run after this one; 0 where nothing is to be checked. */
  readonly stepsLeft: number;
  /** Those on tables that the answer is made of stand at its end. */
  readonly notes: readonly Note[];
  /** Why a part cannot be read. */
  readonly explain: (part: Extract<Part['reading'], { kind: 'unread' }>, text: string) => string;
}

export function answerParts(parts: readonly Part[], context: Answering): Reply {
  const answers: string[] = [];
  const unchecked: string[] = [];
  const note = (why: string) => unchecked.push(why);
  for (const [at, { text, reading }] of parts.entries()) {
    const mayCheck = context.stepsLeft >= STEPS_OF_A_PART * (parts.length - at);
    const found =
      'rows' in reading
        ? answerQuery(reading, context, mayCheck ? note : null)
        : context.explain(reading, text);
    if (typeof found !== 'string') return found;
    answers.push(parts.length === 1 ? found : `**${text}**\n\n${found}`);
  }
  const used = parts.flatMap(({ reading }) => ('rows' in reading ? listTables(reading.rows) : []));
  const asked = JSON.stringify(
    parts.map(({ reading }) => ('rows' in reading ? [reading.rows, reading.ask] : null)),
  );
  // As a column of an expression, or in a list of columns.
  const isAsked = (column: string) =>
    ['"name":', '[', ','].some((before) => asked.includes(`${before}${JSON.stringify(column)}`));
  const notes = context.notes.filter(
    ({ table, column }) =>
      (table === null || used.includes(table)) && (column === undefined || isAsked(column)),
  );
  const text = answers.join('\n\n');
  const isListed = text.split('\n').at(-1)?.startsWith('- ');
  const list = notes.map((note) => `- ${note.text}`).join('\n');
  const isWhole = parts.every(({ reading }) => 'rows' in reading);
  return answer(list === '' ? text : `${text}${isListed ? '\n' : '\n\n'}${list}`, unchecked, isWhole);
}

/** `note`: is given why it was not checked; null where it is not to be. */
function answerQuery(query: Query, context: Answering, note: ((why: string) => void) | null): string | Reply {
  const { tables, isImported, taken } = context;
  const [first, ...more] = writeQuery(query, tables, taken);
  if (!first) return refuse('There is nothing to compute.');
  const needsImport = !isImported && /\bpd\./.test(first.code);
  const code = needsImport ? `import pandas as pd\n\n${first.code}` : first.code;
  const result = showCell({ ...first, code }, context);
  if ('kind' in result) return result;
  if (!result.result) return refuse('The result came without its values, so I cannot say what it is.');
  let checks: Shown | null = null;
  let isDrawn = false;
  for (const cell of more) {
    if (cell.role === 'chart' && result.result.rows < 2) continue;
    const found = showCell(cell, context);
    if ('kind' in found) return found;
    if (cell.role === 'checks') checks = found;
    if (cell.role === 'chart') isDrawn = true;
  }
  const stop = note && checkResult(query, first.shown ?? '', context, note);
  return stop ?? writeAnswer(query, tables, result.result, readChecks(checks?.result ?? null), isDrawn);
}

/** The reply that checks, or says that the results differ: of two ways that contradict each other, neither is an answer. */
function checkResult(
  query: Query,
  shown: string,
  context: Answering,
  note: (why: string) => void,
): Reply | null {
  const { tables } = context;
  const check = writeCheck(query, tables, shown);
  if (check.kind === 'none') {
    note(check.why);
    return null;
  }
  const done = context.shown.find(({ source }) => source === check.code.trim());
  if (!done) return runCheck(check);
  if (done.check?.verdict !== 'differs') return null;
  return refuse(
    `I computed this in two ways, and the results differ, so I cannot answer.\n\n${describeQuery(query, tables)}: ${toPlainWords(done.check.text)}.\n\nThe check is the last cell of the work.`,
  );
}

/** What the cell showed in this run, or the reply that runs it. */
function showCell({ say, code }: Move, { shown }: Answering): Shown | Reply {
  const tries = shown.filter(({ source }) => source === code.trim());
  const last = tries.at(-1);
  if (!last) return act({ say, code });
  if (last.error === null) return last;
  const isLost = last.error.name === 'kernel-died';
  if (isLost && tries.length < MAX_TRIES)
    return act({ say: 'The kernel ended under this step, so I repeat it.', code });
  return refuse(
    `I have to stop here: ${describeError(last.error)}\n\nYou can change the failing cell and run it yourself, or ask in other words.`,
  );
}

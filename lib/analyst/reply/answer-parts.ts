/** From queries to their answer: the next cell to run, or all parts in words. */

import { describeQuery } from '../answer/describe-query.ts';
import { writeAnswer } from '../answer/write-answer.ts';
import { listTables } from '../query/list-tables.ts';
import type { Part, Query, Table, Unread } from '../query/query.ts';
import { columnsIn } from '../query/walk.ts';
import type { Move } from '../write/move.ts';
import { writeQuery } from '../write/write-query.ts';
import { describeError, type Shown } from './list-shown.ts';
import type { Note } from './note-table.ts';
import { act, answer, type Reply, refuse } from './reply.ts';

/** A cell is tried again when the kernel ended under it. */
const MAX_TRIES = 3;

export interface Answering {
  readonly tables: readonly Table[];
  readonly shown: readonly Shown[];
  /** Names that are the person's own. */
  readonly taken: ReadonlySet<string>;
  /** Whether `pd` is there. */
  readonly isImported: boolean;
  /** Those on tables that the answer is made of stand at its end. */
  readonly notes: readonly Note[];
  /** Why a part cannot be read. */
  readonly explain: (part: Unread) => string;
}

export function answerParts(parts: readonly Part[], context: Answering): Reply {
  const answers: string[] = [];
  for (const { text, reading } of parts) {
    const found = 'rows' in reading ? answerQuery(reading, context) : context.explain(reading);
    if (typeof found !== 'string') return found;
    answers.push(parts.length === 1 ? found : `**${text}**\n\n${found}`);
  }
  const queries = parts.flatMap(({ reading }) => ('rows' in reading ? [reading] : []));
  const tables = queries.flatMap(({ rows }) => listTables(rows));
  const columns = new Set(queries.flatMap((query) => [...columnsIn(query)]));
  const notes = context.notes.filter(
    ({ table, column }) =>
      (table === null || tables.includes(table)) && (column === undefined || columns.has(column)),
  );
  const text = answers.join('\n\n');
  const isListed = text.split('\n').at(-1)?.startsWith('- ');
  const list = notes.map((note) => `- ${note.text}`).join('\n');
  const isWhole = queries.length === parts.length;
  return answer(list === '' ? text : `${text}${isListed ? '\n' : '\n\n'}${list}`, isWhole);
}

function answerQuery(query: Query, context: Answering): string | Reply {
  const { tables, isImported, taken } = context;
  const [first, chart] = writeQuery(query, tables, taken);
  if (!first) return refuse('There is nothing to compute.');
  const needsImport = !isImported && /\bpd\./.test(first.code);
  const code = needsImport ? `import pandas as pd\n\n${first.code}` : first.code;
  const say = `I compute this: ${describeQuery(query, tables)}.`;
  const result = showCell({ say, code }, context);
  if ('kind' in result) return result;
  if (!result.result) return refuse('The result came without its values, so I cannot say what it is.');
  let isDrawn = false;
  if (chart && result.result.rows > 1) {
    const found = showCell({ say: 'A chart shows it.', code: chart.code }, context);
    if ('kind' in found) return found;
    isDrawn = true;
  }
  return writeAnswer(query, tables, result.result, isDrawn);
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

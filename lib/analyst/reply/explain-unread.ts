/** Why a question is not answered: the words that were not understood, and questions that can be. */
import { listWords } from '../answer/format-value.ts';
import type { Table, Unread } from '../query/query.ts';
import { readTokens } from '../read/words/tokens.ts';
import { findNearest } from './suggest-questions.ts';

const MAX_WORDS = 8;
const MAX_COLUMNS = 12;
const MAX_TABLES = 3;
const ABOUT_ME =
  'I am the built-in analyst, which follows rules. A language model can answer open questions: connect one in Settings, or with `actbook models add`.';

/** A sentence or two. */
export function explainUnread({ words, why }: Unread, asked: string): string {
  if (why !== null) return `I do not answer this. ${why}`;
  const all = readTokens(asked);
  const isWhole = words.length >= all.filter(({ kind }) => kind !== 'mark').length;
  if (isWhole) return 'I do not understand what this question asks for, so I do not answer it.';
  const phrases = joinNeighbors(
    words,
    all.map(({ text }) => text),
  );
  const written = [...new Set(phrases.map((phrase) => findWritten(phrase, asked)))];
  const named = written.slice(0, MAX_WORDS).map((word) => `"${word}"`);
  const those = new Set(words).size === 1 ? 'that word' : 'those words';
  return `I do not understand ${listWords(named)} in this question, so I do not answer it: without ${those} it would be another question.`;
}

/** Words that are next to each other in the question are named together. */
function joinNeighbors(words: readonly string[], all: readonly string[]): string[] {
  const phrases: string[] = [];
  let last = -1;
  for (const word of words) {
    const at = all.indexOf(word, last + 1);
    const before = at > 0 && at === last + 1 ? phrases.pop() : undefined;
    phrases.push(before === undefined ? word : `${before} ${word}`);
    if (at >= 0) last = at;
  }
  return phrases;
}

/** `shipping_cost` of its `shipping`, `user.tags` of its dot: the reader splits what people write in one. */
function findWritten(word: string, asked: string): string {
  const parts = asked.split(/\s+/).map((part) => part.replaceAll(/^["'“(]+|["'”?!.,;:)]+$/g, ''));
  const tied = parts.find(
    (part) => part !== word && part.split(/(?=[^\p{L}\p{N}])|(?<=[^\p{L}\p{N}])/u).includes(word),
  );
  return tied ?? word.replaceAll(/^["'“]|["'”]$/g, '');
}

/** What there is to ask about, and questions that are a click away. `said`: what the notebook says already is not repeated. */
export function offerHelp(
  tables: readonly Table[],
  asked: string,
  questions: readonly string[],
  said: string,
): string {
  const nearest = findNearest(tables, asked);
  const shown = tables.length > MAX_TABLES && nearest ? [nearest] : tables;
  const others = tables.filter((table) => !shown.includes(table)).map(({ name }) => `\`${name}\``);
  const listed = [
    ...shown.map((table) => describeColumns(table, tables.length > 1)),
    ...(others.length > 0 ? [`The other tables are ${listWords(others)}.`] : []),
  ];
  const offered = questions.map((question) => `- "${question}"`).join('\n');
  return [
    ...listed.filter((text) => !said.includes(text)),
    ...(questions.length > 0 ? [`Questions that I can answer:\n\n${offered}`] : []),
    ...(said.includes(ABOUT_ME) ? [] : [ABOUT_ME]),
  ].join('\n\n');
}

function describeColumns({ name, file, rows, columns }: Table, isOneOfMany: boolean): string {
  const names = columns
    .slice(0, MAX_COLUMNS)
    .map(({ name: title, type }) => `\`${title}\`${type === 'empty' ? ' (empty)' : ''}`);
  const more = columns.length - names.length;
  const end = listWords([...names, ...(more > 0 ? [`${more} more`] : [])]);
  const where = isOneOfMany ? `\`${name}\` (from \`${file}\`)` : `\`${file}\``;
  return `${where} has ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} and the ${columns.length === 1 ? 'column' : 'columns'} ${end}.`;
}

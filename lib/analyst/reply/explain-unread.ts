/** Why a question is not answered: the words that were not understood, and questions that can be. */
import type { Reading, Table } from '../query/query.ts';
import { readTokens } from '../read/tokens.ts';
import { findNearest } from './suggest-questions.ts';

type Unread = Pick<Extract<Reading, { kind: 'unread' }>, 'words' | 'why'>;

const MAX_WORDS = 8;
const MAX_COLUMNS = 12;

/** A sentence or two. */
export function explainUnread({ words, why }: Unread, asked: string, tables: readonly Table[]): string {
  if (why !== null) return `I do not answer this. ${why}`;
  const all = readTokens(asked);
  const isWhole = words.length >= all.filter(({ kind }) => kind !== 'mark').length;
  const phrases = joinNeighbors(
    words,
    all.map(({ text }) => text),
  );
  const written = [...new Set(phrases.map((phrase) => findWritten(phrase, asked)))];
  const named = written.slice(0, MAX_WORDS).map((word) => `"${word}"`);
  const said = isWhole
    ? 'I do not understand what this question asks for, so I do not answer it.'
    : `I do not understand ${listWords(named)} in this question, so I do not answer it: without ${new Set(words).size === 1 ? 'that word' : 'those words'} it would be another question.`;
  return [said, ...explainUnits(asked, tables)].join(' ');
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

const MONEY = '[$€£¥₹]|USD|EUR|GBP|JPY|CHF|CAD|AUD|CNY|INR|SEK|NOK|DKK|PLN|BRL|MXN';
const NUMBER = "\\d[\\d.,' ]*";
const CURRENCY = new RegExp(`^[(-]?\\s*(?:(${MONEY})\\s*${NUMBER}|${NUMBER}\\s*(${MONEY}))\\)?$`);

/** A column with amounts in several currencies is text. */
function explainUnits(asked: string, tables: readonly Table[]): string[] {
  const columns = tables.flatMap((table) => table.columns);
  return columns.flatMap(({ name, type, values }) => {
    if (type !== 'text' || !asked.toLowerCase().includes(name.toLowerCase())) return [];
    const marks = values.flatMap((value) => {
      const [, before, after] = CURRENCY.exec(value.trim()) ?? [];
      return (before ?? after)?.trim() ?? [];
    });
    const found = [...new Set(marks)];
    return found.length < 2 || marks.length * 2 < values.length
      ? []
      : [`\`${name}\` is in more than one unit (${listWords(found)}), so I do not compute with it.`];
  });
}

/** `shipping_cost` of its `shipping`: the reader splits what people write in one. */
function findWritten(word: string, asked: string): string {
  // A mark is named with the words that it ties.
  const tied = /^[^\p{L}\p{N}]$/u.test(word)
    ? asked
        .split(/\s+/)
        .map((part) => part.replace(/[?!.,;:]+$/, ''))
        .find((part) => part.includes(word))
    : undefined;
  const whole =
    tied ??
    asked.split(/[^\p{L}\p{N}_-]+/u).find((part) => part !== word && part.split(/[_-]/).includes(word));
  return whole ?? word.replaceAll(/^["'“]|["'”]$/g, '');
}

const MAX_TABLES = 3;
const ABOUT_ME =
  'I am the built-in analyst, which follows rules. A language model can answer open questions: connect one in Settings, or with `actbook models add`.';

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
  const end = more > 0 ? `${names.join(', ')} and ${more} more` : listWords(names);
  const where = isOneOfMany ? `\`${name}\` (from \`${file}\`)` : `\`${file}\``;
  if (columns.length === 0) return `${where} has no columns.`;
  return `${where} has ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} and the ${columns.length === 1 ? 'column' : 'columns'} ${end}.`;
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

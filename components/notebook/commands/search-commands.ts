import type { CommandId } from './table/command-table.ts';
import { getTitle } from './table/command-titles.ts';

/**
 * Commands whose words contain the query's letters in order, best first: its whole title, then whole words, then prefixes, then
 * the rest; of equal ones, those that have the words in their title.
 */
export function searchCommands(ids: readonly CommandId[], query: string): CommandId[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return ids
    .map((id) => ({ id, score: rate(id, words) }))
    .filter(({ score: each }) => each > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => id);
}

/** 0 when a word does not match. */
function rate(id: CommandId, words: readonly string[]): number {
  const found = score(toSearched(id), words);
  if (found === 0) return 0;
  const title = getTitle(id).title.toLowerCase();
  if (title === words.join(' ')) return Number.POSITIVE_INFINITY;
  return words.reduce((sum, word) => sum + scoreWord(title, word), found);
}

function toSearched(id: CommandId): string {
  const { title, hint = '', section } = getTitle(id);
  return `${title} ${hint} ${section}`.toLowerCase();
}

/** 0 when a word does not match the text. */
function score(text: string, words: readonly string[]): number {
  let sum = 1;
  for (const word of words) {
    const each = scoreWord(text, word);
    if (each === 0) return 0;
    sum += each;
  }
  return sum;
}

function scoreWord(text: string, word: string): number {
  if (text.split(' ').includes(word)) return 8;
  if (` ${text}`.includes(` ${word}`)) return 6;
  if (text.includes(word)) return 4;
  let place = -1;
  for (const letter of word) {
    place = text.indexOf(letter, place + 1);
    if (place === -1) return 0;
  }
  return 1;
}

import type { Command } from './command.ts';

/** Those whose words have the letters of the query in order, best first: whole words before beginnings before the rest. */
export function searchCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands
    .map((command) => ({ command, score: score(toSearched(command), words) }))
    .filter(({ score: each }) => each > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command);
}

function toSearched({ label, hint = '', group }: Command): string {
  return `${label} ${hint} ${group}`.toLowerCase();
}

/** 0 when a word is not in the text at all. */
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

/**
 * Counts the words that the reader drops: every question that the unit tests read, with a word less, a word more that
 * changes the meaning, and an unknown word, at every place. `node bench/analyst/count-dropped.ts`
 */
import type { Table } from '../../lib/analyst/query/query.ts';
import { findQueries } from '../../lib/analyst/read/read-question.ts';
import { readCorpus } from '../../test/unit/analyst/read/corpus.ts';
import { CHANGING_WORDS, isSame, listDeletions, listInsertions } from '../../test/unit/analyst/read/vary.ts';

const counts = { deleted: 0, inserted: 0, unknown: 0 };
const unchanged: string[] = [];

for (const { question, tables } of readCorpus().filter(({ expected }) => isAnswered(expected))) {
  const whole = textOf(question, tables);
  for (const { text, word } of listDeletions(question)) {
    if (isSame.deleted(word, text)) continue;
    counts.deleted += 1;
    if (textOf(text, tables) === whole) unchanged.push(`- ${word}: ${text}`);
  }
  for (const word of CHANGING_WORDS) {
    for (const { text } of listInsertions(question, word)) {
      if (isSame.inserted(word, text)) continue;
      counts.inserted += 1;
      if (textOf(text, tables) === whole) unchanged.push(`+ ${word}: ${text}`);
    }
  }
  for (const { text } of listInsertions(question, 'zorp')) {
    counts.unknown += 1;
    if (findQueries(text, tables, null).length > 0) unchanged.push(`? ${text}`);
  }
}
console.log(unchanged.join('\n'));
console.log(counts, `${unchanged.length} unchanged`);

function isAnswered(expected: string): boolean {
  return !expected.startsWith('?') && !expected.includes(' && ');
}

function textOf(question: string, tables: readonly Table[]): string {
  return JSON.stringify(findQueries(question, tables, null));
}

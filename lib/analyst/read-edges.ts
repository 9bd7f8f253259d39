/** Everyday questions about the ends of a table: its first rows, its last date. */
import { type Dataset, findDateColumn } from './dataset.ts';
import type { Mention } from './match-columns.ts';
import type { DateEnds, Edge, Sample } from './reading.ts';
import type { Word } from './words.ts';

const COUNTS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const SAMPLE =
  /\b(first|last|top|bottom)\s+(?:(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|few|some)\s+)?(rows?|records?|entries|lines|observations)\b(?!.*\bby\b)/i;
const SOME_ROWS =
  /\b(some|a few|(?:an )?examples?(?: of)?|sample) (rows|records|entries|lines)\b|^(show|see|view|print|display) (me )?(the )?(rows|data|table|records)\W*$/i;
const DEFAULT_ROWS = 5;

/** "First 5 rows", "the last ten records", "some rows". */
export function readSample(text: string): Sample | null {
  const [, end = '', count = '', noun = ''] = SAMPLE.exec(text) ?? [];
  if (end === '') return SOME_ROWS.test(text) ? { end: 'first', limit: DEFAULT_ROWS } : null;
  const spelled = COUNTS.indexOf(count.toLowerCase());
  const one = /^(row|record|line|observation)$/i.test(noun) ? 1 : DEFAULT_ROWS;
  return {
    end: /last|bottom/i.test(end) ? 'last' : 'first',
    limit: spelled > 0 ? spelled : Number(count) || one,
  };
}

const FIRST = /^(first|earliest|oldest|start|starts|begin|begins|began)$/;
const LAST = /^(last|latest|newest|recent|end|ends|ended)$/;
const RANGE =
  /\b(date|time) (range|span)\b|\b(what|which) (time )?(period|dates?|time)\b.{0,30}\b(cover|span)|\bfrom when (to|until) when\b|\bhow far back\b/i;

/** "Last order date", "when was the first order", "which period does it cover"; not "the last 3 days". */
export function readDateEnds(
  text: string,
  words: readonly Word[],
  mentions: readonly Mention[],
  dataset: Dataset,
): DateEnds | null {
  const main = findDateColumn(dataset);
  if (!main) return null;
  if (RANGE.test(text)) return { column: main.name, ends: ['first', 'last'] };
  const dated = mentions.filter(({ column }) => column.kind === 'date');
  const spots = words.flatMap(({ lower }, at) => {
    const edge = toEdge(lower);
    return edge && !/^\d|^(day|week|month|quarter|year)/.test(words[at + 1]?.lower ?? '')
      ? [{ edge, at }]
      : [];
  });
  const asksWhen = /^when\b/i.test(text.trim());
  const named = dated.find(({ from, at }) =>
    spots.some((spot) => at.includes(spot.at) || (from > spot.at && from - spot.at <= 3)),
  );
  if (spots.length === 0 || (!named && !asksWhen)) return null;
  const ends = [...new Set(spots.map(({ edge }) => edge))];
  return { column: (named?.column ?? main).name, ends };
}

function toEdge(word: string): Edge | null {
  if (FIRST.test(word)) return 'first';
  return LAST.test(word) ? 'last' : null;
}

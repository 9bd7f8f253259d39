/** Words that nothing knows, and that are one slip of the fingers away from one that is known. */
import { ADJECTIVES, SYNONYMS } from './concepts.ts';
import { type Token, toSingular, wordsOf } from './tokens.ts';
import type { Source } from './views.ts';

export interface Correction {
  readonly tokens: readonly Token[];
  /** What was read as what. */
  readonly notes: readonly string[];
}

/** Words of questions that have no other word near them. Each is said back where it is taken for what was written. */
const COMMON =
  'the and what which how many when average median total highest lowest number percentage between correlation compare different maximum minimum every month weekday'.split(
    ' ',
  );
/** Shorter names are near to too many other words. */
const MIN_NAME = 5;
/** Of shorter words, only letters in the wrong order are seen to be a slip; a question begins with few other words than "what". */
const SHORT = 4;
/** More values than these are names of things. */
const MOST_VALUES = 50;
/** Words of their own that look like the name of a column. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  [
    ...SYNONYMS,
    ...ADJECTIVES.flatMap((line) => line[0].split('|')),
    'county diary dairy trail trial board broad coast parent plate through quite pilot later',
  ].flatMap((line) => line.split(' ')),
);

/** Null unless each of the unknown words is near to one known word, and to one only. */
export function correctSpelling(
  tokens: readonly Token[],
  unknown: readonly Token[],
  sources: readonly Source[],
): Correction | null {
  const names = new Set(sources.flatMap(listNames));
  const found = new Map<Token, string>();
  for (const token of unknown) {
    const [near, ...others] = findNear(token, names, token === tokens[0]);
    if (near === undefined || others.length > 0) return null;
    found.set(token, near);
  }
  if (found.size === 0) return null;
  return {
    tokens: tokens.map((token) => ({ ...token, word: found.get(token) ?? token.word })),
    notes: [...found].map(([token, word]) => `"${token.text}" is read as "${word}".`),
  };
}

function listNames({ columns }: Source): string[] {
  return columns
    .flatMap(({ field, column }) => [
      ...wordsOf(field.name),
      ...(column.type === 'text' && column.unique <= MOST_VALUES ? column.values.flatMap(wordsOf) : []),
    ])
    .filter((word) => word.length >= MIN_NAME);
}

/** A plural is not a slip. */
function findNear({ word, kind }: Token, names: ReadonlySet<string>, isFirst: boolean): string[] {
  if (kind !== 'word' || OTHER_WORDS.has(toSingular(word))) return [];
  const common = COMMON.filter((other) => isSlip(word, other, isFirst ? SHORT - 1 : SHORT));
  return [
    ...new Set([
      ...common,
      ...[...names].filter((name) => word !== `${name}es` && isSlip(toSingular(word), name, SHORT)),
    ]),
  ];
}

/** Two letters in the wrong order, one too many, or one left out; another letter mostly makes another word. */
function isSlip(written: string, meant: string, least: number): boolean {
  if (written.length < 3 || written[0] !== meant[0] || written === meant) return false;
  if (written.length === meant.length) return isSwapped(written, meant);
  const [shorter, longer] = [written, meant].toSorted((one, other) => one.length - other.length);
  if (!shorter || !longer || shorter.length < least || longer.length - shorter.length !== 1) return false;
  return [...longer].some((_, at) => longer.slice(0, at) + longer.slice(at + 1) === shorter);
}

function isSwapped(written: string, meant: string): boolean {
  const at = [...written].findIndex((letter, index) => letter !== meant[index]);
  const rest = (word: string) => word.slice(at + 2);
  return written[at] === meant[at + 1] && written[at + 1] === meant[at] && rest(written) === rest(meant);
}

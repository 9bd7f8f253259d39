/** A question as words, numbers, quoted names, and marks. */
import { UNITS } from './concepts.ts';

export interface Token {
  /** As it was written. */
  readonly text: string;
  /** How the lexicon knows it: lower case, without what surrounds it. */
  readonly word: string;
  readonly kind: 'word' | 'number' | 'quoted' | 'mark';
  readonly number: number | null;
  /** `%`, a currency sign, or `th` of `5th`. */
  readonly sign: string | null;
  /** Where it begins in the question. */
  readonly at: number;
}

const TOKEN =
  /"([^"]+)"|“([^”]+)”|`([^`]+)`|(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])|(\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2})?)(?![\d-])|((?:(?<=^|[\s(])-)?[$€£]?\d+(?:,\d{3})*(?:\.\d+)?)(%|st|nd|rd|th|k|m)?(?![\p{L}\d])|(°\s?[CF]?)(?!\p{L})|([\p{L}\d]+?)(n['’]t|['’]s?)?(?![\p{L}\d])|([^\s\p{L}\d_])/gu;

/** Words after which `'s` is short for "is". */
const TAKES_IS = new Set(['what', 'who', 'that', 'there', 'it', 'where', 'how', 'which', 'when']);

export function readTokens(text: string): Token[] {
  return [...text.matchAll(TOKEN)]
    .filter((match) => !isHyphen(text, match))
    .flatMap((match) => toTokens(match));
}

/** Whether it ties two words together, as in `non-member`, and not two numbers. */
function isHyphen(text: string, match: RegExpMatchArray): boolean {
  const at = match.index ?? 0;
  const [before = ' ', after = ' '] = [text[at - 1], text[at + 1]];
  const isDigit = (letter: string) => letter >= '0' && letter <= '9';
  const left = text.slice(0, at).split(NO_LETTER).at(-1) ?? '';
  const [right = ''] = text.slice(at + 1).split(NO_LETTER);
  const isRange = TIME_WORDS.test(left) && TIME_WORDS.test(right);
  return (
    match[0] === '-' && before !== ' ' && after !== ' ' && !(isDigit(before) && isDigit(after)) && !isRange
  );
}

const NO_LETTER = /[^\p{L}]/u;
/** `Jan-May`, `Mon-Fri`: the hyphen means "to". */
const TIME_WORDS =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\p{L}*$/iu;

function toTokens(match: RegExpMatchArray): Token[] {
  const [whole, double, curly, tick, single, date, number, sign, degree, word, ending, mark] = match;
  const at = match.index ?? 0;
  const base = { number: null, sign: null, at };
  const quoted = double ?? curly ?? tick ?? single;
  if (quoted !== undefined)
    return [{ ...base, text: whole, word: quoted.trim().toLowerCase(), kind: 'quoted' }];
  if (date !== undefined) return [{ ...base, text: whole, word: date, kind: 'word' }];
  if (number !== undefined) return [toNumber(whole, number, sign ?? null, at)];
  if (degree !== undefined)
    return [{ ...base, text: whole, word: degree.endsWith('F') ? 'f' : 'c', kind: 'word' }];
  if (mark !== undefined)
    return [{ ...base, text: whole, word: mark === '×' ? 'x' : mark, kind: mark === '×' ? 'word' : 'mark' }];
  return toWords(word ?? whole, ending ?? '', at);
}

function toNumber(text: string, digits: string, sign: string | null, at: number): Token {
  const currency = ['$', '€', '£'].find((symbol) => digits.includes(symbol)) ?? null;
  // `2m` alone can be two meters as well.
  const factor = sign === 'k' ? 1e3 : sign === 'm' && currency ? 1e6 : 1;
  const number = Number([...digits].filter((letter) => !'$€£,'.includes(letter)).join('')) * factor;
  return { text, word: text, kind: 'number', number, sign: factor === 1 ? (sign ?? currency) : currency, at };
}

/** Splits `UnitCost`, `isn't` and `what's` into their words. */
function toWords(word: string, ending: string, at: number): Token[] {
  const base = { kind: 'word', number: null, sign: null } as const;
  const short = ending === '' ? SHORT_NOT.get(word.toLowerCase()) : undefined;
  if (short !== undefined)
    return [
      { ...base, at, text: word, word: short },
      { ...base, at: at + short.length, text: word.slice(short.length), word: 'not' },
    ];
  const parts = (findUnit(word.toLowerCase()) === null ? splitCase(word) : [word]).map((part, index) => ({
    ...base,
    text: part,
    word: WHOLE_FORMS.get(part.toLowerCase()) ?? fold(part),
    at: at + index,
  }));
  if (ending === '') return parts;
  const isVerb = ending.length === 2 && TAKES_IS.has(word.toLowerCase());
  const last = ending.startsWith('n') ? 'not' : isVerb ? 'is' : "'s";
  return [...parts, { ...base, at: at + word.length, text: ending, word: last }];
}

/** As people type "don't". */
const SHORT_NOT: ReadonlyMap<string, string> = new Map(
  'do does did is are was were have has'.split(' ').map((verb) => [`${verb}nt`, verb]),
);

/** What is left of "can't" and "won't". */
const WHOLE_FORMS: ReadonlyMap<string, string> = new Map([
  ['ca', 'can'],
  ['wo', 'will'],
]);

/** Lower case, without accents: people leave them out. */
function fold(word: string): string {
  const plain = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
  return SPELLINGS.reduce((text, [british, american]) => text.replace(british, american), plain);
}

/** British endings, of names and questions alike. */
const SPELLINGS: readonly (readonly [british: RegExp, american: string])[] = [
  [/(?<=\p{L}{2})tre(?=s?$)/u, 'ter'],
  [/(?<=^(?:col|lab|fav|neighb|harb))our/u, 'or'],
  [/^maths$/u, 'math'],
  [/^tyre(?=s?$)/u, 'tire'],
  [/(?<=^fertili)s(?=er)/u, 'z'],
];

/** The spelling that units are compared by. */
export function findUnit(word: string): string | null {
  return UNIT_OF.get(word) ?? null;
}

/** `unitCost` as `unit`, `Cost`. */
function splitCase(word: string): string[] {
  return word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
}

const SINGULARS: ReadonlyMap<string, string> = new Map(
  'women:woman men:man people:person children:child feet:foot species:species series:series news:news mice:mouse gas:gas bus:bus buses:bus analyses:analysis has:has was:was is:is this:this its:its as:as us:us days:day status:status ids:id nos:no diagnoses:diagnosis crises:crisis bases:basis'
    .split(' ')
    .map((pair): [string, string] => [pair.split(':')[0] ?? '', pair.split(':')[1] ?? '']),
);

/** The form that column names, values and questions are compared in. */
export function toSingular(word: string): string {
  const known = SINGULARS.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (['sses', 'shes', 'ches', 'xes', 'zes'].some((end) => word.endsWith(end))) return word.slice(0, -2);
  if (['ss', 'us', 'is'].some((end) => word.endsWith(end))) return word;
  return word.slice(0, -1);
}

const UNIT_OF: ReadonlyMap<string, string> = new Map(
  UNITS.toReversed().flatMap((line) => {
    const units = line.split(' ');
    const [first = ''] = units;
    return [...units, ...units.map(toSingular)].map((unit) => [unit, first] as const);
  }),
);

/** The words of a name, as they are compared: `Unit Price (EUR)` is `unit`, `price`, `eur`. */
export function wordsOf(name: string): string[] {
  return readTokens(name.replaceAll('_', ' '))
    .filter((token) => token.kind !== 'mark' && token.word !== "'s")
    .flatMap((token) => (token.kind === 'quoted' ? token.word.split(' ') : [token.word]))
    .map(toSingular);
}

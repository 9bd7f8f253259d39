/** Words that say that something is at one end of an order, at which, and of what. */
import type { Span } from '../answer/read-blocks.ts';
import { readStems } from '../text/words.ts';

/** `either`: what is best or fastest has the most or the least. */
export type Side = 'most' | 'least' | 'either';

export interface Superlative extends Span {
  readonly side: Side;
  /** Stems of what it is about, where the word says it. */
  readonly about: ReadonlySet<string>;
  /** Dimensions of the units of what it is about. */
  readonly dimensions: readonly string[];
}

type Entry = readonly [side: Side, words: string, about?: string, dimensions?: readonly string[]];

const TIME = ['time', 'months'];
const HEAT = ['celsius', 'fahrenheit', 'kelvin'];
const SPAN = 'length duration time day hour minute distance';

/** Those in German without the endings of cases. */
const ENTRIES: readonly Entry[] = [
  ['most', 'highest|largest|biggest|greatest|most|höchste|größte|meiste'],
  ['least', 'lowest|smallest|fewest|least|niedrigste|kleinste|wenigste'],
  ['most', 'heaviest|schwerste', 'mass', ['mass']],
  ['least', 'lightest|leichteste', 'mass', ['mass']],
  ['most', 'longest|längste', SPAN, ['length', ...TIME]],
  ['least', 'shortest|kürzeste', `${SPAN} height`, ['length', ...TIME]],
  ['most', 'tallest', 'height'],
  ['most', 'hottest|warmest|wärmste|heißeste', 'temperature temp', HEAT],
  ['least', 'coldest|coolest|kälteste', 'temperature temp', HEAT],
  ['most', 'wettest|rainiest', 'rain rainfall precipitation'],
  ['least', 'driest', 'rain rainfall precipitation'],
  ['most', 'most expensive|dearest|priciest|costliest|teuerste', 'price cost'],
  ['least', 'least expensive|cheapest|billigste|günstigste', 'price cost'],
  ['most', 'oldest|älteste', 'age'],
  ['least', 'youngest|jüngste', 'age'],
  ['most', 'most populous', 'population'],
  ['least', 'least populous', 'population'],
  ['either', 'fastest|quickest|slowest|schnellste|langsamste', 'speed time duration', ['speed', 'time']],
  ['either', 'best|worst|strongest|weakest|beste|schlechteste'],
];

const KNOWN = new Map(
  ENTRIES.flatMap(([side, words, about = '', dimensions = []]) =>
    words.split('|').map((word) => [word, { side, about: readStems(about), dimensions }] as const),
  ),
);
/** Longer ones first: “most expensive” is not “most”. */
const PATTERN = new RegExp(
  `(?<![\\p{L}\\d])(${[...KNOWN.keys()].toSorted((a, b) => b.length - a.length).join('|')})[nrsm]?(?!\\p{L})`,
  'giu',
);

/** Without “at least”, which is a bound. */
export function readSuperlatives(text: string): Superlative[] {
  return [...text.matchAll(PATTERN)].flatMap(({ 0: whole, 1: word = '', index }) => {
    const known = KNOWN.get(word.toLowerCase());
    if (!known || /(?<!\p{L})at\s+$/iu.test(text.slice(0, index))) return [];
    return { ...known, start: index, end: index + whole.length };
  });
}

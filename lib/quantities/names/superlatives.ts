/** Words that say that something is at one end of an order, at which, and of what. */
import type { Span } from '../answer/read-blocks.ts';
import { readStems } from '../text/words.ts';

/** `either`: what is best or fastest has the most or the least. */
export type Side = 'most' | 'least' | 'either';

interface Meaning {
  readonly side: Side;
  /** Stems of what it is about, where the word says it. */
  readonly about: ReadonlySet<string>;
  /** Dimensions of the units of what it is about. */
  readonly dimensions: readonly string[];
  /** Whether it is a verb, as “leads” is, or stands for one. */
  readonly isVerb?: boolean;
}

export interface Superlative extends Span, Meaning {}

/** `words`: English and German, those in German without the endings of cases; after a slash, adjectives that follow “most” or “plus”. */
type Entry = readonly [side: Side, words: string, about?: string, dimensions?: readonly string[]];

const TIME = ['time', 'months'];
const HEAT = ['celsius', 'fahrenheit', 'kelvin'];
const SPAN = 'length duration time day hour minute distance';
const ENTRIES: readonly Entry[] = [
  [
    'most',
    'highest largest biggest greatest höchste größte meiste mayor maggiore / haut élevé grand alt grande elevad',
  ],
  [
    'least',
    'lowest smallest fewest niedrigste kleinste wenigste geringste menor minore / bas faible petit baj pequeñ piccol',
  ],
  ['most', 'heaviest schwerste / lourd pesad pesant', 'mass', ['mass']],
  ['least', 'lightest leichteste / léger liger legger', 'mass', ['mass']],
  ['most', 'longest längste / long larg lung', SPAN, ['length', ...TIME]],
  ['least', 'shortest kürzeste / court cort', `${SPAN} height`, ['length', ...TIME]],
  ['most', 'tallest', 'height'],
  ['most', 'hottest warmest wärmste heißeste / chaud cálid cald', 'temperature temp', HEAT],
  ['least', 'coldest coolest kälteste / froid frí fredd', 'temperature temp', HEAT],
  ['most', 'wettest rainiest', 'rain rainfall precipitation'],
  ['least', 'driest trockenste', 'rain rainfall precipitation'],
  ['most', 'dearest priciest costliest teuerste / expensive cher car', 'price cost'],
  ['least', 'cheapest billigste günstigste / barat economic', 'price cost'],
  ['most', 'oldest älteste / âgé viej anzian', 'age'],
  ['least', 'youngest jüngste / jeune jov giovan', 'age'],
  ['most', 'commonest häufigste / common frequent fréquent frecuent comun', 'count share'],
  ['least', 'rarest seltenste / rare rar', 'count share'],
  ['either', 'fastest quickest slowest schnellste langsamste', 'speed time duration', ['speed', 'time']],
  [
    'either',
    'best worst strongest weakest beste schlechteste stärkste schwächste meilleur meilleure pire mejor peor migliore peggiore',
  ],
];

const list = (words = '') => words.split(' ').filter((word) => word !== '');
const KNOWN = ENTRIES.map(([side, words, about = '', dimensions = []]) => {
  const [whole, adjectives] = words.split('/');
  return {
    words: list(whole),
    adjectives: list(adjectives),
    meaning: { side, about: readStems(about), dimensions },
  };
});
const WHOLE = new Map(KNOWN.flatMap(({ words, meaning }) => words.map((word) => [word, meaning] as const)));
const NOTHING = { about: new Set<string>(), dimensions: [] };
const LEADER =
  'leads|leader|champion|tops|number one|the top|(?:comes?|came|finish\\p{L}*|ranks?|is|are|was) (?:first|last)|führt|Spitzenreiter|Schlusslicht|en tête|lidera';
/** Without it, “plus” and “más” compare two. */
const ROMANCE =
  "(?<=(?<!\\p{L})(?:le|la|les|l['’]|el|los|las|lo|il|i|gli|c['’]est|con)\\s*(?:\\p{L}+\\s+){0,2})(?:plus|moins|más|menos|più|meno)";
const PATTERN = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<whole>${[...WHOLE.keys()].join('|')})(?:[nrsm]|es)?|(?<leader>${LEADER})|(?<any>\\p{L}{2,}est|(?<=am )\\p{L}{3,}sten)|(?<degree>most|least|am meisten|am wenigsten|${ROMANCE})(?:\\s+(?<adjective>\\p{L}+))?)(?!\\p{L})`,
  'giu',
);
/** Words that end as superlatives do. */
const OTHERS =
  /^(?:(?:inter|for|har|\p{L}*qu|sugg|t|lat|cont|prot|\p{L}*w|r|n|gu|arr|dig|mod|hon|earn|inv|cr|ch|p|v|z|manif|ever|budap|buchar)est)$/iu;
const LEAST = /least|wenigsten|moins|menos|meno/iu;
const OPPOSITE = { most: 'least', least: 'most', either: 'either' } as const;

/** Without “at least” and “at most”, which are bounds. */
export function readSuperlatives(text: string): Superlative[] {
  return [...text.matchAll(PATTERN)].flatMap(({ 0: all, index, groups = {} }) => {
    const { whole, leader, any, degree = '', adjective = '' } = groups;
    const place = { start: index, end: index + all.length };
    const meaning = WHOLE.get(whole?.toLowerCase() ?? '');
    if (meaning) return { ...place, ...meaning };
    if (leader) return { ...place, ...NOTHING, side: 'either', isVerb: true };
    // “Densest” is about what begins as it does: a density.
    if (any)
      return OTHERS.test(any)
        ? []
        : { ...place, ...NOTHING, side: 'either', about: readStems(any.replace(/i?est$/i, '')) };
    if (/(?<!\p{L})at\s+$/iu.test(text.slice(0, index))) return [];
    const known = KNOWN.find(({ adjectives }) =>
      adjectives.some((each) => adjective.toLowerCase().startsWith(each)),
    )?.meaning;
    const { side } = known ?? { side: 'most' };
    const isLeast = LEAST.test(degree);
    // Of another word, the sentence says what is compared: “most trees”.
    const end = known ? place.end : index + degree.length;
    return { ...place, end, ...NOTHING, ...known, side: isLeast ? OPPOSITE[side] : side };
  });
}

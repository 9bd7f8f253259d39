/** Multiples and fractions in words: “twice as many”, “a third of”, “halved”. */
import type { Numeral } from './numerals.ts';

const SHARES = new Map(Object.entries({ half: 2, third: 3, quarter: 4, fifth: 5, tenth: 10 }));
const COUNTS = new Map(Object.entries({ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4 }));
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [
    /(?<!\p{L})(?:twice|double|doubled|doubles|doppelt|doble)(?= (?:as|the|that|that of|of|those|what|so|que|from|to|in|since)(?!\p{L}))/giu,
    2,
  ],
  [/(?<!\p{L})(?:triple|tripled|triples)(?= (?:as|the|that|of|from|to|in|since)(?!\p{L}))/giu, 3],
  [/(?<!\p{L})(?:doubled|verdoppelt)(?!\p{L})/giu, 2],
  [/(?<!\p{L})(?:tripled|dreimal(?= so)|verdreifacht)(?!\p{L})/giu, 3],
  [/(?<!\p{L})(?:halved|halbiert)(?!\p{L})/giu, 0.5],
];
const FRACTION =
  /(?<!\p{L})(?:(an?|one|two|three|four)[ -](third|quarter|fifth|tenth)s?(?= of(?!\p{L})|[.,;)]|$)|half(?= (?:of|as|the|are|were|is|that)(?!\p{L})|[.,;)]|$))/giu;

/** As ratios: 2 for twice, 0.333 for a third. */
export function findMultiples(text: string): Numeral[] {
  const fractions = [...text.matchAll(FRACTION)].map((match) => {
    const [, count = 'a', part = 'half'] = match;
    return toNumeral(match, (COUNTS.get(count.toLowerCase()) ?? 1) / (SHARES.get(part.toLowerCase()) ?? 2));
  });
  const multiples = MULTIPLES.flatMap(([pattern, value]) =>
    [...text.matchAll(pattern)].map((match) => toNumeral(match, value)),
  );
  return [...multiples, ...fractions];
}

/** Words are rough: they are right within a tenth of what they say. */
const ROUGH = 0.2;

function toNumeral(match: RegExpMatchArray, value: number): Numeral {
  const start = match.index ?? 0;
  const step = value * ROUGH;
  return { start, end: start + match[0].length, value, step, roundStep: step, kind: 'multiple' };
}

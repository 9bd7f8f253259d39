/** What words of one family begin with: `cancelled`, `cancellation`, `cancels`. */
import { toSingular } from '../words/tokens.ts';

/** The longer ones first. */
const ENDINGS =
  'ization isation ation ition ment ance ence ity able ible ship ness ing ure ion ive ful ers ors ies ied ed er or al ly ic es en y e s'.split(
    ' ',
  );
/** Shorter ones are the beginnings of too many words. */
const MIN_LETTERS = 4;

/** The word without its endings, one after another, and with single consonants at its end. */
export function stemOf(word: string): string {
  const singular = toSingular(word.toLowerCase());
  const ending = ENDINGS.find((end) => singular.endsWith(end) && singular.length - end.length >= MIN_LETTERS);
  const rest = ending === undefined ? singular : singular.slice(0, -ending.length);
  const isDoubled =
    rest.length > MIN_LETTERS && /[^aeious]/.test(rest.at(-1) ?? '') && rest.at(-1) === rest.at(-2);
  const single = isDoubled ? rest.slice(0, -1) : rest;
  return single === singular ? single : stemOf(single);
}

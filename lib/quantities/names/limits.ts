/** Words by which a sentence says something of a part only, or takes it back. */
import { readStems, readWords } from '../text/words.ts';

const HEDGE =
  /(?<!\p{L})(?:not|no|nor|never|neither|if|unless|would|could|might|may|should|than|but|except|excluding|excludes?|excluded|without|apart|aside|besides|ignoring|only|once|almost|nearly|among|expected|predicted|forecast|estimated|tied?|ties|joint|jointly|same|equal|equally|relative|remaining|other|else|nicht|kein\p{L}*|ohne|außer|nur|wenn|würde|unter)(?!\p{L})|n['’]t(?!\p{L})|\?/iu;

export function isHedged(text: string): boolean {
  return HEDGE.test(text);
}

const LIMITS_WHAT_FOLLOWS =
  /(?<!\p{L})(?:only|except|excluding|excluded|without|among|restrict\p{L}*|filter\p{L}*|consider\p{L}*|ignor\p{L}*|limit\p{L}*|if|when|nur|ohne|außer)(?!\p{L})/iu;
/** Characters. A longer text says more than what the next is about; a title says nothing else. */
const [MAX_LEAD, MAX_TITLE] = [80, 40];

/** Whether a text that is above a sentence says that the sentence is about a part. */
export function isLimitedAbove(text: string, isKnown: (stem: string) => boolean): boolean {
  const { length } = text.trim();
  if (LIMITS_WHAT_FOLLOWS.test(text)) return true;
  if (length <= MAX_TITLE) return ![...readStems(text)].every(isKnown);
  return (length <= MAX_LEAD || /:\s*$/.test(text)) && isLimitedBy(text, isKnown);
}

/** Whether a question is about a part. */
export function isLimitedAsked(text: string, isKnown: (stem: string) => boolean): boolean {
  return LIMITS_WHAT_FOLLOWS.test(text) || isLimitedBy(text, isKnown);
}

const BEFORE_LIMIT =
  /(?<!\p{L})(?:in|on|at|for|within|during|of|from|by|under|over|between|since|before|after|until|across|through|when|where|while|who|which|that|as|against|per|throughout|outside|inside|im|am|für|von|bei|mit|während|seit|with)(?=\s)/giu;
/** Words after such a one. */
const MAX_AFTER = 3;

/** Whether it says “in”, “of”, or the like of something that is not known to be all that there is. */
export function isLimitedBy(text: string, isKnown: (stem: string) => boolean): boolean {
  return [...text.matchAll(BEFORE_LIMIT)].some(({ 0: word, index }) => {
    const after = text.slice(index + word.length).split(/[,;:()—–.!?]/)[0] ?? '';
    return !readWords(after)
      .slice(0, MAX_AFTER)
      .every(({ stem }) => isKnown(stem));
  });
}

const NEUTRAL = new Set(
  `all overall far every group category row column table dataset data result summary answer finding conclusion overview key main
  highlight value one thu therefore clearly here final finally also yes first so short line item entry single whole output cell
  three four five six seven eight nine ten two both sum question what which how much many show tell give compare`.split(
    /\s+/,
  ),
);

/** Whether a word limits nothing. */
export function isNeutral(stem: string): boolean {
  return NEUTRAL.has(stem);
}

/** Words by which a sentence says something of a part only, or takes it back. */
import { readStems, readWords } from '../text/words.ts';

const HEDGE =
  /(?<!\p{L})(?:not|no|nor|never|neither|unless|would|could|might|may|should|than|almost|nearly|expected|predicted|forecast|estimated|tied?|ties|joint|jointly|same|equal|equally|relative|relatively|remaining|other|else|single|against|versus|vs|compared|behind|gegen|contre|frente|contro|nicht|kein\p{L}*|würde|pas|que|presque|casi|quasi|che)(?!\p{L})|n['’]t(?!\p{L})|\?/iu;

export function isHedged(text: string): boolean {
  return HEDGE.test(text);
}

const LIMITS =
  /(?<!\p{L})(?:only|except|excluding|excludes?|excluded|without|among|apart|aside|besides|restrict\p{L}*|filter\p{L}*|consider\p{L}*|ignor\p{L}*|limit\p{L}*|if|when|where|nur|ohne|außer|unter|wenn|seulement|sauf|hors|parmi|sans|solo|sólo|salvo|excepto|entre|sin|tranne|eccetto|tra|senza)(?!\p{L})/iu;

const OF_TIME =
  /(?<!\p{L})(?:last|this|next|previous|first|letzt\p{L}*|dernier|dernière|ultim\p{L}+)\s+\p{L}/iu;

/** Whether a sentence has a word that limits what it says. */
export function isLimitedSentence(text: string): boolean {
  return LIMITS.test(text) || OF_TIME.test(text);
}

/** Whether a text has a word that limits what is meant, or one that is of the notebook, but not of the table. */
export function isLimited(text: string, isOther: (stem: string) => boolean): boolean {
  return LIMITS.test(text) || [...readStems(text)].some(isOther);
}

/** Characters. A longer text above says more than what the next is about. */
const MAX_TITLE = 60;

export function isTitle(text: string): boolean {
  return text.trim().length <= MAX_TITLE || /:\s*$/.test(text);
}

const BEFORE_LIMIT =
  /(?<!\p{L})(?:in|on|at|for|within|during|of|from|by|under|over|between|since|before|after|nach|until|across|through|while|as|against|per|throughout|outside|inside|im|am|für|von|bei|mit|während|seit|with|pour|par|dans|chez|sur|en|por|para|con|per|di)(?=\s)/giu;
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
  three four five six seven eight nine ten two both sum question what which how much many show tell give compare place spot
  level number figure however still again amount clear`
    .split(/\s+/)
    .flatMap((word) => [...readStems(word)]),
);

/** Whether a word limits nothing. */
export function isNeutral(stem: string): boolean {
  return NEUTRAL.has(stem);
}

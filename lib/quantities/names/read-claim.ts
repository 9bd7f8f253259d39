/** What a sentence says of a winner: which name, at which end, and what of. */
import type { Span } from '../answer/read-blocks.ts';
import { readWords } from '../text/words.ts';
import type { FoundName } from './find-row-names.ts';
import { readSuperlatives, type Superlative } from './superlatives.ts';

export interface Claim extends Link {
  readonly superlative: Superlative;
  /** Stems of the words with which it is said. */
  readonly stems: ReadonlySet<string>;
  /** The part of the sentence that says it, and what else the numbers after it can belong to. */
  readonly start: number;
  readonly end: number;
}

interface Link {
  readonly name: FoundName;
  /** Stems of the words between the name and the superlative, one of which can be a verb. */
  readonly linking: ReadonlySet<string>;
  /** How many of these may be unknown, as a verb is, and how many must be. */
  readonly verbs: readonly [least: number, most: number];
}

const BE =
  'is|are|was|were|has|have|had|ist|sind|war|waren|hat|haben|hatten?|est|sont|était|a|ont|es|son|fue|fueron|era|tiene|tienen|è|sono|ha|hanno';
const IS_BE = new RegExp(`(?<!\\p{L})(?:${BE})(?!\\p{L})`, 'iu');
const ARTICLE = "(?:the|der|die|das|den|dem|le|la|les|el|los|las|il|lo|l['’])";
/** Where one part of a sentence ends and the next begins. */
const PART_END =
  /[;:,()!?]|[—–](?=\s)|\.(?=\s|$)|(?<!\p{L})(?:and|but|while|whereas|though|although|und|aber|während|et|mais|y|pero|e|ma)(?!\p{L})/gu;
/** Words before a superlative with which it says of no winner: “second highest”, “one of the largest”, “not the best”. */
const LESS_BEFORE =
  /(?<!\p{L})(?:one|some|two|three|four|five|both|among|second|third|fourth|fifth|next|nearly|almost|not|never|neither|single|zweit|dritt|its|their|his|her|\d+(?:st|nd|rd|th))[\s-]+(?:of[\s-]+)?(?:the[\s-]+)?$|['’]s\s+$|n['’]t\s+(?:the\s+)?$|-$/iu;

/** `text`: of a sentence, in which numbers are blanks. Names and superlatives of which nothing is said together are left out. */
export function readClaims(text: string, names: readonly FoundName[]): Claim[] {
  const superlatives = readSuperlatives(text);
  const parts = listParts(text);
  return superlatives.flatMap((superlative) => {
    const part = parts.findLast(({ start }) => start <= superlative.start);
    if (!part || LESS_BEFORE.test(text.slice(0, superlative.start))) return [];
    const own = names.filter((name) => name.start >= part.start && name.end <= part.end);
    const link =
      own.length > 0
        ? own.map((name) => linkWithin(text, superlative, name, part)).find((found) => found !== null)
        : linkAcross(text, superlative, names, part);
    if (!link) return [];
    const said = [superlative, link.name].reduce(blank, text).slice(part.start, part.end);
    const last = Math.max(part.end, link.name.end);
    const next = [...superlatives, ...names].flatMap(({ start }) => (start >= last ? start : []));
    const end = Math.min(...next, last + text.slice(last).search(/;|$/));
    return [{ ...link, superlative, stems: readSet(said), start: part.start, end }];
  });
}

export function blank(text: string, { start, end }: Span): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}

function readSet(text: string): Set<string> {
  const words = readWords(text).filter(({ start, end }) => !IS_BE.test(text.slice(start, end)));
  return new Set(words.map(({ stem }) => stem));
}

function listParts(text: string): Span[] {
  const ends = [...text.matchAll(PART_END)];
  const starts = [0, ...ends.map(({ 0: mark, index }) => index + mark.length)];
  return starts.map((start, at) => ({ start, end: ends[at]?.index ?? text.length }));
}

const BY_FAR = /(?<!\p{L})(?:by far|mit Abstand|de loin|con mucho|di gran lunga)(?!\p{L})/giu;
const PLACE = 'in|on|at|for|from|to|of|by|with|within|among|bei|im|am|für|von|en|chez|dans|pour';
/** “In Rome the highest was”: of what is within the row. */
const WITHIN = new RegExp(`(?<!\\p{L})(?:${PLACE})\\s+(?:${ARTICLE}\\s+)?$`, 'iu');
/** Words between that tell of something else than the row among rows: “Rome in July had its”. */
const OTHER_LINK = new RegExp(
  `(?<!\\p{L})(?:${PLACE}|during|under|over|as|that|which|who|its|their|his|her|sein\\p{L}*|ihre?\\p{L}*|son|sa|su|sus|suo|not|never|than|mit|second|third|one)(?!\\p{L})|n['’]t(?!\\p{L})`,
  'iu',
);
const WORDS = /^(?:\s+\p{L}[\p{L}'’_-]*){1,5}\s+$/u;
const ONLY_ARTICLE = new RegExp(`^\\s*(?:${ARTICLE}\\s+)?$`, 'iu');
/** “The heaviest Adelie is a male”. */
const GOES_ON = new RegExp(`^\\s*(?:['’]s?(?!\\p{L})|(?:${BE})(?!\\p{L}))`, 'iu');
/** “Most trees stand in North”, but not “the highest tree in North”. */
const MOST = /^(?:most|fewest|least|(?:am )?(?:meiste|wenigste)n?|plus|más|più)$/iu;

/** Of a name in the same part. */
function linkWithin(text: string, superlative: Superlative, name: FoundName, part: Span): Link | null {
  const { start, end, isVerb } = superlative;
  if (name.end <= start) {
    const between = text.slice(name.end, start).replaceAll(BY_FAR, '');
    const isLinked = isVerb ? between.trim() === '' : WORDS.test(between) && !ONLY_ARTICLE.test(between);
    const isOther = OTHER_LINK.test(between) || WITHIN.test(text.slice(part.start, name.start));
    return isLinked && !isOther ? { name, linking: readSet(between), verbs: [0, 2] } : null;
  }
  if (name.start < end || GOES_ON.test(text.slice(name.end))) return null;
  const between = text.slice(end, name.start);
  if (IS_BE.test(between)) return { name, linking: readSet(between), verbs: [0, 0] };
  const isPlace = WITHIN.test(between);
  // “Mass is highest in Gentoo”.
  if (isPlace && readWords(between).length === 0)
    return IS_BE.test(text.slice(part.start, start)) ? { name, linking: new Set(), verbs: [0, 0] } : null;
  return isPlace && !MOST.test(text.slice(start, end))
    ? null
    : { name, linking: readSet(between), verbs: [1, 1] };
}

/** What is said of the name before: “and has the”. */
const CONTINUED = new RegExp(
  `^\\s*(?:(?:${BE}|also|still|auch|aussi|también)\\s+)+(?:${ARTICLE}\\s+)?$`,
  'iu',
);

/** Of a name in another part: “Best return: Hollow Season”, “the coolest star, Arcturus, has”, “Mid, the largest, has”. */
function linkAcross(
  text: string,
  { start, end }: Superlative,
  names: readonly FoundName[],
  part: Span,
): Link | null {
  const toLink = (name: FoundName): Link => ({ name, linking: new Set(), verbs: [0, 0] });
  const [after, before] = [
    names.find((name) => name.start > end),
    names.findLast((name) => name.end <= part.start),
  ];
  const gap = after ? text.slice(part.end, after.start) : '';
  if (after && ONLY_ARTICLE.test(gap.slice(1)))
    if (/^[:–—]/.test(gap) || (gap.startsWith(',') && /^\s*,/.test(text.slice(after.end))))
      return toLink(after);
  const lead = text.slice(part.start, start);
  if (!before) return null;
  const isBeside = /^\s*,$/.test(text.slice(before.end, part.start)) && ONLY_ARTICLE.test(lead);
  return isBeside || CONTINUED.test(lead) ? toLink(before) : null;
}

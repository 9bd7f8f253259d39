import { readFirstWords } from './read-first-words.ts';

/** Longer titles do not fit into a list. */
const MAX_LENGTH = 60;
/** A title that is cut at a comma says at least this much. */
const MIN_CLAUSE_LENGTH = 20;
/** Words that ask, and say nothing about what is asked. */
const LEAD_IN =
  /^(?:(?:hi|hello|hey|thanks|please|kindly|now|next|(?:can|could|would|will) you|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|let(?:'s|’s| us)|help me(?: to)?|(?:tell|show|give) me)\b[\s,:!.]*)+/i;

/**
 * A title made of a question: its first sentence without what leads to it, cut where a clause ends or between words,
 * of at most 60 characters. Empty only if the question has no words.
 */
export function deriveTitle(question: string): string {
  const words = readFirstWords(question);
  const rest = words.replace(LEAD_IN, '');
  // A greeting alone is all there is.
  const title = shorten(readSentence(/[\p{L}\p{N}]/u.test(rest) ? rest : words));
  return title.charAt(0).toLocaleUpperCase('en') + title.slice(1);
}

/** The first sentence without its period; a question mark stays. */
function readSentence(words: string): string {
  const [sentence = ''] = words.split(/(?<=[.!?。？！])\s+(?=\p{Lu}|\p{Lo})/u);
  return sentence.replace(/[\s.:;,。]+$/u, '') || sentence;
}

function shorten(sentence: string): string {
  if (sentence.length <= MAX_LENGTH) return sentence;
  const head = sentence.slice(0, MAX_LENGTH);
  const clause = head.search(/[,;:(–—][^,;:(–—]*$/);
  if (clause >= MIN_CLAUSE_LENGTH) return head.slice(0, clause).trimEnd();
  const word = head.slice(0, MAX_LENGTH - 1).lastIndexOf(' ');
  return `${head.slice(0, word > 0 ? word : MAX_LENGTH - 1)}…`;
}

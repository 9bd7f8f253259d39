/** What a sentence says of a winner: which name, at which end, and what of. */
import type { Span } from '../answer/read-blocks.ts';
import { readStems } from '../text/words.ts';
import type { FoundName } from './find-row-names.ts';
import { readSuperlatives, type Superlative } from './superlatives.ts';

export interface Claim {
  readonly superlative: Superlative;
  readonly name: FoundName;
  /** The only superlative of its sentence. */
  readonly isOnly: boolean;
  /** Stems of the words with which it is said, but for the verb. */
  readonly stems: ReadonlySet<string>;
  /** Of the verb, which can say what is compared: “weighs the most”. */
  readonly verbStems: ReadonlySet<string>;
  /** What follows in the sentence. */
  readonly rest: string;
}

const BE =
  'is|are|was|were|has|have|had|shows?|showed|posts?|posted|records?|recorded|remains?|saw|sees|sold|sells?|makes?|made|gets?|got|earns?|earned|brings?|brought|receives?|received|weighs?|weighed|costs?|ist|sind|war|waren|hat|haben|hatten?';
const ADVERB =
  'by far|clearly|easily|also|still|again|overall|thus|therefore|comfortably|actually|indeed|mit Abstand|klar|auch';
/** “Its highest” compares what is within a row. */
const ARTICLE = 'the|der|die|das|den|dem|am';
const WORD = "\\p{L}[\\p{L}'’_-]*";

/** “Gentoo penguins are by far the”. */
const NAME_FIRST = new RegExp(
  `^(?:['’]s?)?((?:\\s+${WORD}){0,2}?)\\s+(${BE})(?:\\s+(?:${ADVERB}))*(?:\\s+(?:${ARTICLE}))?\\s+$`,
  'iu',
);
/** “average mass: ”, “average mass is found in ”. */
const SUPERLATIVE_FIRST = new RegExp(
  `^((?:\\s+${WORD}){0,6}?)(?:\\s*[:—–]\\s*|\\s+(?:${BE})(?:\\s+(?:${ADVERB}))*\\s+(?:(?:found|seen|recorded|reached)\\s+)?)(?:(?:in|for|at|by|that of|those of)\\s+)?(?:the\\s+)?$`,
  'iu',
);
/** “The average mass was ”, before “highest in Gentoo”. */
const MEASURE_FIRST = new RegExp(
  `^\\P{L}*((?:${WORD}\\s+){1,6}?)(?:is|are|was|were|ist|war)\\s+(?:(?:${ADVERB})\\s+)*(?:(?:the|am)\\s+)?$`,
  'iu',
);
const PLACE_AFTER = /^\s+(?:for|in|at|on|among|with|bei|in)\s+(?:the\s+)?$/iu;
/** Words before a superlative with which it says of no winner: “second highest”, “one of the largest”, “not the best”. */
const LESS_BEFORE =
  /(?<!\p{L})(?:one|some|two|three|four|five|both|among|second|third|fourth|fifth|next|nearly|almost|not|never|neither|zweit|dritt|\d+(?:st|nd|rd|th))[\s-]+(?:of[\s-]+)?(?:the[\s-]+)?$|n['’]t\s+(?:the\s+)?$|-$/iu;

/** `text`: of a sentence, in which numbers are blanks. Names and superlatives of which nothing is said together are left out. */
export function readClaims(text: string, names: readonly FoundName[]): Claim[] {
  const superlatives = readSuperlatives(text);
  return superlatives.flatMap((superlative) => {
    if (LESS_BEFORE.test(text.slice(0, superlative.start))) return [];
    for (const name of names) {
      const words = readOwnWords(text, superlative, name);
      if (words === null) continue;
      const isOnly = superlatives.length === 1;
      const [stems, verbStems] = [readStems(words.said), readStems(words.verb)];
      return [{ superlative, name, isOnly, stems, verbStems, rest: words.rest }];
    }
    return [];
  });
}

/** Where what is said of the winner itself ends. */
const CLAUSE_END = /[,;:()—–.!?]|\s(?:and|while|but|whereas|with|at|followed|und|mit)(?!\p{L})/iu;

function readOwnWords(
  text: string,
  { start, end }: Superlative,
  name: Span,
): { said: string; verb: string; rest: string } | null {
  const split = (after: string) => {
    const at = after.search(CLAUSE_END);
    return at < 0 ? [after, ''] : [after.slice(0, at), after.slice(at)];
  };
  if (name.end <= start) {
    const found = NAME_FIRST.exec(text.slice(name.end, start));
    if (!found) return null;
    const [own = '', rest = ''] = split(text.slice(end));
    return { said: [text.slice(0, name.start), found[1], own].join(' '), verb: found[2] ?? '', rest };
  }
  const [before, between] = [text.slice(0, start), text.slice(end, name.start)];
  const [own = '', rest = ''] = split(text.slice(name.end));
  const found = SUPERLATIVE_FIRST.exec(between);
  if (found) return { said: [before, found[1], own].join(' '), verb: '', rest };
  const measured = PLACE_AFTER.test(between) ? MEASURE_FIRST.exec(before) : null;
  return measured ? { said: [measured[1], own].join(' '), verb: '', rest } : null;
}

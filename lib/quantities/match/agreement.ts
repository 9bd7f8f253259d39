/** Whether the words around a number in the answer are those that an output has for a value. */
import type { Mention } from '../answer/read-mentions.ts';
import type { Label, SourceValue } from '../source/source-value.ts';

export interface Agreement {
  /** More for words that are nearer to the number, and for names of rows and columns. */
  readonly score: number;
  /** Whether the sentence itself, not only what stands above it, has a word of the value. */
  readonly agrees: boolean;
}

const [ROW, COLUMN, AROUND, ABOVE] = [1.3, 1, 0.5, 0.4];
/** At this many characters from the number, a word counts half as much for its nearness. */
const NEAR = 25;

export function findAgreement(mention: Mention, { row, column, around }: SourceValue): Agreement {
  const counted = new Set<string>();
  const add = (label: Label, weight: number) => {
    let sum = 0;
    for (const { stem, distance } of mention.words) {
      // A word that is said twice counts once, where it is nearest.
      if (counted.has(stem) || !(label.stems.has(stem) || isAbbreviated(stem, label))) continue;
      counted.add(stem);
      sum += weight * (1 + 2 / (1 + distance / NEAR));
    }
    return sum;
  };
  const own = add(row, ROW) + add(column, COLUMN) + add(around, AROUND);
  const above = mention.leadStems.size === 0 ? 0 : countAbove(mention, [row, column, around], counted);
  return { score: own + above * ABOVE, agrees: own > 0 };
}

const [MIN_ABBREVIATION, MAX_ABBREVIATION, MIN_LEFT_OUT] = [3, 20, 3];

/** Whether a label has the beginning of a long word: `mag` for magnitude. */
function isAbbreviated(stem: string, { stems }: Label): boolean {
  const longest = Math.min(stem.length - MIN_LEFT_OUT, MAX_ABBREVIATION);
  for (let length = longest; length >= MIN_ABBREVIATION; length--)
    if (stems.has(stem.slice(0, length))) return true;
  return false;
}

/** Finds the noun after a number that says how many there are. */
export const NOUN_AFTER = /^[\s\u2060]+(?!of |in |times)\p{Ll}{3,}s(?!\p{L})/u;

function countAbove({ leadStems }: Mention, labels: readonly Label[], counted: ReadonlySet<string>): number {
  const stems = new Set(labels.flatMap((label) => [...label.stems]));
  return [...stems].filter((stem) => leadStems.has(stem) && !counted.has(stem)).length;
}

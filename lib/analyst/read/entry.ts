/** Entries of the lexicon. */
/** A phrase with what it means: an entry of the lexicon. */
export interface Entry {
  readonly words: readonly string[];
  readonly category: string;
  readonly meaning: unknown;
  readonly cost: number;
  /** Compared in the singular. */
  readonly isName: boolean;
  /** A verb's form that is a noun here, and not what somebody is doing: "spending", but not "is spending". */
  readonly isDoing?: boolean;
}
export type Index = ReadonlyMap<string, readonly Entry[]>;

export function toEntries(
  phrases: string,
  entry: { category: string; meaning: unknown; isName: boolean },
): Entry[] {
  return phrases
    .split('|')
    .filter((phrase) => phrase !== '')
    .map((phrase) => ({ ...entry, words: splitPhrase(phrase), cost: 0 }));
}

/** `, and` as `,`, `and`: marks are tokens of their own. */
function splitPhrase(phrase: string): string[] {
  return phrase === 'vs.' ? ['vs', '.'] : phrase.split(' ');
}

/** A phrase with what it means: an entry of the lexicon. */
export interface Entry {
  readonly words: readonly string[];
  readonly category: string;
  readonly meaning: unknown;
  readonly cost: number;
  /** Compared in the singular. */
  readonly isName: boolean;
}
export type Index = ReadonlyMap<string, readonly Entry[]>;

/** An entry for each phrase of a list, with `|` between them. */
export function toEntries(phrases: string, entry: Omit<Entry, 'words'>): Entry[] {
  return phrases
    .split('|')
    .filter((phrase) => phrase !== '')
    .map((phrase) => ({ ...entry, words: phrase.split(' ') }));
}

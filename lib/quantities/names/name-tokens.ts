/** Words of a name as it is written, but for plurals: synonyms are other names. */

export interface NameToken {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;

/** “Adelies” are what a row calls `Adelie`. */
export function readNameTokens(text: string): NameToken[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    stem: toSingular(word.toLowerCase()),
    start: index,
    end: index + word.length,
  }));
}

function toSingular(word: string): string {
  return word
    .replace(/(?<=\p{L}{2})ies?$/u, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/, '')
    .replace(/(?<=\p{L}{2}[^su])s$/u, '');
}

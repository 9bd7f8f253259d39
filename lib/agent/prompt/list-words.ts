/** Identifiers in the order of their first use. R allows dots within them, so such a word counts whole and in parts. */
export function listWords(source: string): Set<string> {
  const words = source.match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? [];
  return new Set(words.flatMap((word) => (word.includes('.') ? [word, ...word.split('.')] : [word])));
}

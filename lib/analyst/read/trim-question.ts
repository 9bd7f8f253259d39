/** A question as it is read: without what is only polite. */
import type { Token } from './tokens.ts';
import { OPENINGS } from './vocabulary.ts';

/** Without the mark at the end and the polite beginning. */
export function trim(tokens: readonly Token[]): Token[] {
  const last = tokens.findLastIndex(
    (token) => !(token.kind === 'mark' && ['?', '.', '!'].includes(token.word)),
  );
  const kept = tokens.slice(0, last + 1);
  for (const opening of OPENINGS) {
    const words = opening.split(' ');
    const isHere = words.every((word, index) => kept[index]?.word === word);
    if (!isHere) continue;
    const rest = kept.slice(words.length);
    return trim(rest[0]?.word === ',' ? rest.slice(1) : rest);
  }
  return kept;
}

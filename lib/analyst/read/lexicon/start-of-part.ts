/** Where a question has another one after it. */
import type { Token } from '../words/tokens.ts';

const PRONOUNS: ReadonlySet<string> = new Set('it its he his she her him'.split(' '));
/** After "and", these continue a condition rather than begin a question. */
const VERBS: ReadonlySet<string> = new Set('is are was were do does did have has had'.split(' '));

export function isAboutFound(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }) => PRONOUNS.has(word));
}

/** Where a question about what was found begins with a verb: "and is it adopted?", which says nothing of the rows before. */
export function beginsAboutFound(tokens: readonly Token[], at: number): boolean {
  const [before, word, next] = [at - 1, at, at + 1].map((place) => tokens[place]?.word ?? '');
  return [',', 'and'].includes(before ?? '') && VERBS.has(word ?? '') && PRONOUNS.has(next ?? '');
}

/** Words that begin a part of a question with several parts. */
const STARTERS = new Set(
  'which what how who when show list plot draw is are was were do does did give compare calculate compute find display where'.split(
    ' ',
  ),
);

/** Where the next part begins if the parts are divided at this token. */
export function startOfPart(tokens: readonly Token[], index: number): number | null {
  const isDivider = (token: Token | undefined) =>
    [',', ';', '.', '?', '!', 'and', 'then', 'also'].includes(token?.word ?? '');
  if (!isDivider(tokens[index])) return null;
  let next = index;
  while (isDivider(tokens[next])) next += 1;
  const isSentence = tokens.slice(index, next).some((token) => [';', '.', '?', '!'].includes(token.word));
  const [word = '', after = ''] = [tokens[next]?.word, tokens[next + 1]?.word];
  const isRelative = ['which', 'who', 'where', 'when'].includes(word) && VERBS.has(after);
  if (beginsAboutFound(tokens, next)) return next;
  return STARTERS.has(word) && (isSentence || !(VERBS.has(word) || isRelative)) ? next : null;
}

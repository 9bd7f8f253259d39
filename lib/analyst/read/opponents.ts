/** Where a row is about a team and names its opponent: who won or scored is the team. */
import type { Query } from '../query/query.ts';
import { columnsIn, walkQuery } from '../query/walk.ts';
import { OPPONENTS, OTHER_PARTS } from './concepts.ts';
import { type Token, toSingular } from './tokens.ts';
import { isOutcomeWord } from './two-sides.ts';
import type { Source } from './views.ts';

/** Whether a query about what somebody did takes the opponent for them, although the question says nothing of one. */
export function isOfOpponent(query: Query, tokens: readonly Token[], { columns }: Source): boolean {
  const texts = columns.filter(({ field }) => field.type === 'text');
  const opposed = texts.filter(({ field }) => field.words.some((word) => OPPONENTS.has(word)));
  const isDeed = tokens.some(({ word }) => isOutcomeWord(word) || SCORING.test(word));
  if (!isDeed || tokens.some(({ word }) => saysOpponent(word))) return false;
  const used = columnsIn(walkQuery(query));
  return opposed.some(
    ({ field, column }) =>
      used.has(field.name) &&
      texts.some(
        (other) =>
          !opposed.includes(other) && other.column.values.some((value) => column.values.includes(value)),
      ),
  );
}

function saysOpponent(word: string): boolean {
  const isPart = OTHER_PARTS.has(word) && !isOutcomeWord(word) && !SCORING.test(word);
  return isPart || word.split(/[ _]/).some((each) => OPPONENTS.has(toSingular(each)));
}

/** What the team of a row does. */
const SCORING = /^scored?s?$/;

/** Values of two columns that have the same part in a row: a match is one of the team at home and of the team away. */
import type { Condition } from '../query/query.ts';
import { columnsIn, walkCondition } from '../query/walk.ts';
import { columnsOfFrame } from './columns-of-frame.ts';
import { OTHER_PARTS } from './concepts.ts';
import { isMention } from './conditions.ts';
import type { Entry } from './entry.ts';
import type { Frame, View } from './meanings.ts';
import { listPairs, type Pair, rolesOf } from './pairs.ts';
import type { Token } from './tokens.ts';
import { wordsOf } from './tokens.ts';
import { isOutcome, isOutcomeWord } from './two-sides.ts';
import type { Source } from './views.ts';

/** A name that is in both columns, and in no other, means the rows that have it in either. */
export function pairEntries({ view, columns }: Source): Entry[] {
  return listPairs(view, 'text').flatMap((pair) => {
    const holding = (text: string) =>
      columns.filter(({ column }) => column.type === 'text' && column.values.includes(text));
    const shared = columns.find(({ field }) => field === pair[0])?.column.values ?? [];
    return shared.flatMap((text): Entry[] => {
      const fields = holding(text).map(({ field }) => field);
      const words = wordsOf(text);
      if (words.length === 0 || fields.length !== 2 || !pair.every((field) => fields.includes(field)))
        return [];
      const value = { kind: 'text', value: text } as const;
      const conditions = pair.map((field) => isMention({ field, value, label: text }));
      return [{ words, category: 'Paired', meaning: { kind: 'or', conditions }, cost: 0, isName: true }];
    });
  });
}

/** The columns in which a condition looks for the same name. */
function pairOf(condition: Condition, view: View): Pair | null {
  const names = columnsIn(walkCondition(condition));
  return listPairs(view, 'text').find((pair) => pair.every(({ name }) => names.has(name))) ?? null;
}

/**
 * Whether a question about the rows of a name in either column is about one of its two parts: goals at home are only those
 * of the name where it is at home, a host is at home, and against another name the parts are not clear.
 */
export function isOneSided(frame: Frame, tokens: readonly Token[], view: View): boolean {
  const { conditions, whole, said } = frame;
  const all = [...conditions, ...whole, ...(said ? [said] : [])];
  const counted = frame.measures.flatMap(({ figure }) =>
    figure.kind === 'count' && figure.where ? [figure.where] : [],
  );
  const pair = [...all, ...counted].map((one) => pairOf(one, view)).find((found) => found !== null);
  if (!pair) return false;
  const isDecided = [...counted, ...all].some((one) => isOutcome(one, view));
  const roles = new Set(rolesOf(pair));
  const sided = view.fields.filter(({ name }) => wordsOf(name).some((word) => roles.has(word)));
  const isSided = (names: ReadonlySet<string>) => sided.some(({ name }) => names.has(name));
  const mentions = (one: Condition) => isSided(columnsIn(walkCondition(one)));
  const isOfPair = (one: Condition) => pairOf(one, view) !== null;
  const measures = frame.measures.filter(
    ({ figure }) => !(figure.kind === 'count' && figure.where && isOfPair(figure.where)),
  );
  return (
    [...all, ...counted].filter(mentions).length > 1 ||
    isSided(columnsOfFrame({ ...frame, conditions: [], whole: [], said: null, measures })) ||
    tokens.some(({ word }) => OTHER_PARTS.has(word) && !(isDecided && isOutcomeWord(word)))
  );
}

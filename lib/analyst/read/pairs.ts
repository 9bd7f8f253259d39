/** Two columns with equal parts in a row. */
import { PAIRED_ROLES } from './concepts.ts';
import type { Field, View } from './meanings.ts';
import { wordsOf } from './tokens.ts';

export type Pair = readonly [Field, Field];

/** `home_team` and `away_team`, `player_1` and `player_2`. */
export function listPairs({ fields }: View, kind: 'text' | 'number'): Pair[] {
  const ofKind = fields.filter(({ type }) => type === kind);
  return ofKind.flatMap((one, at) =>
    ofKind.slice(at + 1).flatMap((other): Pair[] => (rolesOf([one, other]) ? [[one, other]] : [])),
  );
}

/** The words that distinguish the two, if those are the words of equal parts. */
export function rolesOf([one, other]: Pair): readonly string[] | null {
  const [left, right] = [wordsOf(one.name), wordsOf(other.name)];
  const apart = left.filter((word) => !right.includes(word));
  const others = right.filter((word) => !left.includes(word));
  if (left.length !== right.length || apart.length !== 1 || others.length !== 1) return null;
  return PAIRED_ROLES.find((roles) => [...apart, ...others].every((word) => roles.includes(word))) ?? null;
}

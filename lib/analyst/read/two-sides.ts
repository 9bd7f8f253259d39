/** Rows with two equal sides that are scored: goals of a match are those of both, and who has more of them wins. */
import type { Condition, Query } from '../query/query.ts';
import { columnsIn, walkCondition, walkQuery } from '../query/walk.ts';
import { SCORES } from './concepts.ts';
import { columnOf } from './conditions.ts';
import type { Entry } from './entry.ts';
import { amountOf, binary } from './figures.ts';
import type { Field, Outcome, View } from './meanings.ts';
import { listPairs, type Pair, rolesOf } from './pairs.ts';
import { type Token, wordsOf } from './tokens.ts';

/** `home_team`, `away_team`, and `home_goals`, `away_goals`. */
interface Sides {
  readonly who: Pair;
  readonly scored: Pair;
  /** What distinguishes the columns of one side from those of the other. */
  readonly roles: readonly string[];
}

function listSides(view: View): Sides[] {
  return listPairs(view, 'number').flatMap((pair) =>
    listPairs(view, 'text').flatMap((who): Sides[] => {
      const roles = rolesOf(who);
      if (!roles || rolesOf(pair) !== roles) return [];
      const roleOf = ({ name }: Field) => wordsOf(name).find((word) => roles.includes(word));
      const [first, second] = pair;
      const scored: Pair = roleOf(first) === roleOf(who[0]) ? pair : [second, first];
      return scored.every((field, at) => roleOf(field) === roleOf(who[at] ?? field))
        ? [{ who, scored, roles }]
        : [];
    }),
  );
}

/** The sides by whose goals or points a row is won; null where there are none, or several. */
function decidingSides(view: View): Sides | null {
  const [sides, ...others] = listSides(view).filter(({ scored }) => SCORES.has(scored[0].words.at(-1) ?? ''));
  return sides && others.length === 0 ? sides : null;
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  won: 'win wins won victory victories',
  lost: 'lose loses lost loss losses defeat defeats',
  drawn: 'draw draws drew drawn tie ties tied',
};
const OUTCOME_WORDS: ReadonlySet<string> = new Set(
  Object.values(OUTCOMES).flatMap((words) => words.split(' ')),
);

/** "goals" of both sides, and "win", "lost", "draws". */
export function sideEntries(view: View): Entry[] {
  const totals = listSides(view).flatMap(({ scored: [one, other], roles }): Entry[] => {
    const words = one.words.filter((word) => !roles.includes(word));
    const isTaken = view.fields.some((field) => field.words.join(' ') === words.join(' '));
    const meaning = one.isAdditive && other.isAdditive ? binary('+', amountOf(one), amountOf(other)) : null;
    if (!meaning || isTaken || words.length === 0) return [];
    return [{ words, category: 'Both', meaning, cost: 0, isName: true }];
  });
  if (!decidingSides(view)) return totals;
  const outcomes = Object.entries(OUTCOMES).flatMap(([meaning, words]) =>
    words
      .split(' ')
      .map((word): Entry => ({ words: [word], category: 'Outcome', meaning, cost: 0, isName: false })),
  );
  return [...totals, ...outcomes];
}

/** The rows that a name won, lost, or drew, of those in which it is; of no name, those that are drawn. */
export function outcomeOf(name: Condition | null, outcome: Outcome, view: View): Condition | null {
  const sides = decidingSides(view);
  if (!sides) return null;
  const scored = sides.scored.map(columnOf);
  const [first, second] = outcome === 'lost' ? scored.toReversed() : scored;
  if (!first || !second) return null;
  const drawn: Condition = { kind: 'compare', left: first, operator: '==', right: second };
  if (name === null) return outcome === 'drawn' ? drawn : null;
  const columns = columnsIn(walkCondition(name));
  if (name.kind !== 'or' || !sides.who.every((field) => columns.has(field.name))) return null;
  if (outcome === 'drawn') return { kind: 'and', conditions: [name, drawn] };
  const more: Condition = { kind: 'compare', left: first, operator: '>', right: second };
  const less: Condition = { kind: 'compare', left: second, operator: '>', right: first };
  const parts = sides.who.flatMap((field, at): Condition[] => {
    const own = name.conditions.find((one) => columnsIn(walkCondition(one)).has(field.name));
    return own ? [{ kind: 'and', conditions: [own, at === 0 ? more : less] }] : [];
  });
  return { kind: 'or', conditions: parts };
}

/** Whether a condition compares the sides, so that a word for an outcome is read. */
export function isOutcome(condition: Condition, view: View): boolean {
  const columns = columnsIn(walkCondition(condition));
  return listSides(view).some(({ scored }) => scored.every(({ name }) => columns.has(name)));
}

export function isOutcomeWord(word: string): boolean {
  return OUTCOME_WORDS.has(word);
}

/**
 * Whether a query that says nothing of home or away is about both alike: goals by the team at home are those at home, and
 * goals of no team are those of both. Where the question before was about one, its columns may stay.
 */
export function isEvenHanded(
  query: Query,
  tokens: readonly Token[],
  { view, previous }: { view: View; previous: Query | null },
): boolean {
  const used = columnsIn(walkQuery(query));
  const before = previous ? columnsIn(walkQuery(previous)) : new Set<string>();
  return listSides(view).every(({ who, scored, roles }) => {
    const isSaid = tokens.some(({ word }) => word.split(/[ _]/).some((each) => roles.includes(each)));
    if (isSaid || [...who, ...scored].some(({ name }) => before.has(name))) return true;
    const [named, counted] = [who, scored].map((pair) => pair.map(({ name }) => used.has(name)));
    if (!named?.includes(true)) return counted?.[0] === counted?.[1];
    return !counted?.includes(true) || named.every((isNamed, at) => isNamed === counted[at]);
  });
}

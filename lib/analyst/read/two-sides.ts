/** Rows with two equal sides that are scored: goals of a match are those of both, and who has more of them wins. */
import { findGroup } from '../query/find-group.ts';
import type { Condition, Query, Rows, SideColumn } from '../query/query.ts';
import { columnsIn, walkCondition, walkFigure, walkKeys, walkQuery } from '../query/walk.ts';
import { PAIRED_ROLES, SCORES } from './concepts.ts';
import { columnOf } from './conditions.ts';
import type { Entry } from './entry.ts';
import { amountOf, binary } from './figures.ts';
import type { Field, Outcome, View } from './meanings.ts';
import { listPairs, type Pair, rolesOf } from './pairs.ts';
import { type Token, toSingular, wordsOf } from './tokens.ts';

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

type SideRows = Extract<Rows, { kind: 'sides' }>;

/** What the team of a side let the other score. */
const CONCEDED = 'conceded';

/**
 * The rows once for each side, with `team` for `home_team` and `away_team`: what a team scored, won, or lost, wherever it was. Null
 * without such columns, or where they would have a name that another column has.
 */
export function splitSides(view: View): SideRows | null {
  const all = view.rows.kind === 'table' ? listSides(view) : [];
  const [first] = all;
  if (
    view.rows.kind !== 'table' ||
    !first ||
    all.some(({ who }) => who.some((one, at) => one !== first.who[at]))
  )
    return null;
  const { who } = first;
  const deciding = decidingSides(view);
  const columns = [
    toSide(who, first.roles, 'team'),
    ...all.map(({ scored, roles }) => toSide(scored, roles, 'score')),
    ...(deciding ? [toConceded(deciding)] : []),
  ];
  const split = new Set(columns.flatMap(({ of }) => of));
  const kept = view.fields.flatMap(({ name }) => (split.has(name) ? [] : [name]));
  const names = [...kept, ...columns.map(({ name }) => name)].map((name) => name.toLowerCase());
  return new Set(names).size === names.length ? { kind: 'sides', name: view.rows.name, columns } : null;
}

/** `team` of `home_team` and `away_team`; `otherwise` where they have no other word. */
function toSide([one, other]: Pair, roles: readonly string[], otherwise: string): SideColumn {
  const words = wordsOf(one.name).filter((word) => !roles.includes(word));
  const plain = one.name.toLowerCase().split(/[^\p{L}\d]+/u);
  // As the column writes it: `goals`, and not `goal`.
  const written = plain.filter((word) => word !== '' && !roles.includes(word)).join(' ');
  return { name: words.length === 0 ? otherwise : written || otherwise, of: [one.name, other.name] };
}

function toConceded({ scored: [one, other], roles }: Sides): SideColumn {
  return { name: `${toSide([one, other], roles, 'score').name} ${CONCEDED}`, of: [other.name, one.name] };
}

/** What the team of a row of one side did; null where nothing says it. */
export function sideOutcome(outcome: Outcome, { rows }: View): Condition | null {
  const decided = rows.kind === 'sides' ? decidingColumns(rows) : null;
  if (!decided) return null;
  const operator = ({ won: '>', lost: '<', drawn: '==' } as const)[outcome];
  const [left, right] = decided.map((name) => ({ kind: 'column', name }) as const);
  return left && right ? { kind: 'compare', left, operator, right } : null;
}

function decidingColumns({ columns }: SideRows): readonly [string, string] | null {
  const conceded = columns.find(({ name }) => name.endsWith(` ${CONCEDED}`));
  const scored = columns.find(
    ({ name }) => conceded && name === conceded.name.slice(0, -CONCEDED.length - 1),
  );
  return conceded && scored ? [scored.name, conceded.name] : null;
}

/** Whether a query over the sides is about teams, each by itself: nothing that is said of all rows, which are there twice. */
function isOfTeams({ rows, ask }: Query, sides: SideRows): boolean {
  const [team] = sides.columns;
  const group = findGroup(rows);
  const isGrouped = ask.kind === 'table' && group !== null;
  const grouped = group ? columnsIn(walkKeys(group.keys)) : new Set<string>();
  const conditions = conditionsIn(rows);
  const compared = ask.kind === 'compare' ? ask.sides.map(({ where }) => where) : conditions;
  const isNamed = compared.some((one) => columnsIn(walkCondition(one)).has(team?.name ?? ''));
  const figures = ask.kind === 'values' ? ask.figures : (group?.figures ?? []);
  const isDistinct =
    ask.kind === 'values' &&
    figures.every(({ figure }) => figure.kind === 'aggregate' && figure.aggregate === 'distinct');
  const isListed = rows.kind === 'distinct' && rows.columns.join() === team?.name;
  const isPlain = figures.every(
    ({ figure }) => ![...walkFigure(figure)].some(({ kind }) => kind === 'ratio'),
  );
  // Who never won would be missing among those with the fewest wins.
  const isLeast = isAscending(rows) && conditions.some((one) => hasOutcome(one, sides));
  if (isLeast) return false;
  const isTold = isNamed || grouped.has(team?.name ?? '') || isDistinct || isListed;
  return isTold && isPlain && (isGrouped || isListed || ask.kind === 'values' || ask.kind === 'compare');
}

function isAscending(rows: Rows): boolean {
  if (rows.kind === 'sort') return rows.orders.some(({ descending }) => !descending);
  return 'of' in rows && isAscending(rows.of);
}

function hasOutcome(condition: Condition, sides: SideRows): boolean {
  const columns = columnsIn(walkCondition(condition));
  return decidingColumns(sides)?.every((name) => columns.has(name)) ?? false;
}

function conditionsIn(rows: Rows): Condition[] {
  if (!('of' in rows)) return [];
  return [...(rows.kind === 'where' ? [rows.condition] : []), ...conditionsIn(rows.of)];
}

/** The sides that a query is over. */
function sidesOf(rows: Rows): SideRows | null {
  if (rows.kind === 'sides') return rows;
  return 'of' in rows ? sidesOf(rows.of) : null;
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
  if (view.rows.kind === 'sides') return decidingColumns(view.rows) ? outcomeEntries() : [];
  const totals = listSides(view).flatMap(({ scored: [one, other], roles }): Entry[] => {
    const words = one.words.filter((word) => !roles.includes(word));
    const isTaken = view.fields.some((field) => field.words.join(' ') === words.join(' '));
    const meaning = one.isAdditive && other.isAdditive ? binary('+', amountOf(one), amountOf(other)) : null;
    if (!meaning || isTaken || words.length === 0) return [];
    return [{ words, category: 'Both', meaning, cost: 0, isName: true }];
  });
  return decidingSides(view) ? [...totals, ...outcomeEntries()] : totals;
}

function outcomeEntries(): Entry[] {
  return Object.entries(OUTCOMES).flatMap(([meaning, words]) =>
    words
      .split(' ')
      .map((word): Entry => ({ words: [word], category: 'Outcome', meaning, cost: 0, isName: false })),
  );
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
  if (view.rows.kind === 'sides') return hasOutcome(condition, view.rows);
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
  const sides = sidesOf(query.rows);
  // Where a team was is not in its rows.
  if (sides)
    return (
      isOfTeams(query, sides) &&
      !isListAsked(tokens, query) &&
      !tokens.some(({ word }) => isRole(word, sides))
    );
  const used = columnsIn(walkQuery(query));
  const before = previous ? columnsIn(walkQuery(previous)) : new Set<string>();
  return listSides(view).every(({ who, scored, roles }) => {
    const isSaid = tokens.some(({ word }) => word.split(/[ _]/).some((each) => roles.includes(each)));
    if (isSaid || [...who, ...scored].some(({ name }) => before.has(name))) return true;
    const [named, counted] = [who, scored].map((pair) => pair.map(({ name }) => used.has(name)));
    if (!named?.includes(true)) return counted?.[0] === counted?.[1];
    // What a team scored is what it scored on either side, and so are its games; teams are those of both.
    const isOne = named[0] !== named[1];
    return !(isOne && (counted?.includes(true) || isOfRows(query)));
  });
}

/** Whether a query counts, or lists what there is, without a figure of another column. */
function isOfRows({ rows, ask }: Query): boolean {
  if (ask.kind === 'table' && rows.kind === 'distinct') return true;
  const group = findGroup(rows);
  const figures = ask.kind === 'values' ? ask.figures : ask.kind === 'table' ? (group?.figures ?? []) : [];
  return (
    figures.length > 0 &&
    figures.every(
      ({ figure }) =>
        figure.kind === 'count' || (figure.kind === 'aggregate' && figure.aggregate === 'distinct'),
    )
  );
}

/** "Which games did Rovers win?" is not how many. */
function isListAsked(tokens: readonly Token[], { ask }: Query): boolean {
  return ask.kind === 'values' && LISTING.has(tokens[0]?.word ?? '');
}

const LISTING: ReadonlySet<string> = new Set('which when where who show list'.split(' '));

/** Words that say where a team was: "home", "away", "visitors". */
function isRole(word: string, { columns: [team] }: SideRows): boolean {
  const [one, other] = (team?.of ?? []).map(wordsOf);
  const apart = [...(one ?? []), ...(other ?? [])].filter(
    (each) => !(one?.includes(each) && other?.includes(each)),
  );
  const roles = PAIRED_ROLES.find((line) => apart.every((each) => line.includes(each))) ?? apart;
  return word.split(/[ _]/).some((each) => roles.includes(toSingular(each)));
}

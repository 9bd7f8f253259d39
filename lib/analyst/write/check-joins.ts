/** What could mislead about rows of two tables: those without a match, and those that count more than once. */
import type { Figure, Query, Rows } from '../query/query.ts';
import { CHECK, type Check } from './check-names.ts';
import { readKinds, tableOf } from './column-kind.ts';
import { claimName, type Draft, type Source } from './draft.ts';
import { judgeBy, selectUsed } from './filters.ts';
import { writeText } from './python-code.ts';
import { writeCondition } from './write-value.ts';

interface Checked {
  readonly figures: readonly Figure[];
  /** Columns of the figures that count rows. */
  readonly measured: readonly string[];
  readonly ground: Source;
}

/** Of the rows that the answer is about. */
export function listJoinChecks(query: Query, draft: Draft, { figures, measured, ground }: Checked): Check[] {
  const join = findJoin(query.rows);
  if (join?.left.kind !== 'table' || join.right.kind !== 'table') return [];
  const { leftKey, rightKey } = join;
  const leftKinds = readKinds(join.left, draft.tables);
  const rightKinds = readKinds(join.right, draft.tables);
  const ofLeft = judgeBy(query, figures, (names) => [...names].every((name) => leftKinds.has(name)));
  const left = select(draft, { name: join.left.name, kinds: leftKinds }, ofLeft.condition);
  // A column of both has another name in what is joined.
  const ofRight = judgeBy(query, figures, (names) =>
    [...names].every((name) => rightKinds.has(name) && !leftKinds.has(name)),
  );
  const right = select(draft, { name: join.right.name, kinds: rightKinds }, ofRight.condition);
  const [leftKeys, rightKeys] = [
    `${left.name}[${writeText(leftKey)}]`,
    `${right.name}[${writeText(rightKey)}]`,
  ];
  const allKeys = `${join.right.name}[${writeText(rightKey)}].dropna()`;
  const used = selectUsed(query.ask, figures);
  const rows = used ? `${ground.name}[${writeCondition(used, ground)}]` : ground.name;
  const keys = ground.kinds.has(leftKey)
    ? `${rows}[${writeText(leftKey)}]`
    : `${leftKeys}[${leftKeys}.isin(${allKeys})]`;
  const twice = claimName(draft, 'repeated_keys');
  const setup = `${twice} = ${rightKeys}[${rightKeys}.duplicated()].dropna()`;
  const setups = [left.setup, right.setup, setup].filter((line) => line !== null).join('\n');
  const own = draft.tables.find(({ name }) => name === tableOf(query.rows))?.columns.map(({ name }) => name);
  const isSpread = measured.some((name) => rightKinds.has(name) && !own?.includes(name));
  const unmatched = ofLeft.isWhole ? CHECK.unmatched : CHECK.atMost(CHECK.unmatched);
  return [
    [unmatched, `(~${leftKeys}.isin(${allKeys})).sum()`, setups],
    [CHECK.repeated, `${keys}[${keys}.isin(${twice})].nunique()`],
    ...(isSpread ? [[CHECK.spread, `${keys}.dropna().duplicated().sum()`] as const] : []),
  ];
}

/** The rows of a table that a query is about, under a name of their own. */
function select(draft: Draft, table: Source, condition: Parameters<typeof writeCondition>[0] | null) {
  if (condition === null) return { name: table.name, setup: null };
  const name = claimName(draft, `${table.name}_used`);
  return { name, setup: `${name} = ${table.name}[${writeCondition(condition, table)}]` };
}

function findJoin(rows: Rows): Extract<Rows, { kind: 'join' }> | null {
  if (rows.kind === 'join') return rows;
  return 'of' in rows ? findJoin(rows.of) : null;
}

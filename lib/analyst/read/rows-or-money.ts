/** Words such as "sales", which are rows or what they come to: two views read the question, and one of them is preferred. */
import type { Aggregate, Query } from '../query/query.ts';
import { type Node, walkQuery } from '../query/walk.ts';
import { type Token, toSingular } from './tokens.ts';
import type { Source } from './views.ts';

/** Whether a view of money has its word here: not "per sale", nor "how many sales", which are rows. */
export function saysMoney({ money }: Source, tokens: readonly Token[]): boolean {
  if (!money) return true;
  const isRows = (at: number) => ROWS_BEFORE.has(tokens[at - 1]?.word ?? '') || isNumberOf(tokens, at);
  return tokens.some(({ word }, at) => money.nouns.includes(toSingular(word)) && !isRows(at));
}

const ROWS_BEFORE: ReadonlySet<string> = new Set('per each every many list which all first last'.split(' '));

/** "number of sales". */
function isNumberOf(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.word === 'of' && ['number', 'count', 'list'].includes(tokens[at - 2]?.word ?? '');
}

/** What the cheapest reading of one kind may cost more than that of the other: beyond, it is far-fetched. */
const MARGIN = 6;

/** The readings of least cost among those of rows, and among those of money. */
export function keepCheapest<Candidate extends { readonly cost: number; readonly isMoney: boolean }>(
  found: readonly Candidate[],
): Candidate[] {
  const leastOf = (money: boolean) =>
    Math.min(...found.flatMap(({ cost, isMoney }) => (isMoney === money ? cost : [])));
  const [ofRows, ofMoney] = [leastOf(false), leastOf(true)];
  const most = Math.min(ofRows, ofMoney) + MARGIN;
  return found.filter(({ cost, isMoney }) => cost === (isMoney ? ofMoney : ofRows) && cost <= most);
}

/** "sales grew" is about the column of that name, not about rows of `sales.csv`; "how many sales" can be both. */
export function preferAmount(queries: Query[], tokens: readonly Token[], isMoney: boolean): Query[] {
  if (queries.length !== 2 || tokens.some(({ word }) => ['many', 'number', 'count'].includes(word)))
    return queries;
  const amounts = isMoney ? OF_MONEY : SUM;
  const having = (isMeant: (node: Node) => boolean) =>
    queries.filter((query) => [...walkQuery(query)].some(isMeant));
  const counted = having(({ kind }) => kind === 'count');
  const summed = having((node) => node.kind === 'aggregate' && amounts.includes(node.aggregate));
  const [amount] = summed;
  // "The most sales" can be the most of them as well.
  const isMost = tokens.some(({ word }) => word === 'most' || word === 'fewest');
  if (isMost && isMoney) return queries;
  return counted.length === 1 && summed.length === 1 && amount && amount !== counted[0] ? [amount] : queries;
}

const SUM: readonly Aggregate[] = ['sum'];
/** "the biggest sale". */
const OF_MONEY: readonly Aggregate[] = ['sum', 'max', 'min'];

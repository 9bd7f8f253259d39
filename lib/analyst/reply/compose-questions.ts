/** Questions made of what another names, where its own words cannot be read: a figure, by what, of which rows, and when. */
import type { Aggregate, Table } from '../query/query.ts';
import type { Degree, Field, Mention } from '../read/meanings.ts';
import type { Edge } from '../read/parse-lattice.ts';
import { findMeanings } from '../read/read-question.ts';
import { type Token, wordsOf } from '../read/tokens.ts';
import { listMeasures, type MeasuredColumn } from './list-measures.ts';

/** A question that has one of these says something of its parts that is not among them. */
const REFUSED: ReadonlySet<string> = new Set(
  'not no never nobody none nothing without except excluding non only other others rest than before after since until till above below over under between from half double twice second third if when won win wins lost lose beat'.split(
    ' ',
  ),
);
const HIGH: ReadonlySet<string> = new Set(
  'most highest biggest largest greatest best top maximum max'.split(' '),
);
const LOW: ReadonlySet<string> = new Set('least fewest lowest smallest worst minimum min'.split(' '));
const GROUPING: ReadonlySet<string> = new Set('by per each every which what across'.split(' '));
const FIGURE_NAMES: Readonly<Partial<Record<Aggregate, string>>> = {
  sum: 'total',
  mean: 'average',
  median: 'median',
  std: 'standard deviation of',
};
const MOST_FIGURES = 2;

/** The likeliest first; none where there would be nothing left of the question, or something of it would be turned round. */
export function composeQuestions(asked: string, unread: readonly string[], table: Table): string[] {
  const { tokens, edges } = findMeanings(asked, table);
  if (tokens.some(({ word }) => REFUSED.has(word))) return [];
  const named = pickLongest(edges, tokens);
  const count = findCount(tokens);
  const isUsed = (at: number) => at === count?.at || named.some(({ start, end }) => start <= at && at < end);
  if (tokens.some(({ kind }, at) => kind === 'number' && !isUsed(at))) return [];
  const groups = listGroups(named, tokens);
  const figures = listFigures(named, tokens, table);
  const isAnything = named.some(({ category }) => category !== 'Agg' && category !== 'Period');
  const used = tokens.filter(({ word }, at) => isUsed(at) || HIGH.has(word) || LOW.has(word));
  const isAll = unread.length >= tokens.filter(({ kind }) => kind !== 'mark').length;
  const lost = isAll ? [] : unread.filter((word) => !used.some(({ text }) => text === word));
  if (!(isAnything || groups.length > 0) || used.length <= lost.length) return [];
  const pair = writePair(named, tokens);
  if (pair) return [pair];
  const end = `${writeValues(named)}${writeTimes(named, tokens)}`;
  return figures.flatMap((figure) =>
    writeQuestions({ figure, groups, end, order: findOrder(named, tokens), count }),
  );
}

const NAMED: ReadonlySet<string> = new Set([
  'Num',
  'Text',
  'Flag',
  'Value',
  'Agg',
  'When',
  'Period',
  'Degree',
  'Comparative',
  'Adjective',
]);

/** Of meanings of the same words the longest, and of those the likeliest. */
function pickLongest(edges: readonly Edge[], tokens: readonly Token[]): Edge[] {
  // "People" names the rows rather than the team of that name.
  const isNoun = ({ category, start, end }: Edge) =>
    category === 'Value' &&
    edges.some((one) => one.category === 'Noun' && one.start === start && one.end === end);
  const ranked = edges
    .filter((edge) => NAMED.has(edge.category) && !isNoun(edge))
    .toSorted(
      (one, other) =>
        lengthOf(other) - lengthOf(one) ||
        one.cost - other.cost ||
        Number(other.category === 'Value') - Number(one.category === 'Value'),
    );
  const taken = new Set<number>();
  const picked = ranked.filter(({ category, start, end }) => {
    const places = Array.from({ length: end - start }, (_, index) => start + index);
    // "May" begins a question as well as a month.
    const isFree =
      places.every((at) => !taken.has(at)) && !(category === 'When' && tokens[start]?.word === 'may');
    if (isFree) for (const at of places) taken.add(at);
    return isFree;
  });
  return picked.toSorted((one, other) => one.start - other.start);
}

function lengthOf({ start, end }: Edge): number {
  return end - start;
}

function fieldsOf(named: readonly Edge[], ...categories: string[]): Field[] {
  const fields = named
    .filter(({ category }) => categories.includes(category))
    .map(({ meaning }) => meaning as Field);
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** "heaviest", "heavier", "heavy". */
function degreesOf(named: readonly Edge[]): Degree[] {
  return named
    .filter(({ category }) => ['Degree', 'Comparative', 'Adjective'].includes(category))
    .map(({ meaning }) => meaning as Degree);
}

function mentionsOf(named: readonly Edge[]): Map<string, Mention[]> {
  const mentions = named
    .filter(({ category }) => category === 'Value')
    .map(({ meaning }) => meaning as Mention);
  return Map.groupBy(mentions, ({ field }) => field.name);
}

/** What the question asks by, or of which it names several values to compare. */
function listGroups(named: readonly Edge[], tokens: readonly Token[]): string[] {
  const compared = [...mentionsOf(named)].flatMap(([name, mentions]) => (mentions.length > 1 ? name : []));
  const columns = compared.length > 0 ? [] : fieldsOf(named, 'Text').map(({ name }) => name);
  // "by month", "our best month".
  const isGroup = (word = '') => GROUPING.has(word) || HIGH.has(word) || LOW.has(word);
  const periods = named.flatMap(({ category, start, meaning }) =>
    category === 'Period' && isGroup(tokens[start - 1]?.word) ? String(meaning) : [],
  );
  return [...new Set([...columns, ...compared, ...periods])].map((name) => name.trim());
}

/** The figures that are named; else how many rows, where that is asked; else what there is to measure, and the rows. */
function listFigures(named: readonly Edge[], tokens: readonly Token[], table: Table): string[] {
  const measures = listMeasures(table);
  const [asked] = named
    .filter(({ category }) => category === 'Agg')
    .map(({ meaning }) => meaning as Aggregate);
  const write = (name: string) => {
    const plain = measures.find((measure) => measure.name === name.trim())?.aggregate ?? 'average';
    return `${(asked && FIGURE_NAMES[asked]) ?? plain} ${name.trim()}`;
  };
  // The highest and the lowest are an order; other figures are not put in place of the one that is asked for.
  if (asked && !FIGURE_NAMES[asked] && asked !== 'max' && asked !== 'min') return [];
  const fields = [...fieldsOf(named, 'Num'), ...degreesOf(named).map(({ field }) => field)];
  const names = [...new Set(fields.map(({ name }) => name))].slice(0, MOST_FIGURES);
  if (names.length > 0) return names.map(write);
  const isCount = tokens.some(({ word }) => word === 'many' || word === 'number' || word === 'count');
  if (isCount) return asked ? [] : ['number of rows'];
  const all = measures.slice(0, MOST_FIGURES).map(({ name }) => write(name));
  // "How much" is first all of it, of prices too, and never a number of rows.
  if (!asked && tokens.some(({ word }) => word === 'much'))
    return [...measures.filter(isPaid).map(({ name }) => `total ${name}`), ...all].slice(0, MOST_FIGURES + 1);
  return asked ? all : [...all, 'number of rows'];
}

function isPaid({ name }: MeasuredColumn): boolean {
  return wordsOf(name).some((word) => PAID.has(word));
}

const PAID: ReadonlySet<string> = new Set(
  'price cost fee fare charge amount paid spent bill total'.split(' '),
);

const RELATING: ReadonlySet<string> = new Set(
  'more less better worse higher lower affect affects influence depend'.split(' '),
);

/** "Do better rated people get paid more?" */
function writePair(named: readonly Edge[], tokens: readonly Token[]): string | null {
  const degrees = degreesOf(named).map(({ field }) => field.name.trim());
  const [first, second, ...more] = new Set([
    ...degrees,
    ...fieldsOf(named, 'Num').map(({ name }) => name.trim()),
  ]);
  const isRelated =
    tokens.some(({ word }) => RELATING.has(word)) && !named.some(({ category }) => category === 'Value');
  return first && second && more.length === 0 && isRelated
    ? `Is there a correlation between ${first} and ${second}?`
    : null;
}

function writeValues(named: readonly Edge[]): string {
  const conditions = [...mentionsOf(named)].map(([name, mentions]) => {
    const values = mentions.map(({ value }) => ('value' in value ? String(value.value) : value.iso));
    return `${name.trim()} is ${[...new Set(values)].join(' or ')}`;
  });
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

function writeTimes(named: readonly Edge[], tokens: readonly Token[]): string {
  const times = named.filter(({ category }) => category === 'When');
  const texts = times.map(({ start, end }) =>
    tokens
      .slice(start, end)
      .map(({ text }) => text)
      .join(' '),
  );
  return texts.length === 0 ? '' : ` in ${texts.join(' and ')}`;
}

function findOrder(named: readonly Edge[], tokens: readonly Token[]): 'highest' | 'lowest' | null {
  const [degree] = named
    .filter(({ category }) => category === 'Degree')
    .map(({ meaning }) => meaning as Degree);
  if (degree) return degree.descending ? 'highest' : 'lowest';
  if (tokens.some(({ word }) => HIGH.has(word))) return 'highest';
  return tokens.some(({ word }) => LOW.has(word)) ? 'lowest' : null;
}

/** "top 5", "5 biggest". */
function findCount(tokens: readonly Token[]): { at: number; text: string } | null {
  const at = tokens.findIndex(({ kind }, index) => {
    const near = [tokens[index - 1]?.word ?? '', tokens[index + 1]?.word ?? ''];
    return kind === 'number' && near.some((word) => HIGH.has(word) || LOW.has(word));
  });
  const token = tokens[at];
  return token ? { at, text: token.text } : null;
}

interface Parts {
  readonly figure: string;
  readonly groups: readonly string[];
  /** Of which rows, and when. */
  readonly end: string;
  readonly order: 'highest' | 'lowest' | null;
  readonly count: { readonly text: string } | null;
}

function writeQuestions({ figure, groups, end, order, count }: Parts): string[] {
  const [group, ...more] = groups;
  if (group && order && more.length === 0) {
    if (!count) return [`Which ${group} has the ${order} ${figure}${end}?`];
    return order === 'highest' ? [`Top ${count.text} ${group} by ${figure}${end}`] : [];
  }
  if (order && !group) return count ? [] : [`What is the ${order} ${figure.replace(/^\w+ /, '')}${end}?`];
  const by = group === undefined ? '' : ` by ${groups.join(' and ')}`;
  return figure === 'number of rows'
    ? [`How many rows are there${by}${end}?`]
    : [`What is the ${figure}${by}${end}?`];
}

/** Which number columns a question is about. */
import {
  type Column,
  type Dataset,
  findAmountColumn,
  isIdentifier,
  isRowNumber,
  isYear,
  measureColumns,
} from './dataset.ts';
import { isSynonym } from './lexicon.ts';
import type { Mention } from './match-columns.ts';
import { type Ranking, readAggregates } from './read-cues.ts';
import { hasGroupCue } from './read-groups.ts';
import { readGrains } from './read-time.ts';
import type { Group, Topic } from './reading.ts';
import { readNameWords, type Word } from './words.ts';

export function isMeasure(column: Column): boolean {
  return column.kind === 'number' && !isYear(column) && !isIdentifier(column);
}

interface Context {
  dataset: Dataset;
  groups: readonly Group[];
  target: Mention | null;
  ranking: Ranking;
  topic: Topic | null;
}

export interface Measures {
  names: readonly string[];
  measures: readonly Mention[];
  /** "How many units": the column is added up, not its rows counted. */
  counted: boolean;
  assumptions: readonly string[];
}

/** The number columns named; without any, those that "sold", "best" or "every column" stand for. */
export function chooseMeasures(
  words: readonly Word[],
  mentions: readonly Mention[],
  context: Context,
): Measures {
  const { dataset, groups, target, ranking, topic } = context;
  const measures = dropHeadless(
    dropAsked(
      words,
      mentions.filter(
        ({ column, from }) =>
          isMeasure(column) &&
          !groups.some((group) => group.column === column.name) &&
          !(isRowNumber(column, dataset.rows) && (ranking.ranksRows || countsRows(words, from))),
      ),
    ),
  );
  const quantity = target === null ? findQuantity(words, dataset, measures) : null;
  if (quantity) return implied(quantity, `I added up \`${quantity.name}\` for "how many".`, true);
  const amount = measures.length === 0 ? findAmount(words, mentions, context) : null;
  if (amount) return implied(amount, `The question names no figure, so I went by \`${amount.name}\`.`, false);
  const whole = groups.length === 0 && !ranking.superlative && (topic === null || topic === 'count');
  const choose = (mention: Mention) =>
    findNamed(words, mention) ?? (whole ? allFitting(mention, dataset) : [preferEnd(mention, ranking.order)]);
  const all =
    measures.length === 0 && groups.length === 0 && asksEveryColumn(words) ? measureColumns(dataset) : [];
  return {
    names: [...new Set([...measures.flatMap(choose), ...all.map(({ name }) => name)])],
    measures,
    counted: readCountedMeasure(words, measures),
    assumptions: measures.flatMap((mention) => explainChoice(words, mention, choose(mention))),
  };
}

/** "Ordered the most units" is the quantity; `Price per Unit` has the word by the way. */
function dropHeadless(measures: readonly Mention[]): readonly Mention[] {
  const named = measures.filter(({ headless }) => !headless);
  return named.length > 0 ? named : measures;
}

/** "Per match", "how many matches": with a column that numbers the rows, those are meant. */
function countsRows(words: readonly Word[], from: number): boolean {
  const [first, second] = [words[from - 2]?.lower ?? '', words[from - 1]?.lower ?? ''];
  return hasGroupCue(words, from) || /^(how many|number of)$/.test(`${first} ${second}`);
}

const DEED = /^(sold|sells?|selling|makes?|made|produces?|produced|earns?|earned|spends?|spent)$/;

/** "Total quantity" asks for a sum, not for a column `Total`; "sold the most units" for units, not for sales. */
function dropAsked(words: readonly Word[], measures: readonly Mention[]): readonly Mention[] {
  const isAsking = (mention: Mention) => {
    const { from, to, literal } = mention;
    if (from !== to) return false;
    const others = measures.filter((other) => other !== mention);
    const asksSum = readAggregates(words.slice(from, from + 1)).length > 0;
    const apart = words[from - 1]?.lower === 'in';
    if (asksSum) return others.some((other) => apart || other.from === to + 1);
    return !literal && DEED.test(words[from]?.lower ?? '') && others.some((other) => other.from > to);
  };
  return measures.filter((mention) => !isAsking(mention));
}

/** "Goals … at home": the only column of those that fit whose every word is said somewhere. */
function findNamed(words: readonly Word[], { column, rivals }: Mention): string[] | null {
  const stems = new Set(words.map(({ stem }) => stem));
  const named = [column.name, ...rivals].filter((name) =>
    readNameWords(name).every(({ stem }) => stems.has(stem)),
  );
  return rivals.length > 0 && named.length === 1 ? named : null;
}

const MAX_FITTING = 8;

/** "Goals" of a table with home and away goals are both, unless one of the columns is their average. */
function allFitting(mention: Mention, dataset: Dataset): string[] {
  const chosen = preferEnd(mention, null);
  const numeric = new Set(measureColumns(dataset).map(({ name }) => name));
  return chosen === mention.column.name
    ? [chosen, ...mention.rivals.filter((name) => numeric.has(name))].slice(0, MAX_FITTING)
    : [chosen];
}

function implied(column: Column, assumption: string, counted: boolean): Measures {
  return { names: [column.name], measures: [], counted, assumptions: [assumption] };
}

/** "How many laptops were sold": with a column of quantities, those are meant and not the rows. */
function findQuantity(words: readonly Word[], dataset: Dataset, measures: readonly Mention[]): Column | null {
  const many = words.findIndex(({ lower }, at) => lower === 'many' && words[at - 1]?.lower === 'how');
  const deals = words.findIndex(({ lower }) =>
    /^(sold|sell|bought|buy|produced|produce|manufactured|made|make)$/.test(lower),
  );
  if (
    many < 0 ||
    deals < many ||
    /^(order|sale|transaction|purchase|time)$/.test(words[many + 1]?.stem ?? '')
  )
    return null;
  const quantities = measureColumns(dataset).filter(({ name }) => {
    const parts = readNameWords(name);
    return (
      parts.length <= 2 && ['quantity', 'unit'].some((word) => isSynonym(word, parts.at(-1)?.stem ?? ''))
    );
  });
  const [quantity = null] = quantities;
  const others = measures.some(({ at, column }) => !at.includes(deals) && column !== quantity);
  return quantities.length === 1 && !others ? quantity : null;
}

/** "The biggest order", "the best sales rep": ranked by the one column of money there is. */
function findAmount(
  words: readonly Word[],
  mentions: readonly Mention[],
  { dataset, groups, ranking, topic }: Context,
): Column | null {
  const at = words.findIndex(({ lower }) => /^(best|worst|top|bottom|biggest|largest|smallest)$/.test(lower));
  if (at < 0 || !ranking.superlative || topic !== null) return null;
  const noun = words.findIndex(({ lower }, index) => index > at && !SKIPPED.test(lower));
  const named =
    mentions.some((mention) => mention.at.includes(noun)) ||
    readGrains(words).some((grain) => grain.at === noun);
  // "Which store is the worst?", "who did best in May": nothing says what else is good or bad.
  const bare =
    groups.length > 0 && (noun < 0 || /^(in|for|during|overall|of|so)$/.test(words[noun]?.lower ?? ''));
  return named || (bare && /^(best|worst)$/.test(words[at]?.lower ?? '')) ? findAmountColumn(dataset) : null;
}

const SKIPPED = /^(single|individual|selling|performing|earning|\d+|two|three|four|five|ten)$/;

/** "Average of every subject", "mean of all numeric columns". */
function asksEveryColumn(words: readonly Word[]): boolean {
  const noun = words.findIndex(({ stem }) =>
    /^(column|variable|subject|field|measure|feature|figure)$/.test(stem),
  );
  const before = words.slice(Math.max(0, noun - 3), Math.max(0, noun));
  return (
    readAggregates(words).length > 0 && before.some(({ lower }) => /^(each|every|all|per|by)$/.test(lower))
  );
}

/** "How many units did each plant make": a number column right after "how many" is added up, not counted. */
function readCountedMeasure(words: readonly Word[], measures: readonly Mention[]): boolean {
  return measures.some(({ from, literal }) => {
    const [first, second] = [words[from - 2]?.lower, words[from - 1]?.lower];
    return (
      literal &&
      ((first === 'how' && /^(many|much)$/.test(second ?? '')) || (first === 'number' && second === 'of'))
    );
  });
}

/** "Hottest" prefers `temp_max`, "coldest" `temp_min`, when the words fit both. */
function preferEnd(mention: Mention, order: 'desc' | 'asc' | null): string {
  const names = [mention.column.name, ...mention.rivals];
  const end = order === 'desc' ? /max|high/i : order === 'asc' ? /min|low/i : /avg|average|mean/i;
  return names.find((name) => end.test(name)) ?? mention.column.name;
}

const MAX_NAMED = 3;

function explainChoice(words: readonly Word[], mention: Mention, chosen: readonly string[]): string[] {
  const said = mention.at.map((at) => words[at]?.raw).join(' ');
  const quoted = (names: readonly string[]) => {
    const shown = names.slice(0, MAX_NAMED).map((name) => `\`${name}\``);
    const more = names.length - shown.length;
    return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  const others = [mention.column.name, ...mention.rivals].filter((name) => !chosen.includes(name));
  if (others.length > 0) return [`I used ${quoted(chosen)} for "${said}"; ${quoted(others)} would fit too.`];
  return mention.literal ? [] : [`I used ${quoted(chosen)} for "${said}".`];
}

/** "Honey per minute" with a column of each: a figure that none of them holds. */
export function dividesByMeasure(words: readonly Word[], mentions: readonly Mention[]): boolean {
  const per = words.findIndex(({ lower }) => lower === 'per');
  const isGrain = /^(year|quarter|month|week|day|hour)$/.test(words[per + 1]?.lower ?? '');
  const divisor = mentions.find(({ from }) => per > 0 && from === per + 1);
  const divided = mentions.some(({ to, column }) => to < per && isMeasure(column));
  // "Average goals per match": each row is one.
  const isMean = readAggregates(words.slice(0, per)).length > 0;
  return divisor !== undefined && !isGrain && !isMean && divided && isMeasure(divisor.column);
}

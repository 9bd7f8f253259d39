/** What a question counts where rows alone mislead: orders of which some have several rows, and what was done to some rows only. */
import type { Expression, Query } from '../query/query.ts';
import type { Lattice } from './lexicon/lattice.ts';
import { MONEY_NOUNS } from './words/concepts.ts';
import { columnOf } from './words/conditions.ts';
import { countOnce, identifierOf, saysSold } from './words/figures.ts';
import type { Field, Frame, Measure, Mention, View } from './words/meanings.ts';
import { type Token, toSingular } from './words/tokens.ts';
import { PIECES, ROW_NOUNS } from './words/vocabulary.ts';

/** Counts different orders instead of their rows, where `order_id` repeats. Null where a figure "per order" would be one per row. */
export function tellApart(frame: Frame, lattice: Lattice, view: View): Frame | null {
  const { edges, tokens } = lattice;
  if (
    isNotBest(frame, tokens, view) ||
    isLongestOfCounts(frame, tokens) ||
    isMoneyCounted(frame, tokens) ||
    isSaleLost(frame, lattice, view) ||
    isListed(frame, lattice) ||
    isManyOfMoney(frame, lattice, view) ||
    isOtherValue(frame, lattice) ||
    isOrderOfPieces(frame, lattice, view) ||
    isOfKinds(frame, tokens, view) ||
    isListOfMore(frame, tokens)
  )
    return null;
  const field = findRepeated(lattice, view);
  const keys = JSON.stringify([frame.keys, frame.target]);
  if (!field || keys.includes(JSON.stringify(field.name))) return frame;
  const isPer = edges.some(
    ({ category, start }) =>
      category === 'Noun' && ['per', 'each', 'every'].includes(tokens[start - 1]?.word ?? ''),
  );
  if (isPer && frame.measures.some(({ figure }) => figure.kind !== 'count')) return null;
  const count = (measure: Measure) => countOnce(measure, field) ?? measure;
  const measures = frame.measures.map(count);
  const having = frame.having && { ...frame.having, measure: count(frame.having.measure) };
  const isChanged = [...measures, having?.measure].some(
    (measure) => measure && ![...frame.measures, frame.having?.measure].includes(measure),
  );
  if (!isChanged) return frame;
  // A flight has the number of its route each day; an order keeps its ID.
  if (field.words.at(-1) !== 'id') return { ...frame, notes: [...frame.notes, tellRows(field)] };
  const notes = [...frame.notes, `Different \`${field.name}\` are counted, not rows.`];
  return { ...frame, measures, having, notes };
}

/** Of these, less is better or nothing is. */
const NOT_BEST: ReadonlySet<string> = new Set(
  'rank ranking place position time error cost price delay loss'.split(' '),
);

/** Whether what "best" or "worst" is about is a rank or a time, of which the highest is not the best. */
function isNotBest({ measures, ranking }: Frame, tokens: readonly Token[], { fields }: View): boolean {
  if (!tokens.some(({ word }) => word === 'best' || word === 'worst')) return false;
  const asked = JSON.stringify([measures, ranking]);
  return fields.some(
    ({ name, words }) => NOT_BEST.has(words.at(-1) ?? '') && asked.includes(`"name":${JSON.stringify(name)}`),
  );
}

/** Whether rows are counted, and nothing else is measured. */
function isCounting({ measures }: Frame): boolean {
  return measures.length > 0 && measures.every(({ figure }) => figure.kind === 'count');
}

/** "In which ward do patients stay longest?" is not where most of them stay. */
function isLongestOfCounts(frame: Frame, tokens: readonly Token[]): boolean {
  const isRanked = frame.descending !== null && !frame.isSorted && frame.ranking === null;
  return isCounting(frame) && isRanked && tokens.some(({ word }) => ['longest', 'shortest'].includes(word));
}

/** "Sales by region" are what they come to, and "the most sales" may be: rows are counted where the question says so. */
function isMoneyCounted({ measures, hasRows, isCounted }: Frame, tokens: readonly Token[]): boolean {
  const isCount =
    measures.some(({ figure }) => figure.kind === 'count') || (measures.length === 0 && hasRows && isCounted);
  const saysCount = tokens.some(({ word }) => ['many', 'number', 'count'].includes(word));
  return isCount && !saysCount && tokens.some(({ word }) => MONEY_NOUNS.has(toSingular(word)));
}

/** "Which dogs are heavier?" lists dogs; "are dogs heavier?" compares them. */
function isListOfMore({ compare, sides, versus }: Frame, tokens: readonly Token[]): boolean {
  return compare === 'which' && !sides && !versus && tokens[0]?.word === 'which';
}

/** The ID column of what the question counts, if some IDs occur in several rows. */
function findRepeated({ edges }: Lattice, view: View): Field | null {
  const nouns = edges.filter(({ category }) => category === 'Noun');
  const [noun, ...others] = new Set(nouns.map(({ meaning }) => meaning as string));
  const field = noun === undefined || others.length > 0 ? null : identifierOf(noun, view);
  return field && field.missing === 0 && field.unique < view.size ? field : null;
}

/** Shares are of rows. */
export function noteShare({ ask }: Query, lattice: Lattice, view: View): string[] {
  const field = ask.kind === 'share' && ask.figure.kind === 'count' ? findRepeated(lattice, view) : null;
  return field ? [tellRows(field)] : [];
}

function tellRows({ name }: Field): string {
  return `Rows are counted, several of which have the same \`${name}\`.`;
}

/** "How many sales" are not the money of the column `sales`. */
function isManyOfMoney({ measures }: Frame, { edges, tokens }: Lattice, { fields }: View): boolean {
  const starts = tokens.flatMap(({ word }, at) => {
    const isOf = word === 'of' && ['number', 'count'].includes(tokens[at - 1]?.word ?? '');
    return word === 'many' || isOf ? [at + 1] : [];
  });
  const nouns = edges.flatMap(({ category, start, meaning }) =>
    category === 'Noun' && starts.includes(start) ? [meaning as string] : [],
  );
  return measures.some(({ figure }) => {
    const field = figure.kind === 'aggregate' && figure.aggregate === 'sum' && findField(figure.of, fields);
    return field && nouns.includes(field.words.join(' ')) && (field.unit !== null || !field.isInteger);
  });
}

function findField(of: Expression, fields: readonly Field[]): Field | undefined {
  return of.kind === 'column' ? fields.find(({ name }) => name === of.name) : undefined;
}

/** "In Sales and in People", where these are two teams: the second are not just the rows of the first. */
function isOtherValue({ conditions }: Frame, { edges, tokens }: Lattice): boolean {
  const asked = JSON.stringify(conditions);
  const isUsed = (part: unknown) => asked.includes(JSON.stringify(part));
  return edges.some(({ category, start, end, meaning }) => {
    if (category !== 'Value' || tokens[start - 1]?.word !== 'in') return false;
    const isNoun = edges.some(
      (other) => other.category === 'Noun' && other.start === start && other.end === end,
    );
    const { field, value } = meaning as Mention;
    return isNoun && isUsed(columnOf(field)) && !isUsed(value);
  });
}

const GROUPING: ReadonlySet<string> = new Set('by per each every for within across in'.split(' '));

/** "How many products and regions": two things are counted, not one by the other. */
function isListed({ keys, target, measures }: Frame, { edges, tokens }: Lattice): boolean {
  const isOfCounts = measures.some(
    ({ figure }) =>
      figure.kind === 'count' || (figure.kind === 'aggregate' && figure.aggregate === 'distinct'),
  );
  const grouped = JSON.stringify([keys, target]);
  const isField = (category: string) => ['Text', 'Col', 'Flag'].includes(category);
  return tokens.some(({ word }, at) => {
    if (!isOfCounts || word !== 'and' || tokens.slice(0, at).some((each) => GROUPING.has(each.word)))
      return false;
    const isCounted = edges.some(
      ({ category, end }) => end === at && (isField(category) || category === 'Noun'),
    );
    const isKey = edges.some(
      ({ category, start, meaning }) =>
        start === at + 1 && isField(category) && grouped.includes(JSON.stringify((meaning as Field).name)),
    );
    return isCounted && isKey && tokens[0]?.word === 'how';
  });
}

/** "How many tickets", where each row is an order of some: neither rows nor pieces are sure. */
function isOrderOfPieces(frame: Frame, { edges, tokens }: Lattice, { fields }: View): boolean {
  const hasPieces = fields.some(({ isAdditive, words }) => isAdditive && PIECES.has(words.join(' ')));
  const isOfOrders = fields.some(({ isIdentifier, words }) => isIdentifier && ORDERS.has(words[0] ?? ''));
  if (!isCounting(frame) || !hasPieces || !isOfOrders) return false;
  return edges.some(
    ({ category, start, meaning }) =>
      category === 'Noun' &&
      !ORDERS.has(String(meaning).split(' ').at(-1) ?? '') &&
      !ROW_NOUNS.has(String(meaning)) &&
      tokens.slice(0, start).some(({ word }) => word === 'many' || word === 'number'),
  );
}

/** "How many tickets" are not the kinds that `Ticket type` has. */
function isOfKinds({ measures }: Frame, tokens: readonly Token[], { fields }: View): boolean {
  return measures.some(({ figure }) => {
    const isDistinct = figure.kind === 'aggregate' && figure.aggregate === 'distinct';
    const words = (isDistinct && findField(figure.of, fields)?.words) || [];
    const isKind = words.length > 1 && KINDS.has(words.at(-1) ?? '');
    return isKind && !tokens.some(({ word }) => saysKind(word));
  });
}

const KINDS: ReadonlySet<string> = new Set('type kind class category'.split(' '));

function saysKind(word: string): boolean {
  const words = word.split(/[ _]/).map(toSingular);
  return words.some((each) => KINDS.has(each) || each === 'different' || each === 'distinct');
}

const ORDERS: ReadonlySet<string> = new Set(
  'order purchase transaction sale booking invoice receipt'.split(' '),
);

/** What only some of the rows may have undergone. */
const DONE: ReadonlySet<string> = new Set(
  'paid billed charged answered treated served sent handled sold booked visited collected registered received submitted reported hosted'.split(
    ' ',
  ),
);
const BE: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were', 'been', 'being', 'got']);
const TIES: ReadonlySet<string> = new Set(['by', 'to', 'from', 'with', 'through', 'via', 'for']);

/** Says that no column tells of which rows a verb is true, where rows are counted: "how many invoices were paid". */
export function noteVerb({ edges, tokens }: Lattice, frame: Frame): string[] {
  if (!isCounting(frame)) return [];
  return tokens.flatMap(({ word, text }, at) => {
    const [before = '', after = ''] = [tokens[at - 1]?.word, tokens[at + 1]?.word];
    const isSaid = DONE.has(word) && BE.has(before) && !TIES.has(after);
    const conditions = JSON.stringify(frame.conditions);
    const isKnown = edges.some(({ category, start, end, meaning }) => {
      if (start > at || at >= end) return false;
      if (category === 'Happened') return conditions.includes(JSON.stringify((meaning as Field).name));
      return ['Value', 'Flag', 'Num', 'Root'].includes(category);
    });
    return isSaid && !isKnown
      ? [`I found no column that says which were ${text}, so all of them count.`]
      : [];
  });
}

const SALES: ReadonlySet<string> = new Set(
  'sell sells selling sold buy bought order ordered ship shipped'.split(' '),
);

/** "How many desks did we sell" of what is in stock: neither that nor the rows are what was sold. */
function isSaleLost({ measures }: Frame, { edges, tokens }: Lattice, { fields }: View): boolean {
  const pieces = fields.filter((field) => field.isAdditive && field.words.some((word) => PIECES.has(word)));
  const isOfThings = tokens.some(({ word }, at) => {
    const here = edges.filter(({ start }) => start === at + 1).map(({ category }) => category);
    return word === 'many' && here.includes('Value') && !here.includes('Noun');
  });
  if (pieces.length === 0 || !isOfThings || !tokens.some(({ word }) => SALES.has(word))) return false;
  const stocks = pieces.filter(({ words }) => !saysSold(words));
  const isStock = (of: Expression) => of.kind === 'column' && stocks.some(({ name }) => name === of.name);
  return measures.some(
    ({ figure }) =>
      (figure.kind === 'count' && stocks.length === pieces.length) ||
      (figure.kind === 'aggregate' && isStock(figure.of)),
  );
}

import { PLACES } from './concepts.ts';
import { columnOf, isMention, isOneOf, keyOf } from './conditions.ts';
import { sumOf } from './cost-rules.ts';
import { durationOf, timeTaken } from './duration-of.ts';
import {
  aggregateOf,
  amountOf,
  countOf,
  identifierOf,
  isAdditive,
  periodKey,
  plainMeasure,
} from './figures.ts';
import { frame } from './frames.ts';
import type { Field, Frame, View } from './meanings.ts';
import { byAmount, byDegree } from './rank-by.ts';
import { rule } from './rule.ts';
import { PIECES } from './vocabulary.ts';

function soldField({ fields }: View): Field | null {
  const [field, ...others] = fields.filter(
    (one) => one.isAdditive && one.words.some((word) => PIECES.has(word)),
  );
  return field && others.length === 0 ? field : null;
}

/** Of such dates, "of the year" leaves nothing out. */
function isOneYear(date: Field | null): boolean {
  const { first = '', last = '-' } = date?.span ?? {};
  return date?.type === 'date' && first.slice(0, 4) === last.slice(0, 4);
}

/** The first and the last date. */
function endsOf(date: Field | null) {
  const ends =
    date?.type === 'date' ? (['min', 'max'] as const).map((end) => aggregateOf(end, amountOf(date))) : [];
  const measures = ends.filter((end) => end !== null);
  return measures.length === 2 ? frame({ measures }) : null;
}

const TAKES = 'take|takes|took|last|lasts|lasted|stay|stays|stayed';
const DEED_COST = 5;

/** "took longest". */
function byTime(view: View, descending: boolean): Frame | null {
  const amount = timeTaken(view);
  return amount && frame({ descending, ranking: { ...byAmount(amount), isDegree: true } });
}

function byDeed(field: Field, descending: boolean): Frame {
  return frame({ descending, ranking: { ...byAmount(amountOf(field)), isMost: true }, isDeed: true });
}

const AS_OF_FILE = 'The state is that of the file: rows of all dates count.';

export const PIECE_RULES = [
  // Words that tie the others together and add nothing.
  rule(
    'Piece',
    '@what ; @show ; @which @be ; @which of ; @be ; @do ; @has ; @exist ; there|we|i|you|all|and|but|also|then ; @be it',
    () => frame(),
  ),
  rule(
    'Piece',
    `plot|draw|chart|graph|visualize ; plot|draw|chart|graph|visualize it|this|that|them ; with|in|as plot|chart|graph|diagram|picture ;
    @plot plot|chart|graph|diagram|picture ; add|and plot|chart|graph|diagram ; plot|chart|graph|diagram of|for|showing ;
    @plot plot|chart|graph|diagram of|for|showing ; @show as plot|chart|graph|diagram ; graphically|visually`,
    () => frame({ isDrawn: true }),
  ),
  rule('Piece', '@stay ; @done ; @verb', () => frame(), 4),
  rule('Piece', '@that @verb|@do something|anything from? ; something|anything', () => frame(), 3),
  // "Closed tickets" are those with a closing date. If every row has one, the word selects nothing.
  rule(
    'Piece',
    'Happened',
    (date, view) => {
      if (date.missing > 0)
        return frame({ conditions: [{ kind: 'not', condition: { kind: 'empty', of: columnOf(date) } }] });
      return date.name === view.date?.name ? frame() : null;
    },
    1,
  ),
  rule(
    'Piece',
    'with? how often they|it|these|this? occur|occurs|appear|appears|happen ; and how often ; with how often',
    () => frame({ measures: [countOf([])], isAdded: true }),
  ),
  rule('Piece', 'they|them|their|those|these|it|its|his|her|he|she|of them|of these|of those', () =>
    frame({ hasPronoun: true }),
  ),
  rule('Piece', 'each|in each|for each|on each|of each|per each|every one', () => frame({ isEach: true })),
  rule('Piece', 'how @do ; how @be ; how @has', () => frame({ isHow: true })),
  rule(
    'Piece',
    'how many ; how many @be there|that|it|they',
    () => frame({ measures: [countOf([])], hasPronoun: true, isBare: true }),
    3,
  ),
  rule('Piece', 'how much', () => frame({ isHowMuch: true }), 1),
  rule(
    'Piece',
    'what about ; how about ; instead ; now ; and now ; again ; same ; same for|but|with ; ok|okay ; do? same for',
    () => frame({ isFollowUp: true }),
  ),

  // Rows.
  rule('Piece', '@which Set ; @list Set ; @list all? of? Set', (set) =>
    frame({ conditions: set, hasRows: true, isAsked: true }),
  ),
  rule('Piece', 'Set', (set) => frame({ conditions: set, hasRows: true, isCounted: true })),
  // "which cat": the rows of a value, of which one is wanted.
  rule('Piece', '@which Value', (value) => frame({ conditions: [isMention(value)], isAsked: true })),
  rule('Piece', 'of|in|during year', ({ date }) => (isOneYear(date) ? frame() : null)),
  rule(
    'Piece',
    'of|for|among|across|in|from|on|within Set ; over all Set ; of|for|in Set only|alone ; of|for|in only Set',
    (set) => frame({ conditions: set, hasRows: true }),
  ),
  rule('Piece', 'of|for|among|across|in|from|at Other', () => frame()),
  rule('Piece', 'Cond', (condition) => frame({ conditions: [condition] })),
  rule('Piece', 'Said', (condition) => frame({ said: condition })),
  // What a column says of a row is as of the file.
  rule(
    'Piece',
    '@be Values right now ; @be Values now|currently ; @be currently Values ; @be Values at moment',
    (values) => {
      const said = isOneOf(values);
      return said && frame({ said, notes: [AS_OF_FILE] });
    },
  ),
  rule('Piece', '@list Cols of|for? ; : Cols ; @which Cols @do', (columns) => frame({ columns })),
  // "What is the total": one number, and not all that the column has.
  rule('Piece', '@what Cols of|for?', (columns) =>
    columns.length === 1 && columns.every(({ isAdditive }) => isAdditive) ? null : frame({ columns }),
  ),
  rule('Piece', 'when @be|@do it|they? Degree ; when @be it the? Degree', (degree, { date }) =>
    date ? frame({ columns: [date, degree.field], isAsked: true, ...byDegree(degree) }) : null,
  ),
  // What was sold most is counted in pieces, where they are known.
  rule('Piece', '@sold most|best ; most|best @sold', (view) => {
    const field = soldField(view);
    return field && frame({ descending: true, ranking: { ...byAmount(amountOf(field)), isMost: true } });
  }),
  rule('Piece', '@sold least|worst ; least|worst @sold', (view) => {
    const field = soldField(view);
    return field && frame({ descending: false, ranking: { ...byAmount(amountOf(field)), isMost: true } });
  }),
  rule('Piece', 'where @be', ({ fields }) => {
    const columns = fields.filter(
      ({ type, words }) => type === 'text' && words.some((word) => PLACES.has(word)),
    );
    // Of places with several rows, their averages may be meant.
    return columns.some(({ isIdentifier }) => isIdentifier) ? frame({ columns, isAsked: true }) : null;
  }),
  // It costs more than a verb that says nothing, beside what it is about: "made the most orders".
  rule('Piece', 'Deed most ; most Deed', (field) => byDeed(field, true), DEED_COST),
  rule('Piece', 'Deed least ; least Deed', (field) => byDeed(field, false), DEED_COST),
  rule(
    'Piece',
    `how much money? @be Deed ; how much money? @do we|you|they|i|it|people|everybody|everyone Deed ;
    how much money? @has we|you|they|i|people|been Deed`,
    sumOf,
    1,
  ),
  rule(
    'Piece',
    'how much money? @do Linked Deed ; how much money? @has Linked Deed ; how much money? @be Linked Deed',
    (condition, field) => {
      const sum = sumOf(field);
      return sum && { ...sum, conditions: [condition] };
    },
    1,
  ),
  rule(
    'Piece',
    'how much money? @do each|every Key Deed ; how much money? @has each|every Key Deed',
    (key, field) => {
      const sum = sumOf(field);
      return sum && { ...sum, keys: [key] };
    },
    1,
  ),
  rule('Piece', 'when ; at what time ; on which|what date ; at which time', ({ date }) =>
    date ? frame({ columns: [date], isAsked: true }) : null,
  ),

  // Groups.
  rule(
    'Piece',
    '@which Key ; in|on|at|for|from|by @which Key ; @list @distinct? Key ; @list all Key ; @what @distinct Key',
    (target) => frame({ target, isWhich: true }),
  ),
  rule('Piece', '@which Value Key', (value, target) =>
    target.of.kind === 'column' && target.of.name !== value.field.name
      ? frame({ conditions: [isMention(value)], target, isWhich: true })
      : null,
  ),
  rule('Piece', '@which N Key ; in|on|at|for|from @which N Key', (count, target) =>
    count > 1 ? frame({ count, target, isWhich: true }) : null,
  ),
  rule('Piece', 'N Key', (count, target) => (count > 1 ? frame({ count, target, isWhich: true }) : null), 1),
  rule('Piece', '@do each? Key @verb ; @do each? Key', (key) => frame({ keys: [key] }), 2),
  rule('Piece', 'who', ({ who }) => (who ? frame({ target: keyOf(columnOf(who)), isWhich: true }) : null)),
  rule('Piece', 'who @be ; who @has', () => frame(), 1),
  rule('Piece', 'Key', (target) => frame({ target, isBare: true }), 2),
  rule('Piece', 'Keys', (keys) => (keys.length > 1 ? frame({ keys, isBare: true }) : null), 2),
  rule('Piece', 'per Keys', (keys) => frame({ keys, isPer: true })),
  rule(
    'Piece',
    '@per Keys ; broken down by Keys ; separately for|by each? Keys ; for different Keys ; against Keys',
    (keys) => frame({ keys }),
  ),
  rule('Piece', 'within each|every? Key ; inside each Key', (key) => frame({ within: [key] })),
  rule('Piece', 'Period by Period ; Period after Period ; Period for Period', (first, second, view) => {
    const key = first === second ? periodKey(first, view) : null;
    return key && frame({ keys: [key] });
  }),
  rule(
    'Piece',
    'Timely',
    (period, view) => {
      const key = periodKey(period, view);
      return key && frame({ keys: [key] });
    },
    1,
  ),
  // Figures.
  rule('Piece', '@ask? date|time range|span ; @ask? range of dates ; @what period covered?', ({ date }) =>
    endsOf(date),
  ),
  rule('Piece', '@ask? first|earliest and|to last|latest Date ; from when to|until when', (...parts) => {
    const [first, view] = parts;
    return endsOf('fields' in first ? first.date : view && 'fields' in view ? first : null);
  }),
  rule('Piece', 'in|for|of|on|at how many Set', (set) => frame({ measures: [countOf(set)] })),
  rule('Piece', 'in|for|of|on|at how many Values', (values) => {
    const condition = isOneOf(values);
    return condition && frame({ measures: [countOf([condition])] });
  }),
  rule('Piece', 'in|with Unit ; measured in Unit ; , Unit ; ( Unit )', (unit) => frame({ unit })),
  rule(
    'Piece',
    `if? each|every Noun id|number? counts|counted? only|just? once ; count|counting each|every Noun only|just? once ;
    Noun id|number? counted only|just? once`,
    (noun, view) => {
      const once = identifierOf(noun, view);
      return once && frame({ once });
    },
  ),
  // The figure by which they were chosen, asked for once more.
  rule(
    'Piece',
    'and|with how many @be|@do? it|they|there|that? ; how many @be|@do? it|they|there|that ; with|and number|numbers|count|counts',
    () => frame({ isTotal: true, isHowMuch: true }),
    1,
  ),
  rule(
    'Piece',
    'and|with how much|large|high|big|long @be? it|they|that? ; with|and value|figure|amount ; value|figure|amount too',
    () => frame({ isHowMuch: true }),
    1,
  ),
  rule(
    'Piece',
    'duplicates|duplicate|repeated|identical Set? removed|dropped|excluded|ignored ; without|excluding|ignoring duplicates|duplicate Set? ; remove|removing|drop|dropping|ignore duplicates|duplicate Set? first|before|beforehand? ; after removing|dropping duplicates|duplicate Set?',
    () => frame({ isUnique: true }),
  ),
  rule(
    'Piece',
    'with averages|values|figures|numbers|totals|amounts ; with their|its averages|values|figures|totals',
    () => frame({ isEach: true }),
  ),
  rule('Piece', 'Measures', (measures) => frame({ measures })),
  rule(
    'Piece',
    'and|with|including|,|plus Measures ; as well as Measures ; and with Measures ; together with Measures',
    (measures) =>
      measures.every((measure) => measure.note === null) ? frame({ measures, isAdded: true }) : null,
  ),
  rule('Piece', 'how Adjective', ({ field }) => {
    const measure = field.type === 'number' ? plainMeasure(amountOf(field)) : null;
    return measure && frame({ measures: [measure] });
  }),
  rule(
    'Piece',
    'its|their Agg ; what about Agg ; how about Agg ; Agg instead ; and Agg ; as Agg ; Agg of it|that|them',
    (outer) => frame({ outer, isFollowUp: true }),
  ),
  rule('Piece', 'on average', () => frame({ outer: 'mean' })),
  rule('Piece', 'in total|all ; overall|altogether|together', () => frame({ isTotal: true })),

  // Groups by figures of their own.
  rule('Piece', 'Having', (having) => frame({ having })),
  // Beside what tells the rows apart.
  rule(
    'Piece',
    'with|and their|its Cols',
    (columns, { fields }) => {
      const [name] = fields.filter(({ isIdentifier, type }) => isIdentifier && type !== 'date');
      return frame({ columns: name && !columns.includes(name) ? [name, ...columns] : columns });
    },
    1,
  ),
  // "the most km on them".
  rule('Piece', 'on them', () => frame(), 2),
  rule('Piece', 'ones|those|ones that', () => frame({ hasPronoun: true }), 1),
  rule(
    'Piece',
    'who Amount most',
    (amount, { who }) =>
      who &&
      frame({ target: keyOf(columnOf(who)), isWhich: true, descending: true, ranking: byAmount(amount) }),
  ),
  rule('Piece', '@number Set @do Value @has', (set, value) =>
    frame({ measures: [countOf([...set, isMention(value)])] }),
  ),
  // The length of a way is not how long it takes.
  rule('Piece', `${TAKES} longest`, (view) => byTime(view, true)),
  rule('Piece', `${TAKES} shortest|quickest|fastest`, (view) => byTime(view, false)),
  rule('Piece', `how long @do Set ${TAKES}`, (conditions, view) => {
    const amount = timeTaken(view);
    const measure = amount && conditions.length > 0 && plainMeasure(amount);
    return measure ? frame({ measures: [measure], conditions, hasRows: true }) : null;
  }),
  rule('Piece', 'how long @do it take from Date to|until Date', (from, to) => {
    const amount = durationOf(from, to);
    const measure = amount && plainMeasure(amount);
    return measure && frame({ measures: [measure] });
  }),
  rule('Piece', 'Set @be? Date @per Period', (set, date, period, view) => {
    const key = periodKey(period, view, date);
    return key && frame({ measures: [countOf(set)], keys: [key] });
  }),
  rule('Piece', 'how many @distinct Col', (field) => {
    const measure = aggregateOf('distinct', amountOf(field));
    return measure && frame({ measures: [measure] });
  }),
  rule('Piece', '@number Key', (target) => frame({ target, isWhich: true, isAsked: true }), 1),
  rule('Piece', 'how much|many total? Amount', (amount) => {
    const measure = isAdditive(amount) ? aggregateOf('sum', amount) : null;
    return measure && frame({ measures: [measure] });
  }),
].flat();

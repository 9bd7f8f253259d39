import { columnOf, isMention, isOneOf, keyOf } from '../words/conditions.ts';
import { lasting, saidDuration } from '../words/duration-of.ts';
import {
  aggregateOf,
  amountOf,
  countOf,
  countOfValues,
  periodKey,
  plainMeasure,
  totalOf,
} from '../words/figures.ts';
import { frame, frameBy, frameOf } from '../words/frames.ts';
import { rule } from './rule.ts';

const AS_OF_FILE = 'The state is that of the file: rows of all dates count.';

export const PIECE_RULES = [
  // Words that tie the others together and add nothing.
  rule(
    'Piece',
    '@what ; @show ; @which @be ; @be ; @do ; @has ; @exist ; there|we|i|you|all|and|but|also|then ; @be it',
    () => frame(),
  ),
  rule(
    'Piece',
    'plot|draw|chart|graph|visualize ; plot|draw|chart|graph|visualize it|this|that|them ; with|in|as plot|chart|graph|diagram|picture ; @plot plot|chart|graph|diagram|picture',
    () => frame({ isDrawn: true }),
  ),
  rule('Piece', '@stay ; @done ; @verb', () => frame(), 4),
  rule('Piece', '@that @verb|@do something|anything from?', () => frame(), 3),
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
  rule('Piece', 'with? how often they|it|these|this? occur|occurs|appear|appears|happen', () =>
    frame({ measures: [countOf([])], isAdded: true }),
  ),
  rule('Piece', 'for every|each combination', () => frame({ isEach: true })),
  rule('Piece', 'how @do ; how @be ; how @has', () => frame({ isHow: true })),
  rule('Piece', 'how many', () => frame({ measures: [countOf([])], hasPronoun: true, isBare: true }), 3),
  rule('Piece', 'how much', () => frame({ isHowMuch: true }), 1),
  rule('Piece', 'what about ; how about ; instead ; now ; same', () => frame({ isFollowUp: true })),

  // Rows.
  rule('Piece', '@which Set ; @list Set ; @list all? of? Set', (set) =>
    frame({ conditions: set, hasRows: true, isAsked: true }),
  ),
  // "which cat": the rows of a value, of which one is wanted.
  rule('Piece', '@which Value', (value) => frame({ conditions: [isMention(value)], isAsked: true })),
  rule('Piece', 'Set', (set) => frame({ conditions: set, hasRows: true, isCounted: true })),
  rule('Piece', 'of|for|among|across|in|from|on|within Set', (set) =>
    frame({ conditions: set, hasRows: true }),
  ),
  rule('Piece', 'of|for|among|across|in|from|at Other', () => frame()),
  rule('Piece', 'Cond', (condition) => frame({ conditions: [condition] })),
  rule('Piece', 'Said', (condition) => frame({ said: condition })),
  // What a column says of a row is as of the file.
  rule('Piece', '@be Values right now', (values) => {
    const said = isOneOf(values);
    return said && frame({ said, notes: [AS_OF_FILE] });
  }),
  rule('Piece', '@list Cols of|for? ; : Cols', (columns) => frame({ columns })),
  // "What is the total": one number, and not all that the column has.
  rule('Piece', '@what Cols of|for?', (columns) =>
    columns.length === 1 && columns.every(({ isAdditive }) => isAdditive) ? null : frame({ columns }),
  ),
  rule('Piece', 'when', ({ date }) => (date ? frame({ columns: [date], isAsked: true }) : null)),

  // Groups.
  rule(
    'Piece',
    '@which Key ; in|on|at|for|from|by @which Key ; @list @distinct? Key ; @list all Key',
    (target) => frame({ target, isWhich: true }),
  ),
  rule('Piece', '@which N Key ; in|on|at|for|from @which N Key', (count, target) =>
    count > 1 ? frame({ count, target, isWhich: true }) : null,
  ),
  rule('Piece', 'N Key', (count, target) => (count > 1 ? frame({ count, target, isWhich: true }) : null), 1),
  rule('Piece', '@do each? Key @verb', (key) => frame({ keys: [key] }), 2),
  rule('Piece', 'who', ({ who }) => (who ? frame({ target: keyOf(columnOf(who)), isWhich: true }) : null)),
  rule('Piece', 'who @be ; who @has', () => frame(), 1),
  rule('Piece', 'Key', (target) => frame({ target, isBare: true }), 2),
  rule('Piece', 'Keys', (keys) => (keys.length > 1 ? frame({ keys, isBare: true }) : null), 2),
  rule('Piece', 'per Keys', (keys) => frame({ keys, isPer: true })),
  rule('Piece', '@per Keys ; broken down by Keys', (keys) => frame({ keys })),
  rule('Piece', 'Period by|after Period', (first, second, view) =>
    first === second ? frameBy(periodKey(first, view)) : null,
  ),
  rule('Piece', 'Timely', (period, view) => frameBy(periodKey(period, view)), 1),
  rule('Piece', 'in|for|of|on|at how many Set', (set) => frame({ measures: [countOf(set)] })),
  rule('Piece', 'in|for|of|on|at how many Values', (values) => frameOf(countOfValues(values))),
  rule('Piece', 'in|with Unit ; , Unit', (unit) => frame({ unit })),
  // The figure by which they were chosen, asked for once more.
  rule(
    'Piece',
    'and|with how many @be|@do? it|they|there|that?',
    () => frame({ isTotal: true, isHowMuch: true }),
    1,
  ),
  rule('Piece', 'with|and value|figure|amount', () => frame({ isHowMuch: true }), 1),
  rule('Piece', 'with their|its averages|values|figures|totals', () => frame({ isEach: true })),
  rule('Piece', 'Measures', (measures) => frame({ measures })),
  rule('Piece', 'and|with|including|,|plus Measures', (measures) =>
    measures.every((measure) => measure.note === null) ? frame({ measures, isAdded: true }) : null,
  ),
  rule('Piece', 'how Adjective', ({ field }) => frameOf(plainMeasure(amountOf(field)))),
  rule('Piece', 'its|their Agg ; what about Agg ; how about Agg ; Agg instead ; and Agg', (outer) =>
    frame({ outer, isFollowUp: true }),
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
  rule('Piece', 'how long @do Set take|takes|took|last|lasts|lasted', (conditions, view) => {
    const amount = conditions.length > 0 ? (saidDuration(view) ?? lasting(view)) : null;
    return frameOf(amount && plainMeasure(amount), { conditions, hasRows: true });
  }),
  rule('Piece', 'how many @distinct Col', (field) => frameOf(aggregateOf('distinct', amountOf(field)))),
  rule('Piece', '@number Key', (target) => frame({ target, isWhich: true, isAsked: true }), 1),
  rule('Piece', 'how much|many total? Amount', (amount) => frameOf(totalOf(amount))),
].flat();

/** Relations of columns, the state of the data, charts, and what careful people add. */
import type { Ask, Key } from '../query/query.ts';
import { columnOf, isOneOf, keyOf } from './conditions.ts';
import { costColumn } from './cost-column.ts';
import { countOf } from './figures.ts';
import { frame } from './frames.ts';
import type { Field, Frame, Mention, View } from './meanings.ts';
import { rule } from './rule.ts';
import { ID_WORDS } from './vocabulary.ts';

function correlation(of: readonly Field[]): Frame | null {
  const names = new Set(of.map((field) => field.name));
  return names.size < of.length
    ? null
    : frame({ ask: { kind: 'correlation', of: of.map(columnOf), by: null } });
}

/** Both are numbers of each row. */
function related(left: Field, right: Field): Frame | null {
  return left.type === 'number' && right.type === 'number' ? correlation([left, right]) : null;
}

function twoKeys(left: Key, right: Key, isBare: boolean): Frame | null {
  return JSON.stringify(left) === JSON.stringify(right) ? null : frame({ keys: [left, right], isBare });
}

function unique(): Frame {
  return frame({ isUnique: true });
}

/** Nearly every row has a value of its own: what repeats it is a repeated row. */
function isRepeated(field: Field, { size }: View): boolean {
  return ID_WORDS.has(field.words.at(-1) ?? '') && field.unique < size && field.unique > size * 0.98;
}

/** Whether the noun is what a row is, and not something that several rows are about. */
function isOfRows(noun: string, view: View): boolean {
  const isName = ({ words }: Field) => words.length === 1 || ID_WORDS.has(words.at(-1) ?? '');
  const named = view.fields.filter((field) => field.words.includes(noun) && isName(field));
  return named.every((field) => field.isIdentifier || isRepeated(field, view));
}

function ask(what: Ask): Frame {
  return frame({ ask: what });
}

export const DATA_RULES = [
  // Relations.
  rule(
    'Piece',
    `@relation between Num and Num ; @be there any? @relation between Num and Num ; Num @related with|to Num ;
    @be Num @related with|to Num ; @do Num @related with Num ; @relation of Num and|with Num ;
    how @be Num @related to|with Num ; Num and Num @related ; how strongly? @be Num and Num @related ;
    correlate Num with|and Num ; @do Num correlate with Num ; how? @do Num depend on Num`,
    (left, right) => correlation([left, right]),
  ),
  // "Do bigger flats cost more?": of all rows, two columns.
  rule(
    'Piece',
    `@do Comparative Set @verb|@has|get @more|@less Num ; @do Comparative Set @verb|@has|get Num @more|@less`,
    ({ field }, set, other) => (set.length === 0 ? related(field, other) : null),
  ),
  rule(
    'Piece',
    '@be Comparative Set Comparative ; @do Comparative Set @verb|@has|get Comparative ; @be Comparative Set also Comparative',
    (left, set, right) => (set.length === 0 ? related(left.field, right.field) : null),
  ),
  rule('Piece', '@do Comparative Set cost @more|@less', ({ field }, set, view) => {
    const cost = costColumn(view);
    return cost && set.length === 0 ? related(field, cost) : null;
  }),
  rule('Piece', 'correlation coefficient|coefficients? ; correlation', () => frame({ notes: [] }), 3),
  rule('Piece', 'Chart ; Chart please', (chart) => frame({ chart, isBare: true })),
  rule('Piece', 'Chart of|for|showing|with ; @plot Chart', (chart) => frame({ chart })),

  rule(
    'Piece',
    `any? missing|empty values|cells ; values missing ; how many values @be missing ; how many missing values ;
    @which columns @has missing|empty values ; how many missing|empty values @exist? in|by|per each? column ;
    @which values @be missing ; any columns @has missing values ; missing values in|by|per each? column`,
    () => ask({ kind: 'missing', columns: [] }),
  ),
  rule(
    'Piece',
    `any? missing|empty values in|for Cols ; values missing in|for Cols ;
    how many missing|empty values @be there in|for Cols ; how many missing|empty values in|for Cols ;
    how many missing|empty values @do Cols @has ; how many missing|empty Cols ; @number missing|empty values in|for Cols ;
    how many missing|empty values|cells @has each of? columns? Cols ; @number missing|empty values|cells|answers|entries for|in Cols ;
    how many Cols values? @be missing|empty ; any? Cols missing|empty`,
    (cols) => ask({ kind: 'missing', columns: cols.map((field) => field.name) }),
  ),
  rule(
    'Piece',
    `overview ; summary ; summarize data|dataset|table|file|it|this ; describe data|dataset|table|file|it|this ;
    summarize Noun ; describe Noun ; @what data about ; @what in this? file|data|dataset|table|it|here ;
    overview|summary of data|file|table|dataset`,
    () => ask({ kind: 'overview' }),
  ),
  rule('Piece', '@which sheets|tables', () => ask({ kind: 'overview' })),
  rule(
    'Piece',
    `@which columns ; columns ; how many columns ; all columns ; @which columns @do Noun @has ; @which variables`,
    () => ask({ kind: 'columns' }),
  ),

  rule(
    'Piece',
    '@number rows|records|lines and columns ; shape|size|dimensions of? data|table|file|dataset?',
    () => frame({ ask: { kind: 'overview' } }),
  ),

  // An answer has its table anyway.
  rule('Piece', 'as|in table ; as list', () => frame()),
  // Tables and charts.
  rule(
    'Piece',
    `cross table|tab ; crosstab ; pivot table? ; pivot ; cross tabulate|tabulation ; cross table|tab of|for|with ; crosstab of|for ;
    pivot table of|for|with ; cross tabulation of`,
    () => frame({ isCross: true }),
  ),
  rule('Piece', 'as|in cross table|tab ; as|in crosstab ; as|in pivot table', () => frame({ isCross: true })),
  rule('Piece', 'Key x|versus|vs|against|and|with Key', (left, right) => twoKeys(left, right, true), 1),
  // Both together, or each: it is asked back.
  rule('Piece', 'of|for|in Value and Value', (left, right) => {
    const condition = isOneOf([left, right]);
    if (!condition || left.field.unique < 2) return null;
    return frame({
      keys: [keyOf(columnOf(left.field))],
      conditions: left.field.unique === 2 ? [] : [condition],
    });
  }),
  rule('Piece', 'of|for|in Value and Value', (left, right) =>
    isOneOf([left, right]) && left.field.unique === 2 ? frame({ isEach: true }) : null,
  ),
  rule('Piece', 'Value vs|versus Value vs|versus Value ; Value , Value and Value', (...values) => {
    const mentions = values.slice(0, 3) as Mention[];
    const condition = isOneOf(mentions);
    const [first] = mentions;
    if (!condition || !first) return null;
    const conditions = first.field.unique === 3 ? [] : [condition];
    return frame({ keys: [keyOf(columnOf(first.field))], conditions });
  }),
  rule('Piece', 'for every|each combination of Key and Key ; by Key x|against|versus Key', (left, right) =>
    twoKeys(left, right, false),
  ),
  rule('Piece', 'table of? Key x|against|versus Key', (left, right) => {
    const keys = twoKeys(left, right, false);
    return keys && { ...keys, isCross: true };
  }),
  rule('Piece', 'in each|every|the? cell|cells ; for every|each combination ; in cells', () =>
    frame({ isEach: true }),
  ),
  rule('Piece', '@as Chart ; @plot @as Chart ; on|in|with Chart', (chart) => frame({ chart })),

  // What careful people add.
  rule(
    'Piece',
    `as percentage|percentages|percent|% ; as percentage of total ; in percent|%|percentages|percentage ;
    as % of total ; in percent of total ; as|in %|percent of all|its|their Set`,
    () => frame({ asPercent: true }),
  ),
  rule(
    'Piece',
    `rounded? to N @decimals ; round to N @decimals ; with N @decimals ; rounded to N places ; N @decimals ;
    to N @decimals ; rounded? on N @decimals`,
    (decimals) => frame({ decimals }),
  ),
  rule(
    'Piece',
    'rounded|round to? whole|full Unit|numbers ; rounded to? whole|full|nearest number|numbers|integer? ; no decimals ; without decimals',
    () => frame({ decimals: 0 }),
  ),
  rule(
    'Piece',
    `ignore|ignoring|skip|skipping|excluding|exclude missing values ;
    ignore|ignoring|excluding|skip missing|empty values|cells ; without missing|empty values`,
    () => frame({ notes: ['Missing values are left out.'] }),
  ),
  rule(
    'Piece',
    `each|every|all? Noun @counted? only? once ; @count? each|every Noun only? once ; @duplicate Noun? @counted once ;
    @count? unique|distinct Noun only? ; if? each|every Noun @counted only once ; by unique|distinct Noun ; of unique|distinct Noun`,
    (...parts) => {
      const view = parts.at(-1) as View;
      const noun = parts.find((part) => typeof part === 'string');
      return typeof noun !== 'string' || isOfRows(noun, view) ? unique() : null;
    },
  ),
  rule(
    'Piece',
    `no|without|excluding|exclude|ignoring|ignore @duplicate Noun? ; @duplicate Noun? removed|dropped|excluded|ignored ;
    after? removing|dropping @duplicate Noun? ; remove|drop @duplicate Noun? first|before? ; counting @duplicate Noun? once ;
    @do not count @duplicate Noun? twice`,
    unique,
  ),
  rule('Piece', '@number unique|distinct|different Set', (set, view) => {
    const isKnown = view.fields.some((field) => isRepeated(field, view));
    return isKnown ? { ...unique(), measures: [countOf(set)] } : null;
  }),
  rule(
    'Piece',
    'counts ; with counts ; and counts',
    () => frame({ measures: [countOf([])], isAdded: true }),
    1,
  ),
].flat();

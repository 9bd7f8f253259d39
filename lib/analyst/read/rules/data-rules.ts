/** Relations of columns, the state of the data, charts, and what careful people add. */
import type { Ask, Key } from '../../query/query.ts';
import { columnOf, isOneOf, keyOf } from '../words/conditions.ts';
import { countOf } from '../words/figures.ts';
import { frame } from '../words/frames.ts';
import type { Field, Frame, Mention, View } from '../words/meanings.ts';
import { ID_WORDS } from '../words/vocabulary.ts';
import { rule } from './rule.ts';

function correlation(left: Field, right: Field): Frame | null {
  return left.name === right.name ? null : ask({ kind: 'correlation', of: [left.name, right.name] });
}

function twoKeys(left: Key, right: Key): Frame | null {
  return JSON.stringify(left) === JSON.stringify(right) ? null : frame({ keys: [left, right], isBare: true });
}

/** Groups by the column of the values: those of the values alone, where it has others. */
function byValues(values: readonly Mention[]): Frame | null {
  const condition = isOneOf(values);
  const [first] = values;
  if (!condition || !first) return null;
  const conditions = first.field.unique === values.length ? [] : [condition];
  return frame({ keys: [keyOf(columnOf(first.field))], conditions });
}

function ask(what: Ask): Frame {
  return frame({ ask: what });
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

export const DATA_RULES = [
  rule('Piece', '@count? each|every Noun only? once ; @count? unique|distinct Noun only?', (noun, view) =>
    isOfRows(noun, view) ? unique() : null,
  ),
  rule(
    'Piece',
    'duplicates|duplicate|repeated|identical Set? removed|dropped|excluded|ignored ; without|excluding|ignoring duplicates|duplicate Set? ; after removing|dropping duplicates|duplicate Set?',
    unique,
  ),
  rule('Piece', 'how many @more unique|different|distinct Set', (set) =>
    frame({ compare: 'difference', measures: [countOf(set)], isUnique: true }),
  ),
  // Relations.
  rule(
    'Piece',
    '@relation between Num and Num ; @be there any? @relation between Num and Num ; @be Num @related with|to Num ; @relation of Num and|with Num ; how @be Num @related to|with Num ; @do Num correlate with Num',
    correlation,
  ),
  rule('Piece', 'Chart', (chart) => frame({ chart, isBare: true })),
  rule('Piece', 'Chart of|for|showing|with', (chart) => frame({ chart })),

  rule(
    'Piece',
    'any? missing|empty values|cells ; how many missing values ; @which columns @has missing|empty values ; how many missing|empty values @exist? in|by|per each? column',
    () => ask({ kind: 'missing', columns: [] }),
  ),
  rule(
    'Piece',
    'any? missing|empty values in|for Cols ; how many missing|empty values in|for Cols ; @number missing|empty values in|for Cols ; @number missing|empty values|cells|answers|entries for|in Cols ; how many Cols values? @be missing|empty',
    (cols) => ask({ kind: 'missing', columns: cols.map((field) => field.name) }),
  ),
  rule(
    'Piece',
    'overview ; summary ; summarize data|dataset|table|file|it|this ; describe data|dataset|table|file|it|this ; @what data about ; @what in this? file|data|dataset|table|it|here ; overview|summary of data|file|table|dataset ; @which columns ; columns ; how many columns',
    () => ask({ kind: 'overview' }),
  ),

  rule('Piece', 'Key x|versus|vs|against|and|with Key', twoKeys, 1),
  // Both together, or each: it is asked back.
  rule('Piece', 'of|for|in Value and Value', (left, right) =>
    left.field.unique < 2 ? null : byValues([left, right]),
  ),
  rule('Piece', 'of|for|in Value and Value', (left, right) =>
    isOneOf([left, right]) && left.field.unique === 2 ? frame({ isEach: true }) : null,
  ),
  rule('Piece', 'Value vs|versus Value vs|versus Value', (first, second, third) =>
    byValues([first, second, third]),
  ),
  rule('Piece', '@as Chart', (chart) => frame({ chart })),

  // What careful people add.
  rule(
    'Piece',
    'as percentage|percentages|percent|% ; as percentage of total ; in percent|%|percentages|percentage ; as|in %|percent of all|its|their Set',
    () => frame({ asPercent: true }),
  ),
  rule(
    'Piece',
    'rounded? to N @decimals ; round to N @decimals ; with N @decimals ; N @decimals',
    (decimals) => frame({ decimals }),
  ),
  rule('Piece', 'rounded|round to? whole|full Unit|numbers ; no decimals', () => frame({ decimals: 0 })),
  rule('Piece', 'ignore|ignoring|skip|skipping|excluding|exclude missing values', () =>
    frame({ notes: ['Missing values are left out.'] }),
  ),
  rule('Piece', 'counts ; with counts', () => frame({ measures: [countOf([])], isAdded: true }), 1),
].flat();

/** A value with its labels, and what those say of its unit. */
import type { Amount } from '../text/find-amounts.ts';
import { type LabelUnit, namesShare, readLabelUnit } from '../text/units.ts';
import { readStems } from '../text/words.ts';
import type { Label, SourceGroup, SourceValue } from './source-value.ts';

/** What holds for all values of an output. */
export interface OutputContext {
  readonly group: SourceGroup;
  /** Words of the code, for values without any of their own. */
  readonly code: Label;
  /** Whether the code makes percentages of shares. */
  readonly makesPercent: boolean;
}

const MAX_LABEL = 120;
const PERCENT = 'percent';

export function toLabel(text: string): Label {
  return createLabel(text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LABEL));
}

/** A label from text of any length. */
export function createLabel(text: string): Label {
  if (text === '') return NO_LABEL;
  const meaning = MEANINGS.find(([pattern]) => pattern.test(text))?.[1];
  const stems = readStems(meaning === undefined ? text : `${text} ${meaning}`);
  return { text, stems, unit: readLabelUnit(text), isShare: namesShare(text) };
}

/** What pandas means by the names of its rows and columns. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:50%|0\.50?)$/, 'median'],
  [/^(?:[27]5%|0\.[27]5)$/, 'quartile interquartile iqr'],
  [/^All$/, 'total'],
];

const NO_LABEL: Label = { text: '', stems: new Set(), unit: { unit: null, multiplier: 1 }, isShare: false };

/** What two labels say together. */
export function mergeLabels(left: Label, right: Label): Label {
  if (left.text === '' || right.text === '') return left.text === '' ? right : left;
  const text = `${left.text} ${right.text}`;
  return {
    text,
    stems: new Set([...left.stems, ...right.stems]),
    unit: left.unit.unit === null ? right.unit : left.unit,
    isShare: left.isShare || right.isShare,
  };
}

export interface ValueParts {
  readonly amount: Amount;
  readonly printed: string;
  readonly row: Label;
  readonly column: Label;
  readonly around: Label;
  readonly at: readonly [number, number];
}

export function makeValue(
  { amount, printed, row, column, around, at }: ValueParts,
  { group, code, makesPercent }: OutputContext,
): SourceValue {
  const isBare = row.stems.size + column.stems.size + around.stems.size === 0;
  const labels = column.text !== '' ? [column] : group.kind === 'table' ? [row, around] : [row];
  return {
    place: group.place,
    printed: printed.trim(),
    value: amount.value,
    step: amount.step,
    date: amount.date,
    isEither: amount.isEither === true,
    unit: findLabelUnit(amount, labels),
    row,
    column,
    around: isBare ? code : around,
    group,
    at,
    isShare: makesPercent || column.isShare || row.isShare || around.isShare || (isBare && code.isShare),
  };
}

/** A label that says percent can stand above shares, so only a sign beside the number settles that. */
function findLabelUnit({ unit, date }: Amount, labels: readonly Label[]): LabelUnit {
  if (unit !== null || date !== null) return { unit, multiplier: 1 };
  const found = labels.map((label) => label.unit);
  const known = found.find((label) => label.unit !== null && label.unit.dimension !== PERCENT);
  return {
    unit: known?.unit ?? null,
    multiplier: found.find(({ multiplier }) => multiplier !== 1)?.multiplier ?? 1,
  };
}

/** Numbers of the question, as values that others can be measured against. */
import type { Amount } from '../text/find-amounts.ts';
import { toLabel } from './make-value.ts';
import type { SourceGroup, SourceValue } from './source-value.ts';

const PLACE = { cellId: '', cell: 0, output: 0 };

/** Belongs to no output, so it is never a source. */
export function makeAskedValue({ value, step, unit, date }: Amount): SourceValue {
  const none = toLabel('');
  const group: SourceGroup = {
    place: PLACE,
    kind: 'lines',
    rows: 0,
    columns: 0,
    isWhole: false,
    nouns: new Set(),
    code: new Set(),
  };
  return {
    place: PLACE,
    printed: '',
    value,
    step,
    date,
    unit: { unit, multiplier: 1 },
    row: none,
    column: none,
    around: none,
    group,
    at: [0, 0],
    isShare: unit?.dimension === 'percent',
  };
}

export function isAskedValue({ place }: SourceValue): boolean {
  return place === PLACE;
}

/** Numbers of the question, and sizes that the model was shown, as values that others can be measured against. */
import type { Amount } from '../text/find-amounts.ts';
import { toLabel } from './make-value.ts';
import type { SourceValue } from './source-value.ts';

const PLACE = { cellId: '', cell: 0, output: 0 };

/** Belongs to no output, so it is never a source. */
export function makeGivenValue({ value, step, unit, date }: Amount): SourceValue {
  const none = toLabel('');
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
    group: { place: PLACE, kind: 'lines', rows: 0, lists: [], isWhole: false },
    at: [0, 0],
    isShare: unit?.dimension === 'percent',
  };
}

export function isGivenValue({ place }: SourceValue): boolean {
  return place === PLACE;
}

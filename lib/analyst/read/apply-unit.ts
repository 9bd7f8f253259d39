import type { DurationUnit, Expression } from '../query/query.ts';
import type { Frame, Measure, View } from './meanings.ts';
import { findUnit, wordsOf } from './tokens.ts';

const DURATIONS: ReadonlyMap<string, DurationUnit> = new Map([
  ['second', 'seconds'],
  ['minute', 'minutes'],
  ['hour', 'hours'],
  ['day', 'days'],
  ['week', 'weeks'],
  ['month', 'months'],
  ['year', 'years'],
]);

/** "in days", "in kWh": durations are measured so, columns have to be; null where nothing that is asked for is. */
export function applyUnit(frame: Frame, view: View): Frame | null {
  const unit = findUnit(frame.unit ?? '') ?? frame.unit ?? '';
  const span = DURATIONS.get(unit.replace(/s$/, ''));
  const measures = frame.measures.map((measure) => measureIn(measure, span));
  const changed = measures.some((measure, index) => measure !== frame.measures[index]);
  const rest = { ...frame, unit: null };
  if (changed) return { ...rest, measures };
  const isPercent = unit === '%' && frame.measures.every(({ figure }) => figure.kind === 'ratio');
  if (isPercent && frame.measures.length > 0) return { ...rest, asPercent: true };
  const columns = [...frame.measures.map(columnName), nameOf(frame.ranking?.amount.of ?? null)];
  const isMeasured = columns.some((name) => name !== null && hasUnit(name, unit, view));
  return isMeasured ? rest : null;
}

function measureIn(measure: Measure, unit: DurationUnit | undefined): Measure {
  const { figure } = measure;
  if (!unit || (figure.kind !== 'aggregate' && figure.kind !== 'percentile') || figure.of.kind !== 'duration')
    return measure;
  const name = measure.name.replace(figure.of.unit, unit);
  return { ...measure, name, figure: { ...figure, of: { ...figure.of, unit } } };
}

function columnName({ figure }: Measure): string | null {
  return figure.kind === 'aggregate' || figure.kind === 'percentile' ? nameOf(figure.of) : null;
}

function nameOf(of: Expression | null): string | null {
  return of?.kind === 'column' ? of.name : null;
}

function hasUnit(name: string, unit: string, view: View): boolean {
  const field = view.fields.find((one) => one.name === name);
  const words = [...wordsOf(name), field?.unit?.toLowerCase() ?? ''];
  return words.some((word) => findUnit(word) === unit);
}

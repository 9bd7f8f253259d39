/** "Over 30 minutes": the column that is written in minutes, whatever else the question names. */
import { type Column, isIdentifier } from './dataset.ts';
import { readNameWords, type Word } from './words.ts';

/** Each unit in the ways it is written. */
const UNITS: readonly ReadonlySet<string>[] = [
  'ms millisecond milliseconds millis',
  's sec secs second seconds',
  'min mins minute minutes',
  'h hr hrs hour hours',
  'day days',
  'mm millimeter millimeters millimetre millimetres',
  'cm centimeter centimeters centimetre centimetres',
  'm meter meters metre metres',
  'km kms kilometer kilometers kilometre kilometres',
  'mi mile miles',
  'ft foot feet',
  'g gram grams',
  'kg kgs kilo kilos kilogram kilograms',
  'lb lbs pound pounds',
  'l liter liters litre litres',
  'kwh',
].map((line) => new Set(line.split(' ')));

/** None where no number column says the unit in its name, or several do. */
export function findUnitColumn(word: Word | undefined, columns: readonly Column[]): Column | null {
  const unit = UNITS.find((names) => names.has(word?.lower ?? ''));
  if (!unit) return null;
  const isIn = (column: Column) => {
    const words = readNameWords(column.name);
    return column.kind === 'number' && !isIdentifier(column) && words.some(({ lower }) => unit.has(lower));
  };
  const [only, ...others] = columns.filter(isIn);
  return others.length === 0 ? (only ?? null) : null;
}

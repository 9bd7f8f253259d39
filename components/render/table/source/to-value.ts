import type { ColumnKind, Value } from './table.ts';

/** Longer whole numbers lose digits as numbers. */
const MAX_DIGITS = 15;

/** A value that came as text: a number where it stays the same number. */
export function toValue(text: string | null, kind: ColumnKind): Value {
  if (text === null || kind !== 'number') return text;
  const number = Number(text);
  const isLong = /^-?\d+$/.test(text) && text.length > MAX_DIGITS;
  return text.trim() === '' || isLong || !Number.isFinite(number) ? text : number;
}

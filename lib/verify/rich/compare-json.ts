/** JSON by its structure: the order of keys does not count. */

import { pluralize } from '../../util/pluralize.ts';
import {
  type CompareContext,
  type Comparison,
  differ,
  join,
  putAside,
  quote,
  SAME,
} from '../finding/comparison.ts';
import { compareText } from '../text/compare-text.ts';
import { isJsonRounding, isSameJsonNumber } from '../text/same-number.ts';

/** Deeper values are compared as they are written. */
const MAX_DEPTH = 100;

export function compareJson(
  notebook: unknown,
  here: unknown,
  place: string,
  context: CompareContext,
): Comparison {
  return compareValues(notebook, here, { place, context, depth: 0 });
}

interface At {
  place: string;
  context: CompareContext;
  depth: number;
}

function compareValues(left: unknown, right: unknown, at: At): Comparison {
  if (left === right) return SAME;
  const { place, context, depth } = at;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right, place, context);
  const inner = (key: string | number) => ({ place: `${place}.${key}`, context, depth: depth + 1 });
  if (depth < MAX_DEPTH && Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) {
      return differAs('shape', place, `${pluralize(left.length, 'item')}, here ${right.length}`, left, right);
    }
    return join(left.map((item, index) => compareValues(item, right[index], inner(index))));
  }
  if (depth < MAX_DEPTH && isObject(left) && isObject(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    const missing = [...keys].filter((key) => !(Object.hasOwn(left, key) && Object.hasOwn(right, key)));
    const [first] = missing;
    if (first !== undefined) {
      const where = Object.hasOwn(right, first) ? 'is new' : 'is missing';
      return differAs('shape', place, `${quote(first)} ${where}`, left, right);
    }
    return join([...keys].map((key) => compareValues(left[key], right[key], inner(key))));
  }
  const [was, is] = [write(left), write(right)];
  if (was === is) return SAME;
  const sides = { place, notebook: was, here: is };
  const areNumbers = isNumber(left) && isNumber(right);
  if (areNumbers && isSameJsonNumber(was, is)) return SAME;
  if (areNumbers && isJsonRounding(was, is)) return putAside({ ...sides, kind: 'rounding' });
  return differAs('value', place, `${lastOf(place)} ${shorten(was)}, here ${shorten(is)}`, left, right);
}

function differAs(kind: 'value' | 'shape', place: string, text: string, left: unknown, right: unknown) {
  return differ({ kind, place, text, notebook: write(left), here: write(right) });
}

/** A number that keeps how it is written is an object (lib/util/exact-json.ts). */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'object' && /^-?\d/.test(write(value)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  const isAny = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isAny && !write(value).startsWith('-') && !/^\d/.test(write(value));
}

function write(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function lastOf(place: string): string {
  return place.slice(place.lastIndexOf('.') + 1);
}

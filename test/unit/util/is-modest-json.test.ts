import { expect, test } from 'vitest';
import { isModestJson, measureJson } from '../../../lib/util/is-modest-json.ts';

const nest = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('a value is measured by about what it takes when written', () => {
  const value = { name: 'x'.repeat(1_000), list: [1, 2, { deep: 'y'.repeat(500) }], none: null };
  const length = JSON.stringify(value).length;
  expect(measureJson(value, 10_000)).toBeGreaterThan(length * 0.9);
  expect(measureJson(value, 10_000)).toBeLessThan(length * 1.2);
});

test('a value that is too long, by one string or by many small ones, is not modest', () => {
  expect(isModestJson('x'.repeat(101), 100)).toBe(false);
  expect(
    isModestJson(
      Array.from({ length: 100 }, () => 1),
      100,
    ),
  ).toBe(false);
  expect(isModestJson({ ['k'.repeat(101)]: 1 }, 100)).toBe(false);
  expect(isModestJson('x'.repeat(90), 100)).toBe(true);
});

test('what cannot be written for its depth is not modest, however short', () => {
  expect(isModestJson(nest(100_000), 1e9)).toBe(false);
  expect(isModestJson(nest(400), 1e9)).toBe(true);
});

test.each([null, undefined, 3, true, '', [], {}])('%s is modest', (value) => {
  expect(isModestJson(value, 100)).toBe(true);
});

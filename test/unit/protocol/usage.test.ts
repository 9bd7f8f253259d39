import { expect, test } from 'vitest';
import { describeUsage } from '../../../lib/protocol/runs/describe-usage.ts';
import type { Usage } from '../../../lib/protocol/runs/run.ts';
import { addUsage, NO_USAGE, priceUsage, UNKNOWN_USAGE } from '../../../lib/protocol/runs/usage.ts';

const use = (promptTokens: number, completionTokens: number, rest: Partial<Usage> = {}): Usage => ({
  ...NO_USAGE,
  promptTokens,
  completionTokens,
  ...rest,
});
const PRICES = { inputPerMTok: 2, outputPerMTok: 10, cachedInputPerMTok: 0.5 };

test('a cost counts cached prompt tokens at their own price', () => {
  expect(priceUsage(use(1_000_000, 100_000, { cachedTokens: 400_000 }), PRICES).cost).toBeCloseTo(2.4);
  const { cachedInputPerMTok: _, ...flat } = PRICES;
  expect(priceUsage(use(1_000_000, 100_000, { cachedTokens: 400_000 }), flat).cost).toBeCloseTo(3);
});

test('without prices there is no cost, and a stated cost stands', () => {
  expect(priceUsage(use(10, 10), null)).toEqual(use(10, 10));
  expect(priceUsage(use(10, 10, { cost: 0.5 }), PRICES).cost).toBe(0.5);
});

test('a sum has a cost only when all of its parts have one', () => {
  const priced = use(10, 5, { cost: 0.25, cachedTokens: 4 });
  expect(addUsage(priced, priced, NO_USAGE)).toEqual(use(20, 10, { cost: 0.5, cachedTokens: 8 }));
  expect(addUsage(priced, use(1, 1))).toEqual(use(11, 6, { cachedTokens: 4 }));
  expect(addUsage()).toEqual(NO_USAGE);
  expect(addUsage(priced, use(1, 1, { estimated: true })).estimated).toBe(true);
});

test('a call of unknown usage makes a sum an estimate and keeps its cost', () => {
  const priced = use(10, 5, { cost: 0.25 });
  expect(addUsage(priced, UNKNOWN_USAGE)).toEqual({ ...priced, estimated: true });
});

test.each([
  [NO_USAGE, ''],
  [UNKNOWN_USAGE, ''],
  [use(900, 12), '912 tokens'],
  [use(5000, 100, { estimated: true, cost: 0.0123 }), 'about 5.1K tokens · about $0.01'],
  [use(5000, 100, { cost: 0.00341 }), '5.1K tokens · $0.0034'],
  [use(5000, 100, { cost: 3.4 }), '5.1K tokens · $3.40'],
  [use(5, 1, { cost: 0.00001 }), '6 tokens · under $0.0001'],
  [use(5, 1, { cost: 0 }), '6 tokens · $0'],
])('%j reads as %s', (usage, text) => expect(describeUsage(usage)).toBe(text));

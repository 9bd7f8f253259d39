/** Limits of a run, as programs and the API ask for them. */
import { expect, test } from 'vitest';
import { completeLimits, DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';

test('a limit that is missing or undefined is the default', () => {
  expect(completeLimits({ maxSteps: undefined, maxTokens: 5 })).toEqual({ ...DEFAULT_LIMITS, maxTokens: 5 });
  expect(completeLimits({ maxCost: 1, promptTokens: 900 }, 800)).toMatchObject({
    maxCost: 1,
    promptTokens: 900,
  });
  expect(completeLimits(undefined, 800).promptTokens).toBe(800);
});

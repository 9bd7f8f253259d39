import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCellClock } from '../../../lib/kernel/execution/cell-clock.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

function startClock(limitMs: number) {
  const onLimit = vi.fn();
  const onExpired = vi.fn();
  return { clock: createCellClock({ limitMs, onLimit, onExpired }), onLimit, onExpired };
}

test('the limit is told half a minute before, or at half of a short one', () => {
  const long = startClock(120_000);
  const short = startClock(10_000);
  vi.advanceTimersByTime(5_100);
  expect(short.onLimit.mock.calls).toEqual([[{ stopsAt: 10_000 }]]);
  vi.advanceTimersByTime(85_000);
  expect(long.onLimit.mock.calls).toEqual([[{ stopsAt: 120_000 }]]);
  vi.advanceTimersByTime(29_900);
  expect(long.onExpired.mock.calls).toEqual([[120_000]]);
});

test('more time moves the limit and is told at once', () => {
  const { clock, onLimit, onExpired } = startClock(10_000);
  vi.advanceTimersByTime(9_000);
  clock.extend(60_000);
  expect(onLimit).toHaveBeenLastCalledWith({ stopsAt: 70_000, extendedMs: 60_000 });
  vi.advanceTimersByTime(60_999);
  expect(onExpired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onExpired.mock.calls).toEqual([[70_000]]);
});

test('a pause does not count, and the limit is told again after it', () => {
  const { clock, onLimit, onExpired } = startClock(10_000);
  vi.advanceTimersByTime(6_000);
  clock.pause();
  vi.advanceTimersByTime(100_000);
  clock.extend(1_000);
  clock.resume();
  expect(onLimit).toHaveBeenLastCalledWith({ stopsAt: 111_000 });
  vi.advanceTimersByTime(4_999);
  expect(onExpired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onExpired).toHaveBeenCalledOnce();
});

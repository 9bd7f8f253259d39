/**
 * Undoes what a test replaced as soon as it ends. Vitest's own `unstubGlobals` and `restoreMocks` do so when the next
 * test begins, which is after the next file's `beforeAll`: that one would still meet a `fetch` of the test before it.
 */
import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // The worker keeps them for its next file: without its timers, a browser is never answered, and no limit ends the wait.
  vi.useRealTimers();
});

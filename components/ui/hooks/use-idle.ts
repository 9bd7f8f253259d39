import { useEffect, useState } from 'react';

/** At the latest: a page that is never idle draws all of it too. */
const MAX_WAIT_MS = 2000;
/** Longer than anything is in view on a fast scroll. */
const SAFARI_WAIT_MS = 100;

/** Whether the page has had a moment to spare since this was drawn: what flies past on a fast scroll has none. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), MAX_WAIT_MS, SAFARI_WAIT_MS), []);
  return isIdle;
}

/**
 * Calls `act` when the page has a moment to spare, at the latest after `maxMs`; in Safari, which does not say when, after
 * `safariMs`. Returns the function that cancels it.
 */
export function whenIdle(act: () => void, maxMs: number, safariMs = 0): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, safariMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: maxMs });
  return () => cancelIdleCallback(handle);
}

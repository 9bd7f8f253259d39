import { useEffect, useState } from 'react';

/** At the latest: a page that is never idle draws all of it too. */
const MAX_WAIT_MS = 2000;

/** Whether the page has had a moment to spare since this was drawn: what flies past on a fast scroll has none. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), 100);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}

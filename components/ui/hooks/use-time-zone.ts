'use client';

import { useSyncExternalStore } from 'react';

/** The browser's time zone, which is undefined; `UTC` where the server renders, which does not know it, and in the first render here. */
export function useTimeZone(): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => undefined,
    () => 'UTC',
  );
}

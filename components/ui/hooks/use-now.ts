'use client';

import { useEffect, useState } from 'react';
import { readServerTime } from './server-time.ts';

/**
 * The time by the server's clock, milliseconds since 1970, renewed every `intervalMs` while `isActive`. At first `initial`, if the
 * server has rendered with it.
 */
export function useNow(isActive: boolean, intervalMs: number, initial?: number): number {
  const [now, setNow] = useState(() => initial ?? readServerTime());
  useEffect(() => {
    if (!isActive) return;
    const update = () => setNow(readServerTime());
    update();
    const timer = setInterval(update, intervalMs);
    return () => clearInterval(timer);
  }, [isActive, intervalMs]);
  return now;
}

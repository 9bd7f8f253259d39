'use client';

import { useEffect, useState } from 'react';

/** The time, milliseconds since 1970, renewed every `intervalMs` while `isActive`. */
export function useNow(isActive: boolean, intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isActive) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [isActive, intervalMs]);
  return now;
}

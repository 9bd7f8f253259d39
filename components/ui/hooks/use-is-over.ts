import { useEffect, useState } from 'react';

/** Whether this much time has passed since the component was first drawn. */
export function useIsOver(afterMs: number): boolean {
  const [isOver, setOver] = useState(afterMs <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isOver;
}

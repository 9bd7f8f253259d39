import { useMemo } from 'react';

/** The value of the last time as long as it reads the same. For small values that JSON can hold. */
export function useSteady<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}

'use client';

import { useCallback, useState } from 'react';

/** The words that the next task begins with. A new object each time, even for the same words. */
export interface TaskOpening {
  readonly text: string;
}

/** What the task field begins with, and the function that sets it, which stays the same. */
export function useTaskOpening(): [TaskOpening | null, (text: string) => void] {
  const [opening, setOpening] = useState<TaskOpening | null>(null);
  const writeTask = useCallback((text: string) => setOpening({ text }), []);
  return [opening, writeTask];
}

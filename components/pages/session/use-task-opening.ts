'use client';

import { useCallback, useState } from 'react';

/** Words that the task to be written begins with. A new object each time, also for the same words. */
export interface TaskOpening {
  readonly text: string;
}

/** What the field for tasks begins with, and the function that says so. It stays the same. */
export function useTaskOpening(): [TaskOpening | null, (text: string) => void] {
  const [opening, setOpening] = useState<TaskOpening | null>(null);
  const writeTask = useCallback((text: string) => setOpening({ text }), []);
  return [opening, writeTask];
}

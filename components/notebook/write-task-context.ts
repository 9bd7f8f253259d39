'use client';

import { createContext } from 'react';

/** Puts words into the field where tasks are written. Null where there is none. */
export const WriteTaskContext = createContext<((words: string) => void) | null>(null);

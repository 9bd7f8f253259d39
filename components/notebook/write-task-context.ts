'use client';

import { createContext } from 'react';

/** Puts text into the field where tasks are written, below what is there. Null where there is none. */
export const WriteTaskContext = createContext<((words: string) => void) | null>(null);

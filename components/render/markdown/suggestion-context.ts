import { createContext } from 'react';

/** Puts a suggested question into the task field. Null where nothing can be asked. */
export const SuggestionContext = createContext<((question: string) => void) | null>(null);

import { createContext } from 'react';

/** Takes up a question that a text suggests. Null where nothing can be asked. */
export const SuggestionContext = createContext<((question: string) => void) | null>(null);

import { createContext } from 'react';

/** Asks that what opens is not shown before the returned function is called; null where nothing opens. */
export const OpeningContext = createContext<(() => () => void) | null>(null);

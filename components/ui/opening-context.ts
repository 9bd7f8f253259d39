import { createContext } from 'react';

/** The parts that what opens should not be shown without, to which others are added; null where nothing opens. */
export const OpeningContext = createContext<Set<Promise<void>> | null>(null);

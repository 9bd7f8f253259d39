'use client';

import { createContext, useContext } from 'react';

/** What an output knows of the cell it is of. */
export interface OutputCell {
  /** Whether the kernel process that made it is gone, with everything it held. */
  readonly isKernelGone: boolean;
  /** Begins a question about the cell with a quotation. Null where nothing can be asked. */
  readonly ask: ((quote: string) => void) | null;
}

const OutputCellContext = createContext<OutputCell>({ isKernelGone: true, ask: null });

export const OutputCellProvider = OutputCellContext.Provider;

export function useOutputCell(): OutputCell {
  return useContext(OutputCellContext);
}

'use client';

import { useEffect, useState } from 'react';
import { createLate } from '../../ui/create-late.tsx';

// Where the connection breaks, the menu of a cell still asks about it.
const QuoteButton = createLate(
  async () => (await import('./quote-button.tsx').catch(() => null))?.QuoteButton ?? (() => null),
);

const SELECTIONS = ['selectionchange', 'frame-selection'];

/** The quote button, loaded once something is selected. */
export function LateQuoteButton() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    // A caret is a selection too.
    const want = ({ type }: Event) => {
      if (type === 'frame-selection' || getSelection()?.isCollapsed === false) setWanted(true);
    };
    for (const type of SELECTIONS) document.addEventListener(type, want);
    return () => {
      for (const type of SELECTIONS) document.removeEventListener(type, want);
    };
  }, []);
  return isWanted ? <QuoteButton /> : null;
}

'use client';

import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Quote, readQuote } from '../cells/read-quote.ts';
import { useCommands } from '../commands/commands-context.ts';
import { useNotebookState } from './notebook-state.ts';
import styles from './quote-button.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

/** At text that is selected in an output: asks the agent about it. The menu of the cell does the same by keyboard. */
export function QuoteButton() {
  const { isBusy } = useNotebookState();
  const { selection, runCommand } = useCommands();
  const [quote, setQuote] = useState<Quote | null>(null);
  useEffect(() => {
    const read = () => setQuote(readQuote());
    document.addEventListener('selectionchange', read);
    // Some outputs scroll on their own.
    document.addEventListener('scroll', read, { capture: true, passive: true });
    return () => {
      document.removeEventListener('selectionchange', read);
      document.removeEventListener('scroll', read, { capture: true });
    };
  }, []);
  if (!quote || isBusy || quote.place.bottom < 0 || quote.place.bottom > innerHeight) return null;
  const ask = () => {
    selection.select(quote.cellId);
    runCommand('cell-ask');
  };
  const { left, bottom } = quote.place;
  return (
    <Button
      className={styles.button}
      style={{ left: `min(${left}px, 100vw - 9rem)`, top: `${bottom}px` }}
      // A press would end the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={ask}
    >
      {VIEW_TEXTS.askAboutQuote}
    </Button>
  );
}

'use client';

import { useEffect, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { forgetFrameQuote, type Quote, readQuote } from '../cells/read-quote.ts';
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
    /** The page does not see that a selection in a frame ends. */
    const forget = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`.${styles.button}`)) return;
      forgetFrameQuote();
      read();
    };
    // What was selected while this was loading.
    read();
    document.addEventListener('selectionchange', read);
    document.addEventListener('frame-selection', read);
    document.addEventListener('pointerdown', forget, { capture: true });
    return () => {
      document.removeEventListener('selectionchange', read);
      document.removeEventListener('frame-selection', read);
      document.removeEventListener('pointerdown', forget, { capture: true });
    };
  }, []);
  const hasQuote = quote !== null;
  useEffect(() => {
    if (!hasQuote) return;
    const follow = () => setQuote(readQuote());
    // Some outputs scroll on their own.
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow);
    return () => {
      document.removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, [hasQuote]);
  if (!quote || isBusy || quote.place.bottom < 0 || quote.place.bottom > innerHeight) return null;
  const ask = () => {
    selection.quote(quote.text);
    selection.select(quote.cellId);
    forgetFrameQuote();
    setQuote(readQuote());
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

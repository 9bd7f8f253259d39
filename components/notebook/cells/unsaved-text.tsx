'use client';

import { useReducer } from 'react';
import type { Cell } from '../../../lib/session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatMoment } from '../../ui/text/format.ts';
import { useCommands } from '../commands/commands-context.ts';
import { CELL_PART_TEXTS } from './cell-part-texts.ts';
import styles from './unsaved-text.module.css';

interface UnsavedTextProps {
  cell: Cell;
  /** While true, nothing can be changed. */
  isLocked: boolean;
}

/** Offers what was typed in the cell's editor and not stored: it was canceled, or its tab was closed. */
export function UnsavedText({ cell, isLocked }: UnsavedTextProps) {
  const { drafts, selection } = useCommands();
  const [, countDiscarded] = useReducer((count: number) => count + 1, 0);
  const draft = drafts.findAside(cell.id, cell.source);
  if (!draft) return null;
  const resume = () => {
    drafts.takeUp(cell.id, draft);
    selection.edit(cell.id);
  };
  const discard = () => {
    drafts.discardAside(draft);
    // One that was written before is offered next.
    countDiscarded();
    selection.select(cell.id);
  };
  return (
    <div className={styles.unsaved}>
      <span>{CELL_PART_TEXTS.unsaved(formatMoment(draft.at))}</span>
      {!isLocked && (
        <Button look="quiet" onClick={resume}>
          {CELL_PART_TEXTS.continueEditing}
        </Button>
      )}
      <Button look="quiet" onClick={discard}>
        {CELL_PART_TEXTS.discardUnsaved}
      </Button>
    </div>
  );
}

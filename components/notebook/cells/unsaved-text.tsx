'use client';

import { useState } from 'react';
import type { Cell } from '../../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/format.ts';
import { useCommands } from '../commands/commands-context.ts';
import type { AsideDraft } from '../editor/drafts.ts';
import { CELL_TEXTS } from './cell-texts.ts';
import styles from './unsaved-text.module.css';

interface UnsavedTextProps {
  cell: Cell;
  draft: AsideDraft;
  /** While true, nothing can be changed. */
  isLocked: boolean;
}

/** Offers what was typed in the cell's editor and not stored: it was canceled, or its tab was closed. */
export function UnsavedText({ cell, draft, isLocked }: UnsavedTextProps) {
  const { drafts, selection } = useCommands();
  const [isDiscarded, setDiscarded] = useState(false);
  const resume = () => {
    drafts.takeUp(cell.id);
    selection.edit(cell.id);
  };
  const discard = () => {
    drafts.discardAside(cell.id);
    setDiscarded(true);
    selection.select(cell.id);
  };
  return isDiscarded ? null : (
    <div className={styles.unsaved}>
      <span>{CELL_TEXTS.unsaved(formatMoment(draft.at))}</span>
      {!isLocked && (
        <Button look="quiet" onClick={resume}>
          {CELL_TEXTS.continueEditing}
        </Button>
      )}
      <Button look="quiet" onClick={discard}>
        {CELL_TEXTS.discardUnsaved}
      </Button>
    </div>
  );
}

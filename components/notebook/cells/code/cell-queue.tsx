'use client';

import type { Cell } from '../../../../lib/session/session.ts';
import { describeQueueExit } from '../../../../lib/session/view/cells/describe-queue-exit.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { useCommands } from '../../commands/commands-context.ts';
import { CELL_PART_TEXTS } from '../cell-part-texts.ts';
import styles from './cell-queue.module.css';

interface CellQueueProps {
  cell: Cell;
  /** Its place among the cells that wait, from 1; null when it does not wait. */
  place: number | null;
  /** Whether other code than the cell's will run. */
  isOther: boolean;
}

/** Below the code: that the cell waits for its turn, with a button that takes it out, or why it did not run. */
export function CellQueue({ cell, place, isOther }: CellQueueProps) {
  const { selection, runCommand } = useCommands();
  if (place === null) {
    const { leftQueue } = cell;
    // The user knows what they took out.
    if (!leftQueue || leftQueue.reason === 'user') return null;
    const why = describeQueueExit(leftQueue);
    return why && <p className={styles.left}>{CELL_PART_TEXTS.leftQueue(why)}</p>;
  }
  const takeOut = () => {
    selection.select(cell.id);
    runCommand('cell-take-out');
  };
  return (
    <p className={styles.waiting}>
      <span>
        {CELL_PART_TEXTS.waiting(place)}
        {isOther && ` · ${CELL_PART_TEXTS.waitsWithOther}`}
        {cell.outputs.length > 0 && ` · ${CELL_PART_TEXTS.waitsWithOutput}`}
      </span>
      <IconButton label={CELL_PART_TEXTS.takeOut} onClick={takeOut}>
        <CloseIcon size={14} />
      </IconButton>
    </p>
  );
}

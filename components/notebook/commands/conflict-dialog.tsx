'use client';

import { LineDiff } from '../../render/code/line-diff.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { COMMAND_LAYER_TEXTS } from './command-layer-texts.ts';
import { COMMAND_TEXTS } from './command-texts.ts';
import styles from './conflict-dialog.module.css';
import type { Conflict, VersionChoice } from './table/command-context.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  /** Closing it is to continue editing: nothing is stored, and nothing is lost. */
  onChoose: (choice: VersionChoice) => void;
}

/** Shows both texts of a cell that was changed while its editor was open, and asks which is kept. */
export function ConflictDialog({ conflict: { mine, theirs }, onChoose }: ConflictDialogProps) {
  return (
    <LargeDialog title={COMMAND_TEXTS.conflict} width="medium" onClose={() => onChoose('edit')}>
      <div className={styles.content}>
        <p>
          {theirs.by === 'agent' ? COMMAND_LAYER_TEXTS.changedByAgent : COMMAND_LAYER_TEXTS.changedElsewhere}
        </p>
        <LineDiff before={theirs.source} after={mine} />
        <div className={styles.actions}>
          <Button look="primary" onClick={() => onChoose('mine')}>
            {COMMAND_LAYER_TEXTS.keepMine}
          </Button>
          <Button onClick={() => onChoose('theirs')}>{COMMAND_LAYER_TEXTS.keepTheirs}</Button>
          <Button onClick={() => onChoose('edit')}>{COMMAND_LAYER_TEXTS.editOn}</Button>
        </div>
      </div>
    </LargeDialog>
  );
}

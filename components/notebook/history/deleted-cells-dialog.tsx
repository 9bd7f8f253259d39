'use client';

import { useState } from 'react';
import type { Cell, Session } from '../../../lib/session/session.ts';
import { listDeletedCells } from '../../../lib/session/view/cells/list-cell-versions.ts';
import { restoreCell } from '../../api/actbook-api.ts';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { formatMoment } from '../../ui/text/format.ts';
import { CellContent } from './cell-content.tsx';
import { ChoiceList } from './choice-list.tsx';
import { describeVersion } from './describe-version.ts';
import styles from './history-dialog.module.css';
import { HISTORY_TEXTS } from './history-texts.ts';
import { RestoreButton } from './restore-button.tsx';

/** Cells that were deleted from the notebook: looks at one, and restores it where it was. */
export function DeletedCellsDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const deleted = listDeletedCells(session);
  const [chosenId, setChosenId] = useState(deleted[0]?.id);
  const chosen = deleted.find(({ id }) => id === chosenId) ?? deleted[0];
  return (
    <LargeDialog
      title={HISTORY_TEXTS.deletedTitle}
      facts={HISTORY_TEXTS.deletedCells(deleted.length)}
      onClose={onClose}
    >
      {!chosen && <p className={styles.empty}>{HISTORY_TEXTS.noDeleted}</p>}
      {chosen && (
        <div className={styles.columns}>
          <ChoiceList
            label={HISTORY_TEXTS.deletedTitle}
            choices={deleted.map(toChoice)}
            chosenKey={chosen.id}
            onChoose={setChosenId}
          />
          <div className={styles.detail}>
            <CellContent cell={chosen} />
            <RestoreButton
              session={session}
              cellId={chosen.id}
              label={HISTORY_TEXTS.restoreCell}
              onRestore={() => restoreCell(session.id, chosen.id)}
              onDone={onClose}
            />
          </div>
        </div>
      )}
    </LargeDialog>
  );
}

function toChoice(cell: Cell) {
  const { at, facts } = describeVersion(cell, undefined);
  const line = cell.source.trim().split('\n')[0] ?? '';
  return { key: cell.id, time: formatMoment(at), title: line || HISTORY_TEXTS.kinds[cell.type], facts };
}

'use client';

import { useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { listCellVersions } from '../../../lib/session/view/cells/list-cell-versions.ts';
import { restoreCell } from '../../api/actbook-api.ts';
import { LineDiff } from '../../render/code/line-diff.tsx';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { formatMoment } from '../../ui/text/format.ts';
import { CellContent } from './cell-content.tsx';
import { ChoiceList } from './choice-list.tsx';
import { describeVersion } from './describe-version.ts';
import styles from './history-dialog.module.css';
import { HISTORY_TEXTS } from './history-texts.ts';
import { RestoreButton } from './restore-button.tsx';

interface HistoryDialogProps {
  session: Session;
  cellId: string;
  onClose: () => void;
}

/** All versions of a cell with their outputs: looks at one, compares it with now, and restores it. */
export function HistoryDialog({ session, cellId, onClose }: HistoryDialogProps) {
  const versions = listCellVersions(session, cellId);
  const [now] = versions;
  const [chosenVersion, setChosenVersion] = useState(versions[1]?.version ?? now?.version);
  const chosen = versions.find(({ version }) => version === chosenVersion) ?? now;
  if (!now || !chosen) return null;
  const choices = versions.map((cell, index) => {
    const { at, title, facts } = describeVersion(cell, versions[index + 1]);
    const time = cell === now ? `${HISTORY_TEXTS.now}, ${formatMoment(at)}` : formatMoment(at);
    return { key: String(cell.version), time, title, facts };
  });
  return (
    <LargeDialog
      title={HISTORY_TEXTS.title}
      facts={HISTORY_TEXTS.versions(versions.length)}
      onClose={onClose}
    >
      <div className={styles.columns}>
        <ChoiceList
          label={HISTORY_TEXTS.title}
          choices={choices}
          chosenKey={String(chosen.version)}
          onChoose={(key) => setChosenVersion(Number(key))}
        />
        <div className={styles.detail}>
          <CellContent cell={chosen} />
          {chosen !== now && (
            <section className={styles.part}>
              <h3 className={styles.heading}>
                {HISTORY_TEXTS.difference}
                <span className={styles.hint}>
                  {chosen.source === now.source ? HISTORY_TEXTS.sameText : HISTORY_TEXTS.differenceHint}
                </span>
              </h3>
              {chosen.source !== now.source && <LineDiff before={chosen.source} after={now.source} />}
            </section>
          )}
          {chosen !== now && (
            <RestoreButton
              session={session}
              cellId={cellId}
              label={HISTORY_TEXTS.restore}
              onRestore={() => restoreCell(session.id, cellId, chosen.version)}
              onDone={onClose}
            />
          )}
        </div>
      </div>
    </LargeDialog>
  );
}

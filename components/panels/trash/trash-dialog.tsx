'use client';

import { useState } from 'react';
import type { TrashedFile } from '../../../lib/protocol/files/trashed-file.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { readServerTime } from '../../ui/hooks/server-time.ts';
import { useAction } from '../../ui/hooks/use-action.ts';
import { TrashIcon, UndoIcon } from '../../ui/icons.tsx';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { formatRelativeTime } from '../../ui/text/format.ts';
import styles from './trash-dialog.module.css';

interface TrashEntry {
  readonly id: string;
  readonly name: string;
  /** Small facts before the time. */
  readonly facts: string;
  readonly reason: TrashedFile['reason'];
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** How long it can still be restored, milliseconds. */
  readonly keptMs: number;
}

interface TrashDialogProps {
  title: string;
  /** How long what is here is kept, as a sentence. */
  note: string;
  /** What is removed for good, as sentences. */
  lost: string;
  entries: readonly TrashEntry[];
  onRestore: (id: string) => Promise<void>;
  onErase: (id: string) => Promise<void>;
  /** Called when something was restored or removed. */
  onChange: () => void;
  onClose: () => void;
}

const DAY_MS = 24 * 60 * 60_000;

/** Words of the trash of notebooks and of files. */
export const TRASH_TEXTS = {
  empty: 'The trash is empty.',
  facts: (about: string, when: string, daysLeft: number) =>
    [about, when, `${pluralize(daysLeft, 'day')} left`].filter(Boolean).join(', '),
  restore: (name: string) => `Restore ${name}`,
  erase: (name: string) => `Delete ${name} for good`,
  eraseTitle: (name: string) => `Delete “${name}” for good?`,
  emptyTrash: 'Empty the trash',
  emptyTitle: (count: number) => `Delete all ${count} for good?`,
  eraseConfirm: 'Delete for good',
} as const;

/** What was deleted: restores it, or removes it for good. */
export function TrashDialog(props: TrashDialogProps) {
  const { title, note, entries, onRestore, onChange, onClose } = props;
  const [doomed, setDoomed] = useState<readonly TrashEntry[]>([]);
  return (
    <LargeDialog
      title={title}
      width="narrow"
      actions={
        entries.length > 1 && (
          <Button look="quiet" onClick={() => setDoomed(entries)}>
            {TRASH_TEXTS.emptyTrash}
          </Button>
        )
      }
      onClose={onClose}
    >
      <div className={styles.content}>
        <p className={styles.note}>{entries.length > 0 ? note : TRASH_TEXTS.empty}</p>
        {entries.length > 0 && (
          <ul className={styles.list} aria-label={title}>
            {entries.map((entry) => (
              <TrashRow
                key={entry.id}
                entry={entry}
                onRestore={() => onRestore(entry.id).then(onChange)}
                onErase={() => setDoomed([entry])}
              />
            ))}
          </ul>
        )}
      </div>
      {doomed.length > 0 && <EraseQuestion {...props} doomed={doomed} onClose={() => setDoomed([])} />}
    </LargeDialog>
  );
}

interface TrashRowProps {
  entry: TrashEntry;
  onRestore: () => Promise<void>;
  onErase: () => void;
}

function TrashRow({ entry: { name, facts, reason, deletedAt, keptMs }, onRestore, onErase }: TrashRowProps) {
  const restore = useAction(onRestore);
  const when = `${reason} ${formatRelativeTime(deletedAt, readServerTime())}`;
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <span className={styles.title} title={name}>
          {name}
        </span>
        <span className={styles.facts}>{TRASH_TEXTS.facts(facts, when, Math.ceil(keptMs / DAY_MS))}</span>
        {restore.failure && <Notice tone="danger">{restore.failure}</Notice>}
      </div>
      <Button aria-label={TRASH_TEXTS.restore(name)} onClick={restore.run} disabled={restore.isRunning}>
        <UndoIcon size={14} /> Restore
      </Button>
      <IconButton label={TRASH_TEXTS.erase(name)} title={TRASH_TEXTS.eraseConfirm} onClick={onErase}>
        <TrashIcon />
      </IconButton>
    </li>
  );
}

type EraseQuestionProps = Pick<TrashDialogProps, 'lost' | 'onErase' | 'onChange' | 'onClose'> & {
  doomed: readonly TrashEntry[];
};

function EraseQuestion({ doomed, lost, onErase, onChange, onClose }: EraseQuestionProps) {
  const [first] = doomed;
  const erase = useAction(async () => {
    try {
      for (const { id } of doomed) await onErase(id);
      onClose();
    } finally {
      onChange();
    }
  });
  return (
    <ConfirmDialog
      title={
        doomed.length === 1
          ? TRASH_TEXTS.eraseTitle(first?.name ?? '')
          : TRASH_TEXTS.emptyTitle(doomed.length)
      }
      confirmLabel={TRASH_TEXTS.eraseConfirm}
      isErasing
      isBusy={erase.isRunning}
      onConfirm={erase.run}
      onCancel={onClose}
    >
      <p>{lost}</p>
      {erase.failure && <Notice tone="danger">{erase.failure}</Notice>}
    </ConfirmDialog>
  );
}

'use client';

import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { COMMAND_TEXTS } from './command-texts.ts';
import { KeyNames } from './keys/key-names.tsx';
import styles from './shortcut-sheet.module.css';
import type { Command } from './table/command.ts';
import { type CommandId, getCommand, listCommandIds } from './table/command-table.ts';

interface ShortcutSheetProps {
  onClose: () => void;
}

/** The sheet of all shortcuts. */
export function ShortcutSheet({ onClose }: ShortcutSheetProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const sections = Map.groupBy(
    listCommandIds().filter((id) => getCommand(id).keys?.length),
    (id) => getCommand(id).section,
  );
  return (
    <ModalDialog ref={dialogRef} className={styles.sheet} label={COMMAND_TEXTS.shortcuts} onClose={onClose}>
      <header className={styles.head}>
        <h2 className={styles.title}>{COMMAND_TEXTS.shortcuts}</h2>
        <Button look="quiet" aria-label="Close" onClick={() => dialogRef.current?.close()}>
          <CloseIcon />
        </Button>
      </header>
      <p className={styles.note}>{COMMAND_TEXTS.shortcutsHelp}</p>
      <div className={styles.groups}>
        {[...sections].map(([section, ids]) => (
          <section key={section}>
            <h3 className={styles.group}>{section}</h3>
            <dl className={styles.list}>
              {ids.map((id) => (
                <Row key={id} id={id} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ModalDialog>
  );
}

const PLACES: Partial<Record<NonNullable<Command['scope']>, string>> = {
  edit: 'editing',
  cell: COMMAND_TEXTS.alsoEditing,
  page: 'everywhere',
};

function Row({ id }: { id: CommandId }) {
  const { title, keys = [], scope = 'command' } = getCommand(id);
  return (
    <div className={styles.row}>
      <dt>
        {title} {PLACES[scope] && <span className={styles.place}>{PLACES[scope]}</span>}
      </dt>
      <dd>
        {keys.map((each) => (
          <KeyNames key={each} keys={each} />
        ))}
      </dd>
    </div>
  );
}

'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import type { Command } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { useCommand } from './commands-context.ts';
import { KeyNames } from './key-names.tsx';
import styles from './shortcut-sheet.module.css';

/** The sheet of all shortcuts, opened by its command. */
export function ShortcutSheet() {
  const [isOpen, setOpen] = useState(false);
  useCommand('help-shortcuts', () => setOpen(true));
  return isOpen && <Sheet onClose={() => setOpen(false)} />;
}

function Sheet({ onClose }: { onClose: () => void }) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => dialogRef.current?.showModal(), []);
  const groups = Map.groupBy(
    COMMANDS.filter(({ keys }) => keys?.length),
    ({ group }) => group,
  );
  return (
    <dialog ref={dialogRef} className={styles.sheet} aria-label="Keyboard shortcuts" onClose={onClose}>
      <header className={styles.head}>
        <h2 className={styles.title}>Keyboard shortcuts</h2>
        <Button look="quiet" aria-label="Close" onClick={() => dialogRef.current?.close()}>
          <CloseIcon />
        </Button>
      </header>
      <p className={styles.note}>
        Select a cell by Tab or a click, then use these keys. While you write in a cell, those marked
        “writing” count.
      </p>
      <div className={styles.groups}>
        {[...groups].map(([group, commands]) => (
          <section key={group}>
            <h3 className={styles.group}>{group}</h3>
            <dl className={styles.list}>
              {commands.map((command) => (
                <Row key={command.id} command={command} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}

const PLACES: Partial<Record<NonNullable<Command['scope']>, string>> = {
  edit: 'writing',
  cell: 'also writing',
  page: 'everywhere',
};

function Row({ command: { label, keys = [], scope = 'command' } }: { command: Command }) {
  return (
    <div className={styles.row}>
      <dt>
        {label} {PLACES[scope] && <span className={styles.place}>{PLACES[scope]}</span>}
      </dt>
      <dd>
        {keys.map((each) => (
          <KeyNames key={each} keys={each} />
        ))}
      </dd>
    </div>
  );
}

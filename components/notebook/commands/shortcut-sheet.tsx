'use client';

import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { COMMAND_LAYER_TEXTS } from './command-layer-texts.ts';
import { COMMAND_TEXTS } from './command-texts.ts';
import { KeyNames } from './keys/key-names.tsx';
import styles from './shortcut-sheet.module.css';
import type { Command } from './table/command.ts';
import { type CommandId, getCommand, listCommandIds } from './table/command-table.ts';
import { getTitle } from './table/command-titles.ts';

interface ShortcutSheetProps {
  onClose: () => void;
}

/** The sheet of all shortcuts. */
export function ShortcutSheet({ onClose }: ShortcutSheetProps) {
  const sections = Map.groupBy(
    listCommandIds().filter((id) => getCommand(id).keys?.length),
    (id) => getTitle(id).section,
  );
  return (
    <LargeDialog title={COMMAND_TEXTS.shortcuts} width="medium" onClose={onClose}>
      <ScrollBox className={styles.sheet} label={COMMAND_TEXTS.shortcuts} isFollowing={false}>
        <p className={styles.note}>{COMMAND_LAYER_TEXTS.shortcutsHelp}</p>
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
      </ScrollBox>
    </LargeDialog>
  );
}

const PLACES: Partial<Record<NonNullable<Command['scope']>, string>> = {
  edit: 'editing',
  cell: COMMAND_LAYER_TEXTS.alsoEditing,
  page: 'everywhere',
};

function Row({ id }: { id: CommandId }) {
  const { title } = getTitle(id);
  const { keys = [], scope = 'command' } = getCommand(id);
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

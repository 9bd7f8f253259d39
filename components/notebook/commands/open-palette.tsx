'use client';

import { useRef, useState } from 'react';
import { SearchList } from '../../ui/controls/search-list.tsx';
import { ModalDialog } from '../../ui/layers/modal-dialog.tsx';
import { COMMAND_LAYER_TEXTS } from './command-layer-texts.ts';
import { COMMAND_TEXTS } from './command-texts.ts';
import { useCommands } from './commands-context.ts';
import { KeyNames } from './keys/key-names.tsx';
import styles from './open-palette.module.css';
import { searchCommands } from './search-commands.ts';
import { type CommandId, getCommand } from './table/command-table.ts';
import { getTitle } from './table/command-titles.ts';

interface OpenPaletteProps {
  commands: readonly CommandId[];
  onClose: () => void;
}

/** Rendered only while it is open. */
export function OpenPalette({ commands, onClose }: OpenPaletteProps) {
  const { runCommand } = useCommands();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const found = searchCommands(commands, query);
  // The dialog returns the focus first, because commands act where the focus was. Its close event comes too late: a
  // palette opened in the meantime would be closed by it.
  const choose = (id: string) => {
    const command = commands.find((each) => each === id);
    if (!command) return;
    dialogRef.current?.close();
    onClose();
    runCommand(command);
  };
  return (
    <ModalDialog ref={dialogRef} className={styles.palette} label={COMMAND_TEXTS.palette} onClose={onClose}>
      <SearchList
        label={COMMAND_LAYER_TEXTS.search}
        placeholder={COMMAND_LAYER_TEXTS.searchHint}
        listLabel={COMMAND_TEXTS.palette}
        query={query}
        onQueryChange={setQuery}
        groups={[
          {
            id: 'found',
            items: found.map((id) => ({ id, text: getTitle(id).title, content: <Line id={id} /> })),
          },
        ]}
        onChoose={choose}
      />
      <p className={styles.none} role="status">
        {found.length === 0 ? COMMAND_LAYER_TEXTS.noMatch : ''}
      </p>
    </ModalDialog>
  );
}

function Line({ id }: { id: CommandId }) {
  const { title, hint } = getTitle(id);
  const { keys } = getCommand(id);
  return (
    <>
      <span>
        {title}
        {hint && <small className={styles.hint}>{hint}</small>}
      </span>
      {keys?.[0] && <KeyNames keys={keys[0]} />}
    </>
  );
}

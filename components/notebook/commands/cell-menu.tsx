'use client';

import { Fragment } from 'react';
import { MoreIcon } from '../ui/icons.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { Command } from './command.ts';
import { COMMANDS } from './command-list.ts';
import { useCommands } from './commands-context.ts';
import { KeyNames } from './key-names.tsx';

/** Groups of commands, with a line between them. */
const ENTRIES = [
  ['cell-fix', 'cell-ask', 'cell-continue', 'cell-branch'],
  ['cell-edit', 'cell-insert-above', 'cell-insert-below', 'cell-merge', 'cell-to-markdown', 'cell-to-code'],
  ['cell-move-up', 'cell-move-down'],
  ['run-above', 'run-below'],
  ['cell-delete', 'run-delete'],
];

interface CellMenuProps {
  cellId: string;
  /** Nothing can be changed meanwhile. */
  isBusy: boolean;
}

/** All that can be done with a cell, and from it. */
export function CellMenu({ cellId, isBusy }: CellMenuProps) {
  return (
    <MenuButton label="More for this cell" icon={<MoreIcon size={14} />}>
      {isBusy ? <BusyEntry /> : <Entries cellId={cellId} />}
    </MenuButton>
  );
}

/** Said, not hidden: why nothing can be done now. */
function BusyEntry() {
  return (
    <div role="menuitem" aria-disabled="true" tabIndex={-1}>
      Cells can be changed when what runs has ended.
    </div>
  );
}

/** The cell is selected by now: its button was pressed. */
function Entries({ cellId }: { cellId: string }) {
  const { isAvailable, perform, selection } = useCommands();
  const find = (id: string) => COMMANDS.filter((command) => command.id === id && isAvailable(command));
  const groups = ENTRIES.map((ids) => ids.flatMap(find)).filter((group) => group.length > 0);
  const run = (command: Command) => {
    selection.select(cellId);
    perform(command.id);
  };
  return groups.map((group, index) => (
    <Fragment key={group[0]?.id}>
      {index > 0 && <hr />}
      {group.map((command) => (
        <button
          key={command.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => setTimeout(() => run(command))}
        >
          <span>
            {command.label}
            {command.hint && <small>{command.hint}</small>}
          </span>
          {command.keys?.[0] && <KeyNames keys={command.keys[0]} />}
        </button>
      ))}
    </Fragment>
  ));
}

'use client';

import { Fragment } from 'react';
import { MoreIcon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { COMMAND_TEXTS } from './command-texts.ts';
import { useCommands } from './commands-context.ts';
import { KeyNames } from './keys/key-names.tsx';
import { type CommandId, getCommand } from './table/command-table.ts';

/** Groups of commands, with a line between them. */
const ENTRIES: readonly (readonly CommandId[])[] = [
  ['cell-fix', 'cell-change', 'cell-ask', 'cell-continue', 'cell-branch'],
  ['cell-edit', 'cell-insert-above', 'cell-insert-below', 'cell-merge', 'cell-to-markdown', 'cell-to-code'],
  ['cell-move-up', 'cell-move-down'],
  ['run-above', 'run-below'],
  ['cell-delete', 'run-delete'],
];

interface CellMenuProps {
  cellId: string;
  /** While true, nothing can be changed. */
  isBusy: boolean;
}

/** A menu of all actions on a cell. */
export function CellMenu({ cellId, isBusy }: CellMenuProps) {
  return (
    <MenuButton label={COMMAND_TEXTS.cellMenu} icon={<MoreIcon size={14} />}>
      {isBusy ? <BusyEntry /> : <Entries cellId={cellId} />}
    </MenuButton>
  );
}

/** Says why no action is available now, instead of hiding the menu. */
function BusyEntry() {
  return (
    <div role="menuitem" aria-disabled="true" tabIndex={-1}>
      {COMMAND_TEXTS.cellMenuBusy}
    </div>
  );
}

/** The cell is already selected, because its button was pressed. */
function Entries({ cellId }: { cellId: string }) {
  const { isAvailable, runCommand, selection } = useCommands();
  const groups = ENTRIES.map((ids) => ids.filter(isAvailable)).filter((group) => group.length > 0);
  const run = (id: CommandId) => {
    selection.select(cellId);
    runCommand(id);
  };
  return groups.map((group, index) => (
    <Fragment key={group[0]}>
      {index > 0 && <hr />}
      {group.map((id) => (
        <Entry key={id} id={id} onClick={() => setTimeout(() => run(id))} />
      ))}
    </Fragment>
  ));
}

function Entry({ id, onClick }: { id: CommandId; onClick: () => void }) {
  const { title, hint, keys } = getCommand(id);
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onClick}>
      <span>
        {title}
        {hint && <small>{hint}</small>}
      </span>
      {keys?.[0] && <KeyNames keys={keys[0]} />}
    </button>
  );
}

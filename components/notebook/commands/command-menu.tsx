'use client';

import type { ReactNode } from 'react';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuEntry } from '../../ui/menu-entry.ts';
import { useCommands } from './commands-context.ts';
import { KeyNames } from './keys/key-names.tsx';
import { type CommandId, getCommand } from './table/command-table.ts';

interface CommandMenuProps {
  label: string;
  icon: ReactNode;
  /** Those that can be used now are shown, with a line between groups. */
  groups: readonly (readonly CommandId[])[];
  /** The cell that the commands act on. */
  cellId?: string;
  /** Why no command can be used now: shown instead of them. */
  blocked?: string;
  /** Small print below the commands. */
  note?: string | undefined;
}

/** A button with a menu of commands. */
export function CommandMenu({ label, icon, groups, cellId, blocked, note }: CommandMenuProps) {
  const { isAvailable, runCommand, selection } = useCommands();
  const toEntry = (id: CommandId): MenuEntry => {
    const { title, hint, keys } = getCommand(id);
    return {
      id,
      label: title,
      hint,
      aside: keys?.[0] && <KeyNames keys={keys[0]} />,
      onAction: () => {
        if (cellId !== undefined) selection.select(cellId);
        runCommand(id);
      },
    };
  };
  const listGroups = () =>
    blocked === undefined
      ? groups.map((ids) => ids.filter(isAvailable).map(toEntry)).filter((entries) => entries.length > 0)
      : [[{ id: 'blocked', label: blocked, isDisabled: true }]];
  return <MenuButton label={label} icon={icon} listGroups={listGroups} note={note} />;
}

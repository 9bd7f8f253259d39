'use client';

import type { RefObject } from 'react';
import { type MenuEntry, MenuLayer } from '../../ui/layers/menu-layer.tsx';
import { useCommands } from './commands-context.ts';
import { KeyNames } from './keys/key-names.tsx';
import { type CommandId, getCommand } from './table/command-table.ts';
import { getTitle } from './table/command-titles.ts';

export interface CommandMenuLayerProps {
  label: string;
  /** Those that can be used now are shown, with a line between groups. */
  groups: readonly (readonly CommandId[])[];
  /** The cell that the commands act on. */
  cellId?: string;
  /** Why no command can be used now: shown instead of them. */
  blocked?: string | undefined;
  /** Small print below the commands. */
  note?: string | undefined;
  buttonRef: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** An open menu of commands. */
export function CommandMenuLayer({ groups, cellId, blocked, ...menu }: CommandMenuLayerProps) {
  const { isAvailable, runCommand, selection } = useCommands();
  const toEntry = (id: CommandId): MenuEntry => {
    const { title, hint } = getTitle(id);
    const { keys } = getCommand(id);
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
  const entries =
    blocked === undefined
      ? groups.map((ids) => ids.filter(isAvailable).map(toEntry)).filter((each) => each.length > 0)
      : [[{ id: 'blocked', label: blocked, isDisabled: true }]];
  return <MenuLayer {...menu} groups={entries} />;
}

'use client';

import { MoreIcon } from '../../ui/icons.tsx';
import { CommandMenu } from './command-menu.tsx';
import { COMMAND_TEXTS } from './command-texts.ts';
import type { CommandId } from './table/command-table.ts';

const GROUPS: readonly (readonly CommandId[])[] = [
  ['definition-keep', 'cell-fix', 'cell-change', 'cell-ask', 'cell-continue', 'cell-branch'],
  [
    'cell-edit',
    'cell-insert-above',
    'cell-insert-below',
    'cell-duplicate',
    'cell-merge',
    'cell-to-markdown',
    'cell-to-code',
    'cell-to-sql',
  ],
  ['cell-move-up', 'cell-move-down'],
  ['cell-history'],
  ['cell-take-out', 'run-above', 'run-to', 'run-below', 'run-again', 'cell-take-back'],
  ['cell-fold-output', 'cell-clear-output', 'cell-delete', 'run-delete'],
];

interface CellMenuProps {
  cellId: string;
  /** While true, nothing can be changed. */
  isLocked: boolean;
}

/** A menu of all actions on a cell, which is already selected, because its button was pressed. */
export function CellMenu({ cellId, isLocked }: CellMenuProps) {
  return (
    <CommandMenu
      label={COMMAND_TEXTS.cellMenu}
      icon={<MoreIcon size={14} />}
      groups={GROUPS}
      cellId={cellId}
      blocked={isLocked ? COMMAND_TEXTS.cellMenuBusy : undefined}
    />
  );
}

'use client';

import { useSyncExternalStore } from 'react';
import { useCommands } from './commands-context.ts';

/** Whether the cell is selected, and whether its editor is open. Draws again only when that changes. */
export function useSelection(cellId: string): { isSelected: boolean; isEditing: boolean } {
  const { selection } = useCommands();
  const isSelected = useSyncExternalStore(
    selection.subscribe,
    () => selection.getState().cellId === cellId,
    () => false,
  );
  const isEditing = useSyncExternalStore(
    selection.subscribe,
    () => selection.getState().editing.has(cellId),
    () => false,
  );
  return { isSelected, isEditing };
}

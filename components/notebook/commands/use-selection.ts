'use client';

import { useSyncExternalStore } from 'react';
import { useCommands } from './commands-context.ts';
import { NO_SELECTION, type SelectionState } from './state/selection.ts';

/**
 * The part of the selection that a component needs. It redraws only when that changes: `pick` returns a plain value.
 *
 * @example const isEditing = useSelection(({ editing }) => editing.has(cell.id));
 */
export function useSelection<Value extends string | boolean | null>(
  pick: (state: SelectionState) => Value,
): Value {
  const { selection } = useCommands();
  return useSyncExternalStore(
    selection.subscribe,
    () => pick(selection.getState()),
    () => pick(NO_SELECTION),
  );
}

import type { Cell } from '../../../lib/session/session.ts';
import { createLate } from '../../ui/create-late.tsx';
import { useCommands } from '../commands/commands-context.ts';

const UnsavedText = createLate(async () => (await import('./unsaved-text.tsx')).UnsavedText);

interface AsideTextProps {
  cell: Cell;
  /** While true, nothing can be changed. */
  isLocked: boolean;
}

/** Where text of the cell was typed and not stored, what offers it. */
export function AsideText({ cell, isLocked }: AsideTextProps) {
  const draft = useCommands().drafts.findAside(cell.id);
  return draft && draft.text !== cell.source && <UnsavedText cell={cell} draft={draft} isLocked={isLocked} />;
}

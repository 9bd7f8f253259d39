import type { Cell } from '../../../lib/session/session.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { useCommands } from '../commands/commands-context.ts';

const UnsavedText = createLate(async () => (await import('./unsaved-text.tsx')).UnsavedText);

interface AsideTextProps {
  cell: Cell;
  /** While true, nothing can be changed. */
  isLocked: boolean;
}

/** Where text of the cell was typed and not stored, what offers it. */
export function AsideText({ cell, isLocked }: AsideTextProps) {
  const { drafts } = useCommands();
  return drafts.findAside(cell.id, cell.source) && <UnsavedText cell={cell} isLocked={isLocked} />;
}

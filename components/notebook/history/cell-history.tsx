'use client';

import { useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { LayerPlace } from '../../ui/layers/layer-place.tsx';
import { useCommandHandler } from '../commands/commands-context.ts';

const HistoryDialog = createLate(
  async () => (await import('./history-dialog.tsx')).HistoryDialog,
  LayerPlace,
);
const DeletedCellsDialog = createLate(
  async () => (await import('./deleted-cells-dialog.tsx')).DeletedCellsDialog,
);

/** The history of a cell and the list of deleted cells, opened by their commands. */
export function CellHistory({ session }: { session: Session }) {
  const [open, setOpen] = useState<{ cellId: string } | 'deleted' | null>(null);
  useCommandHandler('cell-history', ({ cell }) => setOpen(cell && { cellId: cell.id }));
  useCommandHandler('cells-deleted', () => setOpen('deleted'));
  const close = () => setOpen(null);
  if (open === null) return null;
  if (open === 'deleted') return <DeletedCellsDialog session={session} onClose={close} />;
  return <HistoryDialog session={session} cellId={open.cellId} onClose={close} />;
}

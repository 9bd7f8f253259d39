'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { useCommandHandler } from '../commands/commands-context.ts';

const HistoryDialog = dynamic(() => import('./history-dialog.tsx').then((module) => module.HistoryDialog), {
  loading: () => null,
});
const DeletedCellsDialog = dynamic(
  () => import('./deleted-cells-dialog.tsx').then((module) => module.DeletedCellsDialog),
  { loading: () => null },
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

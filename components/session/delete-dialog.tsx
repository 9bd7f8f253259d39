import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Deletion } from './use-deletion.ts';

interface DeleteDialogProps {
  title: string;
  deletion: Deletion;
  onCancel: () => void;
}

/** Asks before a notebook is deleted. Rendered only while it is open. */
export function DeleteDialog({ title, deletion, onCancel }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Delete this notebook?"
      confirmLabel={deletion.isDeleting ? 'Deleting…' : 'Delete'}
      isBusy={deletion.isDeleting}
      onConfirm={deletion.run}
      onCancel={onCancel}
    >
      <p>“{title || 'Untitled'}”, its cells and its files will be gone for good.</p>
      {deletion.failure && <Notice tone="danger">{deletion.failure}</Notice>}
    </ConfirmDialog>
  );
}

'use client';

import type { KernelName } from '../../../lib/protocol/kernel/kernel-name.ts';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { KernelTable } from './kernel-table.tsx';

interface VariableDialogProps {
  sessionId: string;
  variable: KernelName;
  /** Changes after a cell has run, because the table may have changed. */
  version: string;
  onClose: () => void;
}

/** A table of the live kernel. The kernel pages, sorts, filters and searches it; the page holds only what was looked at. */
export function VariableDialog({ sessionId, variable, version, onClose }: VariableDialogProps) {
  const { name, type } = variable;
  return (
    <LargeDialog title={name} facts={type} onClose={onClose}>
      <KernelTable
        sessionId={sessionId}
        address={{ source: 'variables', name }}
        version={version}
        fileName={name}
        onClose={onClose}
      />
    </LargeDialog>
  );
}

'use client';

import { useState } from 'react';
import type { ModelInfo } from '../../../lib/protocol/runs/run.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { SettingsIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';

const SettingsDialog = createLate(async () => (await import('./settings-dialog.tsx')).SettingsDialog);

interface SettingsButtonProps {
  /** Those that are configured; the first is the default. */
  models: readonly ModelInfo[];
  /** Whether answers are reviewed unless the user chooses. */
  isReviewed: boolean;
}

export function SettingsButton({ models, isReviewed }: SettingsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  useCommandHandler('settings-open', () => setOpen(true));
  return (
    <>
      <IconButton label="Settings" onClick={() => setOpen(true)}>
        <SettingsIcon />
      </IconButton>
      {isOpen && <SettingsDialog {...{ models, isReviewed }} onClose={() => setOpen(false)} />}
    </>
  );
}

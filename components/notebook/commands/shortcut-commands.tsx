'use client';

import { useState } from 'react';
import { createLate } from '../../ui/create-late.tsx';
import { LayerPlace } from '../../ui/layer-place.tsx';
import { useCommandHandler } from './commands-context.ts';

const ShortcutSheet = createLate(
  async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet,
  LayerPlace,
);

/** Opens the sheet of all shortcuts, which is loaded then. */
export function ShortcutCommands() {
  const [isOpen, setOpen] = useState(false);
  useCommandHandler('help-shortcuts', () => setOpen(true));
  return isOpen && <ShortcutSheet onClose={() => setOpen(false)} />;
}

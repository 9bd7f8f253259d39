'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useCommandHandler } from './commands-context.ts';

const ShortcutSheet = dynamic(() => import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet), {
  loading: () => null,
});

/** Opens the sheet of all shortcuts, which is loaded then. */
export function ShortcutCommands() {
  const [isOpen, setOpen] = useState(false);
  useCommandHandler('help-shortcuts', () => setOpen(true));
  return isOpen && <ShortcutSheet onClose={() => setOpen(false)} />;
}

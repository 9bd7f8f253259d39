'use client';

import { useState } from 'react';
import { createLate } from '../../ui/create-late.tsx';
import { LayerPlace } from '../../ui/layer-place.tsx';
import { useCommandHandler, useCommands } from './commands-context.ts';
import { type CommandId, listCommandIds } from './table/command-table.ts';
import { useWrapCommand } from './use-wrap-command.ts';

const OpenPalette = createLate(async () => (await import('./open-palette.tsx')).OpenPalette, LayerPlace);

/** A searchable list of all commands, opened by its own command. */
export function CommandPalette() {
  useWrapCommand();
  const { isAvailable } = useCommands();
  const [commands, setCommands] = useState<readonly CommandId[] | null>(null);
  // Availability depends on where the focus was before the palette opened.
  useCommandHandler('help-palette', () =>
    setCommands(listCommandIds().filter((id) => id !== 'help-palette' && isAvailable(id))),
  );
  return commands && <OpenPalette commands={commands} onClose={() => setCommands(null)} />;
}

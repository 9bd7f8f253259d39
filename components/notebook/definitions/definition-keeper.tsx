'use client';

import { useState } from 'react';
import { createLate } from '../../ui/layers/create-late.tsx';
import { LayerPlace } from '../../ui/layers/layer-place.tsx';
import { useCommandHandler } from '../commands/commands-context.ts';

const KeepDialog = createLate(async () => (await import('./keep-dialog.tsx')).KeepDialog, LayerPlace);

/** Keeps what the user said in a message, opened by its command. */
export function DefinitionKeeper() {
  const [said, setSaid] = useState<string | null>(null);
  useCommandHandler('definition-keep', ({ cell }) => setSaid(cell?.source ?? null));
  return said !== null && <KeepDialog said={said} onClose={() => setSaid(null)} />;
}

'use client';

import { useState } from 'react';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { createLate } from '../../ui/layers/create-late.tsx';

const SchedulesDialog = createLate(async () => (await import('./schedules-dialog.tsx')).SchedulesDialog);

/** Opens the schedules of the notebook by command. */
export function SchedulesCommand({ sessionId }: { sessionId: string }) {
  const [isOpen, setOpen] = useState(false);
  useCommandHandler('notebook-schedule', () => setOpen(true));
  return isOpen && <SchedulesDialog sessionId={sessionId} onClose={() => setOpen(false)} />;
}

'use client';

import { useState } from 'react';
import type { VerifyProgress } from '../../../lib/protocol/verification/verification.ts';
import type { Session } from '../../../lib/session/session.ts';
import { verifySession } from '../../api/sessions-api.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { createLate } from '../../ui/layers/create-late.tsx';

// Most notebooks have not been verified.
const VerificationState = createLate(
  async () => (await import('./verification-state.tsx')).VerificationState,
);

interface VerificationBadgeProps {
  session: Session;
  onClick: () => void;
}

/** Verifies the notebook by command, and shows what that found, as long as it is of this notebook. */
export function VerificationBadge({ session, onClick }: VerificationBadgeProps) {
  /** Null while nothing runs. */
  const [heard, setHeard] = useState<readonly VerifyProgress[] | null>(null);
  useCommandHandler('notebook-verify', async () => {
    if (heard) return;
    setHeard([]);
    try {
      const hear = (progress: VerifyProgress) => setHeard((before) => [...(before ?? []), progress]);
      await verifySession(session.id, hear);
    } finally {
      setHeard(null);
    }
  });
  if (!heard && !session.verified) return null;
  return <VerificationState session={session} heard={heard} onClick={onClick} />;
}

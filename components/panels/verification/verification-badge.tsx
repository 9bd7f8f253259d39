'use client';

import { useState } from 'react';
import type { VerifyProgress } from '../../../lib/protocol/verification.ts';
import type { Session } from '../../../lib/session/session.ts';
import { isVerifiedStale } from '../../../lib/session/verified.ts';
import { verifySession } from '../../api/sessions-api.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { Button } from '../../ui/button.tsx';
import styles from './verification.module.css';
import {
  describeFacts,
  describeProgress,
  nameVerification,
  VERIFICATION_TEXTS,
} from './verification-texts.ts';

interface VerificationBadgeProps {
  session: Session;
  onClick: () => void;
}

/** What the last verification found, as long as it is of this notebook; a click opens its panel. */
export function VerificationBadge({ session, onClick }: VerificationBadgeProps) {
  /** Null while nothing runs. */
  const [heard, setHeard] = useState<readonly VerifyProgress[] | null>(null);
  const { verified } = session;
  useCommandHandler('notebook-verify', async ({ tell }) => {
    if (heard) return;
    setHeard([]);
    try {
      const hear = (progress: VerifyProgress) => setHeard((before) => [...(before ?? []), progress]);
      const verification = await verifySession(session.id, hear);
      tell({ text: `${nameVerification(verification)} · ${describeFacts(verification)}` });
    } finally {
      setHeard(null);
    }
  });
  if (heard) {
    const facts = describeProgress(heard);
    return (
      <span className={styles.badge}>
        <span className={styles.words}>
          <span role="status">{VERIFICATION_TEXTS.running}</span>
          {facts && <span className={styles.facts}> · {facts}</span>}
        </span>
      </span>
    );
  }
  if (!verified) return null;
  const isStale = isVerifiedStale(verified, session);
  const name = isStale ? VERIFICATION_TEXTS.stale : nameVerification(verified.verification);
  const facts = isStale ? '' : describeFacts(verified.verification);
  const text = facts ? `${name} · ${facts}` : name;
  return (
    <span className={styles.badge}>
      <Button look="quiet" title={text} aria-label={VERIFICATION_TEXTS.show(text)} onClick={onClick}>
        <span className={styles.words}>
          {name}
          {facts && <span className={styles.facts}> · {facts}</span>}
        </span>
      </Button>
    </span>
  );
}

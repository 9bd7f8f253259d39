'use client';

import { useState } from 'react';
import type { VerifyProgress } from '../../../lib/protocol/verification/verification.ts';
import type { Session } from '../../../lib/session/session.ts';
import { isVerifiedStale } from '../../../lib/session/verified.ts';
import { verifySession } from '../../api/sessions-api.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
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

/** What the last verification found, as long as it is of this notebook, told once it is there; a click opens its panel. */
export function VerificationBadge({ session, onClick }: VerificationBadgeProps) {
  /** Null while nothing runs. */
  const [heard, setHeard] = useState<readonly VerifyProgress[] | null>(null);
  const { verified } = session;
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
  if (!heard && !verified) return null;
  const isStale = verified !== null && isVerifiedStale(verified, session);
  const result = verified && !isStale ? verified.verification : null;
  const name = result ? nameVerification(result) : VERIFICATION_TEXTS.stale;
  const facts = heard ? describeProgress(heard) : result && describeFacts(result);
  const text = facts ? `${name} · ${facts}` : name;
  const dot = facts && <span className={styles.facts}> · {facts}</span>;
  return (
    <span className={styles.badge}>
      <span role="status" className="visually-hidden">
        {!heard && result && VERIFICATION_TEXTS.done(text)}
      </span>
      {heard ? (
        <span className={styles.words}>
          <span role="status">{VERIFICATION_TEXTS.running}</span>
          {dot}
        </span>
      ) : (
        <Button look="quiet" title={text} aria-label={VERIFICATION_TEXTS.show(text)} onClick={onClick}>
          <span className={styles.mark}>
            {result?.outcome === 'reproduced' ? <CheckIcon /> : <AlertIcon />}
          </span>
          <span className={styles.words}>
            {name}
            {dot}
          </span>
        </Button>
      )}
    </span>
  );
}

'use client';

import type { VerifyProgress } from '../../../lib/protocol/verification/verification.ts';
import type { Session } from '../../../lib/session/session.ts';
import { isVerifiedStale } from '../../../lib/session/verified.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import styles from './verification.module.css';
import {
  describeFacts,
  describeProgress,
  nameVerification,
  VERIFICATION_TEXTS,
} from './verification-texts.ts';

interface VerificationStateProps {
  session: Session;
  /** What the one that runs has said; null while none runs. */
  heard: readonly VerifyProgress[] | null;
  onClick: () => void;
}

/** How far a verification is, or what the last one found, told once it is there; a click opens its panel. */
export function VerificationState({ session, heard, onClick }: VerificationStateProps) {
  const { verified } = session;
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

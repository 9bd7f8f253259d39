'use client';

import { changeCell } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import styles from './answer-note.module.css';

const OTHER_VALUES = 'The notebook computes other values for this answer now.';
export const FILL_IN = 'Fill in again';

/** Says that the notebook computes other values than an answer has, and offers to put them into it. */
export function RefillNote({ answerId, source }: { answerId: string; source: string }) {
  const sessionId = useSessionId();
  const fill = useAction(async () => void (await changeCell(sessionId, answerId, { source })));
  return (
    <p className={styles.note} role="note">
      {OTHER_VALUES} <TextButton onClick={fill.run}>{FILL_IN}</TextButton>
      {fill.failure && <span role="alert"> {fill.failure}</span>}
    </p>
  );
}

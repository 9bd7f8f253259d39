'use client';

import { Button } from '../../../ui/controls/button.tsx';
import styles from './connect.module.css';
import { CONNECT_TEXTS } from './connect-texts.ts';

interface FormActionsProps {
  isSaving: boolean;
  /** Absent where nothing can be tested. */
  test?: { isRunning: boolean; run: () => void; stop: () => void };
  onCancel: () => void;
  /** Another way to save. */
  children?: React.ReactNode;
}

/** The last line of a form: buttons that test it, leave it, and save it. */
export function FormActions({ isSaving, test, onCancel, children }: FormActionsProps) {
  return (
    <div className={styles.actions}>
      {test ? (
        <Button onClick={test.isRunning ? test.stop : test.run}>
          {test.isRunning ? CONNECT_TEXTS.stopTest : CONNECT_TEXTS.test}
        </Button>
      ) : (
        <span />
      )}
      <span className={styles.end}>
        <Button look="quiet" onClick={onCancel}>
          {CONNECT_TEXTS.cancel}
        </Button>
        {children}
        <Button look="primary" type="submit" disabled={isSaving}>
          {CONNECT_TEXTS.save}
        </Button>
      </span>
    </div>
  );
}

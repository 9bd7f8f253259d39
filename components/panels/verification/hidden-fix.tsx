'use client';

import { useId, useMemo } from 'react';
import { isBusy, type Session } from '../../../lib/session/session.ts';
import { findHiddenFix, type HiddenFix } from '../../../lib/session/view/verification/find-hidden-fix.ts';
import { changeCell, restoreCell } from '../../api/actbook-api.ts';
import { useCommands } from '../../notebook/commands/commands-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { describeFix, FIX_TEXTS } from './report-texts.ts';
import styles from './verification.module.css';

interface HiddenNameFixProps {
  session: Session;
  /** The cell that needs the name. */
  cellId: string;
  name: string;
  /** Called when the notebook was changed: the button is about to go. */
  onFixed: () => void;
}

/** Offers the change that gives a name that a clean run did not find; nothing where none is known. */
export function HiddenNameFix({ session, cellId, name, onFixed }: HiddenNameFixProps) {
  const aboutId = useId();
  const { tell } = useCommands();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what else the session has does not matter, and reading code takes long
  const fix = useMemo(
    () => findHiddenFix(session, { name, cellId }),
    [session.cells, session.changes, session.runs, session.kernel.info, name, cellId],
  );
  const action = useAction(async () => {
    if (!fix) return;
    const done = await applyFix(session.id, fix);
    tell({ text: FIX_TEXTS[fix.kind].done, ...done });
    onFixed();
  });
  if (!fix) return action.failure && <Notice tone="danger">{action.failure}</Notice>;
  return (
    <div className={styles.fix}>
      <p id={aboutId} className={styles.note}>
        <CodeText text={describeFix(fix, name)} />
      </p>
      <Button aria-describedby={aboutId} disabled={isBusy(session) || action.isRunning} onClick={action.run}>
        {FIX_TEXTS[fix.kind].label}
      </Button>
      {action.failure && <Notice tone="danger">{action.failure}</Notice>}
    </div>
  );
}

async function applyFix(sessionId: string, fix: HiddenFix): ReturnType<typeof restoreCell> {
  switch (fix.kind) {
    case 'put-back':
      return restoreCell(sessionId, fix.cellId);
    case 'restore':
      return restoreCell(sessionId, fix.cellId, fix.version);
    case 'move-up':
      return changeCell(sessionId, fix.cellId, { after: fix.after });
  }
}

/** A sentence in which names between backticks are set as code. */
export function CodeText({ text }: { text: string }) {
  const parts = text.split('`');
  // An odd backtick is one of the text's own.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) => {
    const key = `${index}-${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}

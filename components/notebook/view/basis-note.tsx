'use client';

import type { Run } from '../../../lib/session/session.ts';
import { BASIS_CHANGED, nameBasis } from '../../../lib/session/stale/find-changed-basis.ts';
import { askAgain } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { useCommands } from '../commands/commands-context.ts';
import { useFolds } from '../folds/use-folds.tsx';
import styles from '../quantities/answer-note.module.css';
import { useNotebookState } from './notebook-state.ts';

export const ASK_AGAIN = 'Ask again';

interface BasisNoteProps {
  run: Run;
  answerId: string;
}

/** Names the cells under an answer that the user has changed since, and offers to ask again. */
export function BasisNote({ run, answerId }: BasisNoteProps) {
  const sessionId = useSessionId();
  const { changedBasis, isBusy } = useNotebookState();
  const { selection } = useCommands();
  const folds = useFolds();
  const again = useAction(() => askAgain(sessionId, run));
  const basis = changedBasis.get(answerId);
  if (!basis) return null;
  const show = (cellId: string) => {
    folds.fold([run.id], false);
    selection.select(cellId);
  };
  return (
    <p className={styles.note} role="note">
      {BASIS_CHANGED}{' '}
      {basis.map((cell, index) => (
        <span key={cell.id}>
          {index > 0 && ', '}
          <TextButton data-content onClick={() => show(cell.id)}>
            {nameBasis(cell)}
          </TextButton>
        </span>
      ))}
      . {!isBusy && <TextButton onClick={again.run}>{ASK_AGAIN}</TextButton>}
      {again.failure && <span role="alert"> {again.failure}</span>}
    </p>
  );
}

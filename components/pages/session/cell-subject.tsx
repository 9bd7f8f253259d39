import type { Cell } from '../../../lib/session/session.ts';
import { describeSubject } from '../../notebook/cells/describe-subject.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './cell-subject.module.css';
import { SESSION_TEXTS } from './session-texts.ts';

interface CellSubjectProps {
  cell: Cell;
  /** Whether the agent will change the cell. */
  isChange: boolean;
  /** What the user selected in its outputs. */
  quote: string | undefined;
  onRemove: () => void;
}

/** Which cell the task being written is about, and a button that removes it. */
export function CellSubject({ cell, isChange, quote, onRemove }: CellSubjectProps) {
  const name = isChange ? SESSION_TEXTS.change : SESSION_TEXTS.about;
  const line = quote === undefined ? cell.source.trim().split('\n')[0] : `“${quote}”`;
  return (
    <p className={styles.subject}>
      <span className={styles.name}>{name(describeSubject(cell))}</span>
      <span className={styles.line}>{line}</span>
      <button type="button" className={styles.remove} aria-label={SESSION_TEXTS.notAbout} onClick={onRemove}>
        <CloseIcon size={12} />
      </button>
    </p>
  );
}

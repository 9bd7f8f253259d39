import type { CellReference } from '../../../lib/protocol/cells/cell-reference.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { describeSubject } from '../../notebook/cells/name-cell.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './cell-subjects.module.css';
import { SESSION_TEXTS } from './session-texts.ts';

export interface CellSubject {
  readonly cell: Cell;
  readonly reference: CellReference;
}

interface CellSubjectsProps {
  subjects: readonly CellSubject[];
  onRemove: (reference: CellReference) => void;
}

/** What the task being written is about, each with a button that removes it. */
export function CellSubjects({ subjects, onRemove }: CellSubjectsProps) {
  return (
    <ul className={styles.subjects}>
      {subjects.map(({ cell, reference }) => {
        const { purpose, quote } = reference;
        const name = purpose === 'change' ? SESSION_TEXTS.change : SESSION_TEXTS.about;
        const line = quote === undefined ? cell.source.trim().split('\n')[0] : `“${quote}”`;
        return (
          <li key={cell.id + quote} className={styles.subject}>
            <span className={styles.name}>{name(describeSubject(cell))}</span>
            <span className={styles.line}>{line}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={SESSION_TEXTS.notAbout(line?.slice(0, 60))}
              onClick={() => onRemove(reference)}
            >
              <CloseIcon size={12} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

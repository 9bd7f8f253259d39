'use client';

import { useRef } from 'react';
import type { CellVerification } from '../../../lib/protocol/verification/verification.ts';
import { findCell, isBusy, type Session } from '../../../lib/session/session.ts';
import { isNotebookStale, type Verified } from '../../../lib/session/verified.ts';
import { useCommands } from '../../notebook/commands/commands-context.ts';
import { useGoToCell } from '../../notebook/outline/use-go-to-cell.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CodeText, HiddenNameFix } from './hidden-fix.tsx';
import { describeOtherPackages, describeVerdict, REPORT_TEXTS } from './report-texts.ts';
import styles from './verification.module.css';
import { describeFacts, nameVerification } from './verification-texts.ts';

interface VerificationPanelProps {
  session: Session;
  /** Called when the user has gone to a cell. */
  onGo: () => void;
}

/** Starts a verification, and shows the last one: which cells are not the same, and why. */
export function VerificationPanel({ session, onGo }: VerificationPanelProps) {
  const { runCommand } = useCommands();
  const { verified } = session;
  const startRef = useRef<HTMLButtonElement>(null);
  return (
    <section>
      <h3 className={styles.heading}>{REPORT_TEXTS.heading}</h3>
      {verified ? (
        <>
          <p>
            {nameVerification(verified.verification)} · {describeFacts(verified.verification)}
          </p>
          {isNotebookStale(verified, session) && <p className={styles.note}>{REPORT_TEXTS.staleNote}</p>}
          <PackageNote verified={verified} />
          <CellList
            cells={verified.verification.cells}
            session={session}
            onGo={onGo}
            onFixed={() => startRef.current?.focus()}
          />
        </>
      ) : (
        <p className={styles.note}>{REPORT_TEXTS.about}</p>
      )}
      <div className={styles.actions}>
        <Button ref={startRef} disabled={isBusy(session)} onClick={() => runCommand('notebook-verify')}>
          {verified ? REPORT_TEXTS.again : REPORT_TEXTS.start}
        </Button>
        <Button onClick={() => runCommand('notebook-schedule')}>{REPORT_TEXTS.schedule}</Button>
      </div>
    </section>
  );
}

/** What is known of the packages since: nothing is said while they are the same. */
function PackageNote({ verified }: { verified: Verified }) {
  const text = verified.installed === null ? REPORT_TEXTS.packagesUnknown : describeOtherPackages(verified);
  return text && <p className={styles.note}>{text}</p>;
}

interface CellListProps extends VerificationPanelProps {
  cells: readonly CellVerification[];
  /** Called when a change was made that gives a name again. */
  onFixed: () => void;
}

function CellList({ cells, session, onGo, onFixed }: CellListProps) {
  const goTo = useGoToCell(onGo);
  const others = cells.filter(({ verdict }) => verdict !== 'same');
  if (others.length === 0) return null;
  return (
    <ul className={styles.cells}>
      {others.map((each) => {
        const cell = findCell(session, each.cellId);
        const label = `Cell ${each.cell}`;
        return (
          <li key={each.cellId}>
            {cell ? (
              <button
                type="button"
                className={styles.cell}
                title={REPORT_TEXTS.goTo(each.cell)}
                onClick={() => goTo({ cellId: cell.id, runId: cell.runId })}
              >
                {label}
              </button>
            ) : (
              label
            )}{' '}
            <CodeText text={describeVerdict(each)} />
            {each.hidden && (
              <HiddenNameFix
                session={session}
                cellId={each.cellId}
                name={each.hidden.name}
                onFixed={onFixed}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

'use client';

import Link from 'next/link';
import type { BranchOrigin } from '../../../lib/protocol/sessions/branch-origin.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { nameNotebook } from '../../../lib/session/view/titles/name-notebook.ts';
import { hasSession } from '../../api/sessions-api.ts';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import styles from './branch-line.module.css';
import { BRANCH_TEXTS } from './branch-texts.ts';
import { SESSION_TEXTS } from './session-texts.ts';

interface BranchLineProps {
  session: Session;
  origin: BranchOrigin;
}

/** Names the notebook and the cell that this notebook continues from. */
export function BranchLine({ session, origin }: BranchLineProps) {
  const exists = useLoaded(origin.sessionId, () => hasSession(origin.sessionId));
  const title = nameNotebook(origin.title);
  return (
    <p className={styles.line}>
      {SESSION_TEXTS.branchOf} {/* Linked once it is known to exist. */}
      {exists.value ? <Link href={`/sessions/${origin.sessionId}`}>{title}</Link> : title}
      {describeEnd(session, origin)}
      {hasItsVariables(session, origin) && BRANCH_TEXTS.withVariables}.
    </p>
  );
}

/** Not after a loss: another kernel is in the place of the fork then. */
function hasItsVariables({ kernel, kernels }: Session, { sessionId }: BranchOrigin): boolean {
  return kernels.some(({ id, forkOf }) => id === kernel.id && forkOf === sessionId);
}

function describeEnd(session: Session, { cellId, executionCount }: BranchOrigin): string {
  if (executionCount !== null) return BRANCH_TEXTS.upToCell(executionCount);
  const cell = findCell(session, cellId);
  return cell ? BRANCH_TEXTS.upTo(cell.role) : '';
}

'use client';

import Link from 'next/link';
import { useEffect, useState } from 'react';
import type { BranchOrigin } from '../../../lib/protocol/branch-origin.ts';
import { type Cell, findCell, type Session } from '../../../lib/session/session.ts';
import { hasSession } from '../../api/sessions-api.ts';
import styles from './branch-line.module.css';

interface BranchLineProps {
  session: Session;
  origin: BranchOrigin;
}

/** From which notebook, and which of its cells, this one continues. */
export function BranchLine({ session, origin }: BranchLineProps) {
  const isThere = useExists(origin.sessionId);
  const title = origin.title || 'Untitled';
  return (
    <p className={styles.line}>
      Branch of {isThere ? <Link href={`/sessions/${origin.sessionId}`}>{title}</Link> : title}
      {describeEnd(session, origin)}.
    </p>
  );
}

function describeEnd(session: Session, { cellId, executionCount }: BranchOrigin): string {
  if (executionCount !== null) return `, up to cell In [${executionCount}]`;
  const cell = findCell(session, cellId);
  return cell ? `, up to ${ENDS[cell.role]}` : '';
}

const ENDS: Record<Cell['role'], string> = {
  task: 'a question',
  answer: 'an answer',
  code: 'a cell that had no number',
  tools: 'the functions given to the model',
  thought: 'a note of the model',
  note: 'a note',
  steer: 'a message during a run',
  review: 'a review',
};

/** False until it is known: a link that leads nowhere is worse than none. */
function useExists(sessionId: string): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    hasSession(sessionId).then(
      (has) => isCurrent && setThere(has),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId]);
  return isThere;
}

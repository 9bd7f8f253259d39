'use client';

import { useRef, useState } from 'react';
import type { ApprovalMode } from '../../../lib/protocol/runs/run.ts';
import type { Session } from '../../../lib/session/session.ts';
import { findApproval } from '../../../lib/session/view/runs/find-approval.ts';
import { chooseApproval } from '../../api/actbook-api.ts';

interface Approval {
  /** The stored mode or, until it is stored, the one that the user has just chosen. */
  readonly mode: ApprovalMode;
  /** Stores it. Throws AppError where that fails. */
  choose(mode: ApprovalMode): Promise<void>;
  /** Resolves when what was chosen is stored: a question that is sent before could run with the mode before it. Throws as `choose` does. */
  settle(): Promise<void>;
}

/** Which code of agents waits for the user in this session, in every window. */
export function useApproval(session: Session): Approval {
  const [pending, setPending] = useState<{ mode: ApprovalMode; over: ApprovalMode | null } | null>(null);
  const storing = useRef(Promise.resolve());
  if (pending && session.approval !== pending.over) setPending(null);
  const choose = async (mode: ApprovalMode) => {
    setPending({ mode, over: session.approval });
    const store = chooseApproval(session.id, mode);
    storing.current = store;
    try {
      await store;
    } catch (error) {
      setPending(null);
      storing.current = Promise.resolve();
      throw error;
    }
  };
  return { mode: pending?.mode ?? findApproval(session), choose, settle: () => storing.current };
}

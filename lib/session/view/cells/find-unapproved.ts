import type { ApprovalMode } from '../../../protocol/runs/run.ts';
import type { Cell, Session } from '../../session.ts';
import { findApproval } from '../runs/find-approval.ts';
import { listUnrunByPrograms } from './list-unrun-by-programs.ts';

/** Code whose run would be a way around the user's approval; undefined where none is needed. */
export function findUnapproved(session: Session, programApproval: ApprovalMode): Cell | undefined {
  if (findApproval(session, programApproval) === 'never') return undefined;
  return listUnrunByPrograms(session)[0];
}

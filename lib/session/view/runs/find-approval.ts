import type { ApprovalMode } from '../../../protocol/runs/run.ts';
import type { Session } from '../../session.ts';

/** How much code runs without the user's word where nobody says: as in the last run; a branch begins as the other notebook was. */
export function findApproval({ runs, branchOf }: Session): ApprovalMode {
  const isOwn = branchOf === undefined || runs.length > branchOf.runCount;
  return (isOwn ? runs.at(-1)?.approval : branchOf.approval) ?? 'never';
}

/** The one of two modes in which more code waits for the user. */
export function pickStricter(one: ApprovalMode, other: ApprovalMode): ApprovalMode {
  const order = ['never', 'risky', 'always'] as const;
  return order.indexOf(one) < order.indexOf(other) ? other : one;
}

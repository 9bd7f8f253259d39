import type { ApprovalMode } from '../../../protocol/runs/run.ts';
import type { Session } from '../../session.ts';

/**
 * Which code of agents waits for the user in this session now: what the user chose last, but no less than `least` (default `never`).
 * Logs in which nothing was chosen yet say it by their last run; a branch begins as the other notebook was.
 */
export function findApproval(
  { approval, runs, branchOf }: Session,
  least: ApprovalMode = 'never',
): ApprovalMode {
  const isOwn = branchOf === undefined || runs.length > branchOf.runCount;
  return pickStricter(approval ?? (isOwn ? runs.at(-1)?.approval : branchOf.approval) ?? 'never', least);
}

/** The one of two modes in which more code waits for the user. */
export function pickStricter(one: ApprovalMode, other: ApprovalMode): ApprovalMode {
  const order = ['never', 'risky', 'always'] as const;
  return order.indexOf(one) < order.indexOf(other) ? other : one;
}

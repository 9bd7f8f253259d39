/** What the user said to a run: words on the way, and their word on code that waited for it. */
import type { ApprovalReply } from '../protocol/cells/approval.ts';
import type { Principal } from '../protocol/events/principal.ts';

/** The user's word on a cell before it ran. */
export interface Verdict extends Omit<ApprovalReply, 'requestId'> {
  /** Why they were asked. */
  readonly reasons: readonly string[];
  /** Who gave it. */
  readonly given: Principal;
  /** What the model had written. */
  readonly written: string;
}

/** Whether the user refused the cell, and it has not run since. */
export function isRefused({ status, verdict }: { status: string; verdict?: Verdict | undefined }): boolean {
  return status === 'aborted' && verdict?.decision === 'refuse' && verdict.from === 'human';
}

/** A sentence that tells the model of a refusal, as the user reads it; null for other text. */
export function toUserWords(text: string): string | null {
  if (!text.startsWith('The user refused ')) return null;
  return text.replace('The user refused', 'You refused').replace(' Their reason: ', ' Your reason: ');
}

/** What the user told a run in progress. */
export interface Steer {
  readonly text: string;
  /** How many steps had begun. */
  readonly step: number;
  /** It was to interrupt the running cell. */
  readonly interrupt?: true;
}

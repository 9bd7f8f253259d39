/** What the user said to a run: words on the way, and their word on code that waited for it. */
import type { ApprovalReply } from '../protocol/approval.ts';

/** The user's word on a cell before it ran. */
export interface Verdict extends Omit<ApprovalReply, 'requestId'> {
  /** Why they were asked. */
  readonly reasons: readonly string[];
  /** What the model had written. */
  readonly written: string;
}

/** What the user told a run in progress. */
export interface Steer {
  readonly text: string;
  /** How many steps had begun. */
  readonly step: number;
}

/** What a person said to a run: words on the way, and their word on code that waited for it. */
import type { ApprovalReply } from '../protocol/approval.ts';

/** A person's word on a cell before it ran. */
export interface Verdict extends Omit<ApprovalReply, 'requestId'> {
  /** Why they were asked. */
  readonly reasons: readonly string[];
  /** What the model had written. */
  readonly written: string;
}

/** What a person told a run that went on. */
export interface Steer {
  readonly text: string;
  /** How many steps had begun. */
  readonly step: number;
}

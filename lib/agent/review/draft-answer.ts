import type { Cell } from '../../session/session.ts';

/** An answer before it is given. */
export interface DraftAnswer {
  /** The step that gave it. */
  readonly step: number;
  /** Markdown as the notebook would have it. */
  readonly source: string;
  /** The same as text for a reviewer: JSON without a fence, whose numbers would not be read. */
  readonly said: string;
  /** Absent where nothing was left to the kernel. */
  readonly values?: Cell['values'];
}

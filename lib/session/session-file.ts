/** A file that the user added. */
export interface SessionFile {
  readonly name: string;
  readonly bytes: number;
  readonly blob: string;
  readonly origin: 'upload' | 'example';
  readonly credit?: string | undefined;
  /** `Session.executions` when it was added, or last added again. */
  readonly addedAfter?: number;
  /** Whether another file had this name, which went to the trash. */
  readonly isReplacement?: true | undefined;
  /** What is in it, as text for a model; empty where it has no table. Absent until a kernel has looked. */
  readonly profile?: string;
}

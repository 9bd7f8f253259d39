import type { Execution } from './execution.ts';
import type { ExecuteOptions } from './kernel.ts';

/** The execution that a process was following when it crashed, until somebody follows it again. */
export interface LeftExecution extends Pick<ExecuteOptions, 'onLate'> {
  id: string;
  execution: Execution;
  /** Says who answers its questions and calls. */
  bind: (handlers: Pick<ExecuteOptions, 'onInput' | 'onCall'>) => void;
}

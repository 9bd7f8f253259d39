import type { ExecuteOptions } from '../kernel.ts';
import type { Execution } from './execution.ts';

/** The execution that a process was following when it crashed, until somebody follows it again. */
export interface ResumedExecution extends Pick<ExecuteOptions, 'onLate'> {
  id: string;
  execution: Execution;
  /** Says who answers its questions and calls. */
  bind: (handlers: Pick<ExecuteOptions, 'onInput' | 'onCall'>) => void;
}

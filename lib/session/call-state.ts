import type { CallEnd, CallProgress, CallValue } from '../protocol/cells/call.ts';

/** A call of a cell's code to a function of this process. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: CallValue;
  readonly status: 'running' | CallEnd['status'];
  /** How far it was last. */
  readonly progress?: Omit<CallProgress, 'callId'>;
  readonly result?: CallValue;
  readonly error?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

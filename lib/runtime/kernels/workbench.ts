import type { SessionLogs } from '../events/session-logs.ts';
import type { InputDesk } from './input-desk.ts';
import type { SessionKernels } from './session-kernels.ts';
import type { SessionTools } from './session-tools.ts';
import type { SessionWork } from './session-work.ts';

/** What everything that runs code in sessions works with; there is one in a process. */
export interface Workbench {
  readonly logs: SessionLogs;
  readonly work: SessionWork;
  readonly kernels: SessionKernels;
  readonly desk: InputDesk;
  readonly tools: SessionTools;
  readBlob(blob: string): Promise<Uint8Array>;
}

import type { KernelProvider } from '../../kernel/kernel.ts';
import type { Models } from '../../model/model.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import type { ApprovalMode } from '../../protocol/runs/run.ts';
import type { Blobs, Store, Workspaces } from '../../store/store.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import type { InputDesk } from './input-desk.ts';
import type { PackageDesk } from './package-desk.ts';
import type { SessionKernels } from './session-kernels.ts';
import type { SessionTools } from './session-tools.ts';
import type { SessionWork } from './session-work.ts';

/** What everything that runs code in sessions works with; there is one in a process. */
export interface Workbench {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly workspaces: Workspaces;
  readonly provider: KernelProvider;
  readonly models: Models;
  readonly logs: SessionLogs;
  readonly work: SessionWork;
  readonly kernels: SessionKernels;
  readonly desk: InputDesk;
  readonly packages: PackageDesk;
  readonly tools: SessionTools;
  /** The least approval that code needs which a program runs for the user. */
  readonly programApproval: ApprovalMode;
}

/** The workbench, and who works at it. */
export interface OwnWorkbench extends Workbench {
  readonly by: Principal;
}

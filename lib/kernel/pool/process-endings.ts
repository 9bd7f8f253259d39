/** Kernel processes that were replaced and are on their way out. */
import { setTimeout } from 'node:timers/promises';
import { endProcess, type KernelProcess } from './kernel-process.ts';

export interface ProcessEndings {
  /** Ends a process after a delay; resolves when it has. */
  end(process: KernelProcess, reason: string, delayMs: number): Promise<void>;
  /** Ends a process that another has taken the place of; resolves when it has, and at once without one. */
  leave(process: KernelProcess | null, reason: string): Promise<void>;
  /** Resolves when all have ended. */
  wait(): Promise<unknown>;
}

export function createProcessEndings(): ProcessEndings {
  const endings = new Set<Promise<void>>();

  function end(process: KernelProcess, reason: string, delayMs: number): Promise<void> {
    const ending = setTimeout(delayMs)
      .then(() => endProcess(process, reason))
      .finally(() => endings.delete(ending));
    endings.add(ending);
    return ending;
  }

  return {
    end,
    leave: async (process, reason) => {
      process?.link.close({ kind: 'gone', reason });
      if (process) await end(process, reason, 0);
    },
    wait: () => Promise.all(endings),
  };
}

/**
 * Boxes with a ready kernel, started before a session asks for one. Each has mounted an empty folder beside the
 * workspaces, which becomes the workspace of the one session that takes the box.
 */
import { rmdir } from 'node:fs/promises';
import { isWithin } from '../../util/is-within.ts';
import type { Turns } from '../../util/turns.ts';
import type { BoxServer } from '../box/box-server.ts';
import { evaluateExpression } from '../link/evaluate-expression.ts';
import type { KernelLoss } from '../link/kernel-loss.ts';
import { type KernelProcess, startProcess } from './kernel-process.ts';
import { makeWarmFolder } from './warm-folders.ts';

const GIB = 1024 ** 3;
/** The kernel that is kept ready. */
export const WARM_KERNEL = 'python3';
/** Time for the first cells of a session that took a box, before another is started beside it. */
const REFILL_DELAY_MS = 5_000;
/** Longest a box may take to prove that its kernel lives. */
const ANSWER_MS = 2_000;
/** If no session asks for so long, none are kept. */
const IDLE_MS = 30 * 60_000;

export interface WarmBoxesOptions {
  /** How many are kept; see {@link countWarmBoxes}. */
  count: number;
  /** Folder of the workspaces. */
  workspacesDir: string;
  /** Turns by folder: the files of a session move in one. */
  folderTurns: Turns;
  create: (workspace: string) => BoxServer;
  /** Changes when packages are installed or removed: a kernel that has imported them before is not taken. */
  readPackages: () => Promise<string>;
  /** Evaluated in the kernel of each while it waits; what it raises is ignored. */
  preparation?: string;
}

export interface WarmBox {
  readonly server: BoxServer;
  readonly process: KernelProcess;
  /** Gives the box away; from now on, `onLost` hears when the process is lost. */
  handOver(onLost: (loss: KernelLoss) => void): void;
}

export interface WarmBoxes {
  /** Starts the boxes, at once or after a while, and others for those that are taken or were ended unused. */
  keep(when: 'now' | 'soon'): void;
  /** A box that has this workspace, or null when none is kept or the workspace could not be moved into it. */
  take(workspace: string): Promise<WarmBox | null>;
  /** Ends all, and those that are being taken. */
  dispose(): Promise<void>;
}

/** How many a machine keeps: one that is not forked takes about 200 MB, and seconds of a processor to start. */
export function countWarmBoxes(totalMemoryBytes: number, processors: number): number {
  if (totalMemoryBytes < 6 * GIB) return 0;
  return totalMemoryBytes < 14 * GIB || processors < 4 ? 1 : 2;
}

interface Box {
  folder: string;
  /** When its kernel was started; null where they cannot be read. */
  packages: Promise<string | null>;
  server: BoxServer;
  ready: Promise<KernelProcess>;
  onLost: (loss: KernelLoss) => void;
  /** It is on its way out: a session that was about to get it must not. */
  isOver: boolean;
}

export function createWarmBoxes(options: WarmBoxesOptions): WarmBoxes {
  const { count, workspacesDir, folderTurns, create, readPackages, preparation } = options;
  const boxes = new Set<Box>();
  /** About to be a session's. */
  const taken = new Set<Box>();
  const endings = new Set<Promise<void>>();
  const timers: { refill?: NodeJS.Timeout; idle?: NodeJS.Timeout } = {};
  let isKept = false;

  function add(): void {
    const folder = makeWarmFolder(workspacesDir);
    const server = create(folder);
    const options = { kernelName: WARM_KERNEL, workspace: folder, connect: server.connect };
    const box: Box = {
      folder,
      packages: readPackages().catch(() => null),
      server,
      ready: startProcess(options, (loss) => box.onLost(loss)).then(prepare),
      onLost: () => end(box),
      isOver: false,
    };
    boxes.add(box);
    // Why it cannot be started is reported to the session that needs one.
    box.ready.catch(() => end(box));
  }

  async function prepare(process: KernelProcess): Promise<KernelProcess> {
    const { link, info } = process;
    if (preparation) await evaluateExpression(link, info.languageInfo.name, preparation);
    return process;
  }

  function end(box: Box): void {
    box.isOver = true;
    boxes.delete(box);
    const ending = box.server
      .dispose()
      .then(() => rmdir(box.folder))
      .catch(() => {})
      .finally(() => endings.delete(ending));
    endings.add(ending);
  }

  function fill(): void {
    try {
      while (boxes.size < count) add();
    } catch {
      // If there is no space for a folder, none is kept. What is wrong is reported to the session that needs one.
    }
  }

  function endAll(): void {
    for (const box of boxes) end(box);
  }

  function restartTimers(): void {
    stopTimers();
    timers.refill = setTimeout(fill, REFILL_DELAY_MS).unref();
    timers.idle = setTimeout(endAll, IDLE_MS).unref();
  }

  function stopTimers(): void {
    clearTimeout(timers.refill);
    clearTimeout(timers.idle);
  }

  return {
    keep: (when) => {
      if (count === 0) return;
      if (isKept) {
        if (boxes.size === 0 && taken.size === 0) restartTimers();
        return;
      }
      isKept = true;
      if (when === 'now') fill();
      restartTimers();
    },
    take: async (workspace) => {
      if (!isKept) return null;
      stopTimers();
      const [box] = boxes;
      try {
        if (!box) return null;
        boxes.delete(box);
        taken.add(box);
        await box.ready;
        if ((await box.packages) !== (await readPackages())) throw new Error('Its packages are outdated.');
        return await moveIn(box, workspace, folderTurns);
      } catch {
        if (box) end(box);
        return null;
      } finally {
        if (box) taken.delete(box);
        if (isKept) restartTimers();
      }
    },
    dispose: async () => {
      isKept = false;
      stopTimers();
      endAll();
      for (const box of taken) end(box);
      await Promise.all(endings);
    },
  };
}

/** Throws when the box is of no use. */
async function moveIn(box: Box, workspace: string, folderTurns: Turns): Promise<WarmBox> {
  const { server } = box;
  const process = await box.ready;
  const answer = process.link.execute({ code: '', silent: true }).ended;
  await server.adopt(workspace, folderTurns);
  // The death of a process is known here only after a while.
  if (!(await isWithin(ANSWER_MS, answer)) || box.isOver) throw new Error('It has been ended.');
  return {
    server,
    process,
    handOver: (onLost) => {
      box.onLost = onLost;
    },
  };
}

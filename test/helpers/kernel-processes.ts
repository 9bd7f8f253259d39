/** The processes around a kernel on this machine, and waiting for them to go. */
import { z } from 'zod';
import type { Kernel } from '../../lib/kernel/kernel.ts';
import { run } from './kernel-provider.ts';

const KernelProcesses = z.object({
  kernel: z.number(),
  server: z.number(),
  supervisor: z.number(),
  /** A process that code in the kernel started and detached from itself. */
  detached: z.number(),
  /** The server's private folder. */
  scratch: z.string(),
});
export type KernelProcesses = z.infer<typeof KernelProcesses>;

const DEADLINE_MS = 20_000;
const POLL_MS = 20;

const DESCRIBE = `
import json, os, psutil, subprocess
print(json.dumps({
    "kernel": os.getpid(),
    "server": os.getppid(),
    "supervisor": psutil.Process(os.getppid()).ppid(),
    "detached": subprocess.Popen(["sleep", "600"], start_new_session=True).pid,
    "scratch": os.path.dirname(os.environ["IPYTHONDIR"]),
}))`;

export async function describeProcesses(kernel: Kernel): Promise<KernelProcesses> {
  return parseProcesses((await run(kernel, DESCRIBE)).stdout);
}

export function parseProcesses(json: string): KernelProcesses {
  return KernelProcesses.parse(JSON.parse(json));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Resolves once none of the processes lives; rejects, naming those that do, after 20 s. */
export async function waitUntilGone(...pids: number[]): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (let alive = pids.filter(isAlive); alive.length > 0; alive = alive.filter(isAlive)) {
    if (Date.now() > deadline) throw new Error(`Still alive: ${alive.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

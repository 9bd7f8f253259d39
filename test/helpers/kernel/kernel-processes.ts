/** The processes around a kernel on this machine, and waiting for them to go. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { z } from 'zod';
import { type Kernel, WORKSPACE_IN_BOX } from '../../../lib/kernel/kernel.ts';
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

/** The first process of a forked box starts it before anything else. */
const SERVER_IN_FORKED_BOX = 2;
const DEADLINE_MS = 60_000;
const POLL_MS = 20;

/** Ids as this machine knows them, whatever a box calls them inside. */
export async function describeProcesses(kernel: Kernel): Promise<KernelProcesses> {
  const marker = `600.${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  const code = `
import os, subprocess
detached = subprocess.Popen(["sleep", "${marker}"], start_new_session=True)
print(os.getpid())`;
  const id = Number((await run(kernel, code)).stdout);
  const detached = await waitForCommand(marker);
  const namespace = await readlink(`/proc/${detached}/ns/pid`);
  const kernelPid = await findInNamespace(namespace, id);
  if (await isForked(kernelPid)) {
    const first = await findInNamespace(namespace, 1);
    const guard = await readStatus(first, 'PPid');
    const server = await findInNamespace(namespace, SERVER_IN_FORKED_BOX);
    const scratch = await readlink(`/proc/${guard}/cwd`);
    return { kernel: kernelPid, server, supervisor: guard, detached, scratch };
  }
  const server = await findAbove(kernelPid, 'serve.py');
  const supervisor = await findAbove(server, 'supervise.py');
  return { kernel: kernelPid, server, supervisor, detached, scratch: await readScratch(supervisor) };
}

async function listPids(): Promise<number[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
}

async function readCommand(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
}

async function readStatus(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:.*?(\\d+)$`, 'm').exec(status)?.[1]);
}

export function findParent(pid: number): Promise<number> {
  return readStatus(pid, 'PPid');
}

async function findByCommand(argument: string): Promise<number | undefined> {
  for (const pid of await listPids()) if ((await readCommand(pid)).includes(argument)) return pid;
}

async function findInNamespace(namespace: string, id: number): Promise<number> {
  for (const pid of await listPids()) {
    const isInside = (await readlink(`/proc/${pid}/ns/pid`).catch(() => '')) === namespace;
    if (isInside && (await readStatus(pid, 'NSpid')) === id) return pid;
  }
  throw new Error(`No process is ${id} in ${namespace}.`);
}

/** Whether it is in a box that was forked, where all processes have the command that the zygote had. */
async function isForked(pid: number): Promise<boolean> {
  const isAbove = (await readCommand(pid)).some((argument) => argument.endsWith('box_zygote.py'));
  const parent = await readStatus(pid, 'PPid');
  return isAbove || (parent > 1 && isForked(parent));
}

async function findAbove(pid: number, script: string): Promise<number> {
  if (!pid) throw new Error(`Nothing above runs ${script}.`);
  const isIt = (await readCommand(pid)).some((argument) => argument.endsWith(script));
  return isIt ? pid : findAbove(await readStatus(pid, 'PPid'), script);
}

/** How many values each option of supervise.py takes; the first argument after them is the scratch folder. */
const OPTION_VALUES: Record<string, number> = { '--grace': 1, '--listen': 2, '--group': 1 };

async function readScratch(supervisor: number): Promise<string> {
  const command = await readCommand(supervisor);
  let index = command.findIndex((argument) => argument.endsWith('supervise.py')) + 1;
  while (command[index] !== undefined && OPTION_VALUES[command[index] ?? ''] !== undefined) {
    index += 1 + (OPTION_VALUES[command[index] ?? ''] ?? 0);
  }
  return command[index] ?? '';
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

/** The first process of the box that has mounted this folder, whatever its command. */
export async function waitForBox(folder: string): Promise<number> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    for (const pid of await listPids()) {
      const isFirst = (await readStatus(pid, 'NSpid')) === 1 && pid !== 1;
      const mounts = isFirst ? await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '') : '';
      if (mounts.split('\n').some((line) => isMountOf(line, folder))) return pid;
    }
    if (Date.now() > deadline) throw new Error(`No box has mounted ${folder}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A line has the folder's path within its file system, with octal codes for blanks, and then where it is in the box. */
function isMountOf(line: string, folder: string): boolean {
  const [, , , source = '', target] = line.split(' ');
  return target === WORKSPACE_IN_BOX && folder.endsWith(source.replaceAll('\\040', ' '));
}

/** Resolves once none of the processes lives; rejects, naming those that do, after a minute. */
export async function waitUntilGone(...pids: number[]): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (let alive = pids.filter(isAlive); alive.length > 0; alive = alive.filter(isAlive)) {
    if (Date.now() > deadline) {
      const named = await Promise.all(
        alive.map(async (pid) => `${pid} ${(await readCommand(pid)).join(' ')}`),
      );
      throw new Error(`Still alive: ${named.join(', ')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A process just started shows the command it came from until it has become its own. */
export async function waitForCommand(marker: string): Promise<number> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const pid = await findByCommand(marker);
    if (pid) return pid;
    if (Date.now() > deadline) throw new Error(`No process with ${marker} in its command.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

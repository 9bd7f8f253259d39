/** Whether this machine can make the box that sessions get: tried with the very same arguments. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toProcessEnv } from '../server/to-process-env.ts';
import { createBoxArguments, createBoxEnvironment } from './box-arguments.ts';
import type { BoxLimits } from './box-limits.ts';
import { findBoxUid, prepareWorkspace } from './box-owner.ts';
import { describePython } from './describe-python.ts';
import { type BoxFailure, describeMachine, explainBoxFailure } from './explain-box-failure.ts';
import { findBwrap } from './find-bwrap.ts';
import { findKernelMounts } from './kernel-mounts.ts';
import { createSeccompFilter } from './seccomp-filter.ts';
import { isBoxArch } from './syscall-numbers.ts';

export interface ProbeBoxOptions {
  /** Interpreter of the kernels. */
  python: string;
  /** Folder of Actbook's Python programs. */
  scriptsDir: string;
  limits: BoxLimits;
  /** The user's environment, in which their own kernels are found. */
  kernelEnv: Record<string, string>;
}

const FILTER_FD = 3;
const TIMEOUT_MS = 10_000;

/** Runs `true` in a box. Resolves to what is in the way, or null when it worked. */
export async function probeBox({
  python,
  scriptsDir,
  limits,
  kernelEnv,
}: ProbeBoxOptions): Promise<BoxFailure | null> {
  const { arch } = process;
  const machine = describeMachine();
  const bwrap = findBwrap();
  if (bwrap === null || !isBoxArch(arch)) return explainBoxFailure(null, machine);
  const installation = await describePython(python);
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'actbook-')));
  try {
    const uid = findBoxUid(workspace);
    await prepareWorkspace(workspace, uid);
    const kernels = findKernelMounts(kernelEnv);
    const box = { bwrap, kernels, scriptsDir, workspace, uid, limits, network: false, filterFd: FILTER_FD };
    const command = createBoxArguments({ ...box, python: installation }, ['/usr/bin/true']);
    const env = createBoxEnvironment(installation, kernels, {});
    const { code, log } = await run(command, env, createSeccompFilter(arch));
    return code === 0 ? null : explainBoxFailure(log, machine);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

function run(
  [program = '', ...args]: string[],
  env: Record<string, string>,
  filter: Buffer,
): Promise<{ code: number | null; log: string }> {
  const child: ChildProcess = spawn(program, args, {
    env: toProcessEnv(env),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const filterPipe = child.stdio[FILTER_FD];
  // A child that ended early closes the pipe under our write.
  filterPipe?.on('error', () => {});
  if (filterPipe && 'end' in filterPipe) filterPipe.end(filter);
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, log: error.message }));
    child.once('close', (code) => resolve({ code, log }));
  });
}

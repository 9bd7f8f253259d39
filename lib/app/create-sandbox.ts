/** Whether code may run here: in boxes where they work, and without one where the user agreed to that. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { openBoxGroups } from '../kernel/box/box-groups.ts';
import {
  type BoxLimits,
  defaultAllBoxesMemory,
  defaultBoxLimits,
  readMachineMemory,
} from '../kernel/box/box-limits.ts';
import { toUnavailable } from '../kernel/box/explain-box-failure.ts';
import { probeBox } from '../kernel/box/probe-box.ts';
import { type ForkCheck, probeFork } from '../kernel/box/probe-fork.ts';
import type { SandboxStatus } from '../protocol/kernel/sandbox-status.ts';
import { AppError } from '../util/app-error.ts';

/** What the user agreed to; bound to the machine, as the folder may be shared by several. */
const Consent = z.object({ withoutIsolationOn: z.array(z.string()) });

interface SandboxCheck extends SandboxStatus {
  /** Whether the system leaves the app its share of the processors, whatever boxes do. */
  shareProcessors: boolean;
  /** The failure as the refusal to run code. */
  error: AppError | null;
}

export interface Sandbox {
  /**
   * A failure is looked into again each time, as someone may have fixed it. Throws AppError `kernel-unavailable`
   * when there is no Python to make a box for.
   */
  check(): Promise<SandboxCheck>;
  /** Whether boxes can be forked here. Takes seconds. */
  checkFork(): Promise<ForkCheck>;
  /** Keeps the user's consent to run code without a box here. Throws AppError `conflict` where none is missing. */
  agree(): Promise<void>;
  /** Forgets the consent. */
  withdraw(): Promise<void>;
}

export function createSandbox(config: Config): Sandbox {
  const consent = createConsent(config.homeDir);
  let settled: SandboxCheck | null = withoutBoxes(config);
  const limits = defaultBoxLimits(readMachineMemory());
  const box = { ...config, limits, scriptsDir: join(config.rootDir, 'kernels') };

  async function check(): Promise<SandboxCheck> {
    if (settled) return settled;
    const failure = await probeBox(box);
    if (failure) {
      const isAgreed = await consent.isGiven();
      const isolation = isAgreed ? 'none' : null;
      return { ...NO_FAILURE, isolation, failure, isAgreed, error: toUnavailable(failure) };
    }
    settled = { ...NO_FAILURE, isolation: 'box', ...(await tryGroups(config, limits)) };
    return settled;
  }

  return {
    check,
    checkFork: () => probeFork(box),
    agree: async () => {
      const { failure, isAgreed } = await check();
      if (!failure)
        throw new AppError('conflict', 'Code can be isolated on this machine, so no consent is needed.');
      if (!isAgreed) await consent.give();
    },
    withdraw: consent.withdraw,
  };
}

/** Tries whether control groups can be made, and leaves none. */
async function tryGroups({ homeDir, allMemoryBytes }: Config, limits: BoxLimits) {
  const { groups, failure } = await openBoxGroups({
    workspacesDir: join(homeDir, 'workspaces'),
    limits,
    allMemoryBytes: allMemoryBytes ?? defaultAllBoxesMemory(readMachineMemory()),
  });
  await groups?.close();
  return { limitsFailure: failure, shareProcessors: groups?.shareProcessors ?? false };
}

const NO_FAILURE = {
  failure: null,
  limitsFailure: null,
  shareProcessors: false,
  isAgreed: false,
  error: null,
};

function withoutBoxes({ jupyter, sandbox }: Config): SandboxCheck | null {
  if (jupyter) return { ...NO_FAILURE, isolation: 'remote' };
  return sandbox === 'off' ? { ...NO_FAILURE, isolation: 'none' } : null;
}

function createConsent(homeDir: string) {
  const path = join(homeDir, 'consent.json');

  async function readMachines(): Promise<string[]> {
    try {
      return Consent.parse(JSON.parse(await readFile(path, 'utf8'))).withoutIsolationOn;
    } catch {
      // Nobody was asked yet, or the file says nothing that counts.
      return [];
    }
  }

  async function writeMachines(withoutIsolationOn: string[]): Promise<void> {
    await mkdir(homeDir, { recursive: true, mode: 0o700 });
    await writeFile(path, `${JSON.stringify({ withoutIsolationOn })}\n`, { mode: 0o600 });
  }

  return {
    isGiven: async () => (await readMachines()).includes(hostname()),
    give: async () => writeMachines([...(await readMachines()), hostname()]),
    withdraw: async () => writeMachines((await readMachines()).filter((name) => name !== hostname())),
  };
}

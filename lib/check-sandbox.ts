/** What will be in force around the code of a configuration's kernels: asked before anything is started. */
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { defaultBoxLimits } from './kernel/box/box-limits.ts';
import { type BoxFailure, toUnavailable } from './kernel/box/explain-box-failure.ts';
import { probeBox } from './kernel/box/probe-box.ts';
import type { Isolation } from './protocol/event.ts';
import type { AppError } from './util/app-error.ts';

export interface SandboxCheck {
  /** Null when a box is asked for and cannot be made: kernels then refuse to start. */
  isolation: Isolation | null;
  /** What is in the way of a box; null when nothing is, or none is asked for. */
  failure: BoxFailure | null;
  /** The failure as the refusal to run code. */
  error: AppError | null;
}

/** Throws AppError `kernel-unavailable` when there is no Python to make a box for. */
export async function checkSandbox({ sandbox, jupyter, python, rootDir }: Config): Promise<SandboxCheck> {
  if (jupyter) return { isolation: 'remote', failure: null, error: null };
  if (sandbox === 'off') return { isolation: 'none', failure: null, error: null };
  const limits = defaultBoxLimits(totalmem());
  const failure = await probeBox({ python, scriptsDir: join(rootDir, 'kernels'), limits });
  if (failure) return { isolation: null, failure, error: toUnavailable(failure) };
  return { isolation: 'box', failure: null, error: null };
}

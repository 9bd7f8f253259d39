import { totalmem } from 'node:os';
import { type BoxLimits, defaultBoxLimits } from '../../../lib/kernel/box/box-limits.ts';

const MIB = 1024 ** 2;

/** Limits that code reaches within seconds. */
export const SMALL_LIMITS: BoxLimits = {
  ...defaultBoxLimits(totalmem()),
  // Enough to start with, and a fork bomb leaves the processors to the watchdog.
  tasks: 160,
  memoryBytes: 700 * MIB,
  processes: 60,
  workspaceBytes: 200 * MIB,
};

/** What happens to a session's kernel. */
import { z } from 'zod';
import { KernelInfo, KernelStatus } from '../kernel/kernel-info.ts';
import { KernelName, MAX_NAMES } from '../kernel/kernel-name.ts';
import { SessionPackages } from '../kernel/session-packages.ts';
import { KernelBack } from '../kernel/take-back.ts';
import { PackageVersion } from '../verification/verification.ts';

export const KernelEvent = z.discriminatedUnion('type', [
  /** The user allowed or denied network access; it applies to kernels started later. */
  z.object({ type: z.literal('network-change'), isAllowed: z.boolean() }),
  z.object({
    type: z.literal('kernel-status'),
    status: KernelStatus,
    /** Set with the first `idle` of a kernel process. */
    info: KernelInfo.optional(),
    /** True when the variables of an earlier kernel process are gone. */
    stateLost: z.boolean().optional(),
    /** The kernel is a fork of that of the session with this ID, with all its variables. */
    forkOf: z.string().optional(),
    /** With `stateLost`: the kernel is again what it was before it ran a cell, so only what came later is gone. */
    back: KernelBack.optional(),
    /** One sentence for users and the model: why the status changed. */
    reason: z.string().optional(),
  }),
  /** All names that code has defined in the kernel, whenever they change. */
  z.object({ type: z.literal('kernel-names'), names: z.array(KernelName).max(MAX_NAMES) }),
  /** A new kernel process has these of the packages that the notebook was verified with, other ones than were known before. */
  z.object({ type: z.literal('kernel-packages'), packages: z.array(PackageVersion) }),
  /** Packages were added or removed: what the session has now. Its kernels, and those of clean runs, import them after their own. */
  SessionPackages.extend({ type: z.literal('packages-change') }),
  /** The user asked to run these cells again, in the kernel that is there. What the notebook shows of them stays. */
  z.object({
    type: z.literal('rebuild-start'),
    cellIds: z.array(z.string()),
    /** They bring back what a kernel was before it ran a cell, as it is not kept: `reason`, a sentence, says why. */
    back: KernelBack.extend({ reason: z.string() }).optional(),
    /** They run in another kernel, which takes the place of the present one if all end well: until then, that one is as it was. */
    isBeside: z.literal(true).optional(),
  }),
  /** This cell has run again and ended `ok`. */
  z.object({
    type: z.literal('rebuild-step'),
    cellId: z.string(),
    /** It put out something other than what the notebook shows of it. */
    isOther: z.literal(true).optional(),
    /** Which version of the cell ran, where that was not its last run. */
    version: z.number().int().nonnegative().optional(),
  }),
  z.object({
    type: z.literal('rebuild-end'),
    status: z.enum(['ok', 'failed', 'stopped']),
    reason: z.string().optional(),
  }),
]);

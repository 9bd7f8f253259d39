/** Kernels as the log, the page and exports know them. */
import { z } from 'zod';

/** Jupyter's kernel states, plus `none` before a kernel was started and after it was shut down. */
export const KernelStatus = z.enum(['none', 'starting', 'idle', 'busy', 'restarting', 'dead']);
export type KernelStatus = z.infer<typeof KernelStatus>;

export const LanguageInfo = z.looseObject({
  name: z.string(),
  version: z.string(),
  mimetype: z.string().optional(),
  file_extension: z.string().optional(),
  pygments_lexer: z.string().optional(),
  codemirror_mode: z.unknown().optional(),
  nbconvert_exporter: z.string().optional(),
});
export type LanguageInfo = z.infer<typeof LanguageInfo>;

/**
 * What keeps code from the machine it runs on: a `box` around the session, such a box with the internet open to it
 * (`box-online`), nothing (`none`), or whatever the owner of a `remote` Jupyter server put there.
 */
export const Isolation = z.enum(['box', 'box-online', 'none', 'remote']);
export type Isolation = z.infer<typeof Isolation>;

/** How a box was made: by bubblewrap, with libraries of its own in memory, or by a fork of a process that has them. */
export const SandboxStart = z.enum(['bubblewrap', 'fork']);
export type SandboxStart = z.infer<typeof SandboxStart>;

/** A kernel as `kernel_info_reply` and its spec describe it. */
export const KernelInfo = z.object({
  name: z.string(),
  displayName: z.string(),
  languageInfo: LanguageInfo,
  /** `implementation` and its version, e.g. `ipython 9.17.1`. */
  implementation: z.string(),
  /** Logs from before there were boxes do not say. */
  isolation: Isolation.optional(),
  /** Absent without a box of ours. */
  sandboxStart: SandboxStart.optional(),
});
export type KernelInfo = z.infer<typeof KernelInfo>;

/**
 * What a process leaves on disk about each kernel, so that the next one finds it should this one crash: one file a
 * kernel, for its owner's eyes alone, as the server's token is in it. Gone with the kernel.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Isolation, KernelInfo } from '../../protocol/kernel-info.ts';

/** A server as a later process reaches it. */
export const SurvivingServer = z.object({
  /** Private folder of a server of ours, with the door to its supervisor; null for someone else's server. */
  scratch: z.string().nullable(),
  url: z.string(),
  /** Empty for someone else's server, whose token is configured. */
  token: z.string(),
  socketPath: z.string().optional(),
  rootDir: z.string().nullable(),
  isolation: Isolation,
});
export type SurvivingServer = z.infer<typeof SurvivingServer>;

export const Survivor = z.object({
  server: SurvivingServer,
  kernelId: z.string(),
  /** The connection's session id: the server keeps messages for this one alone. */
  clientId: z.string(),
  /** The kernel process's own session id: another one means that the variables were lost. */
  kernelSession: z.string(),
  info: KernelInfo,
  /** The last execution that has a name, and the `msg_id` of its request. */
  execution: z.object({ id: z.string(), messageId: z.string() }).nullable(),
});
export type Survivor = z.infer<typeof Survivor>;

export interface Survivors {
  save(name: string, survivor: Survivor): void;
  /** Null when there is none, or none that can be read. */
  read(name: string): Survivor | null;
  list(): string[];
  remove(name: string): void;
}

/**
 * Names must be fit for file names. Without a folder, and for a kernel without a name, nothing is kept. A folder that
 * cannot be written costs no more than what it is for.
 */
export function createSurvivors(folder: string | null): Survivors {
  const toPath = (name: string) => join(folder ?? '', `${name}.json`);
  return {
    save: (name, survivor) => {
      if (folder === null || name === '') return;
      const draft = `${toPath(name)}.${process.pid}`;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(draft, JSON.stringify(survivor), { mode: 0o600 });
        renameSync(draft, toPath(name));
      } catch {
        // The kernel then ends with this process, as it would without a file.
      }
    },
    read: (name) => {
      try {
        return Survivor.parse(JSON.parse(readFileSync(toPath(name), 'utf8')));
      } catch {
        return null;
      }
    },
    list: () => {
      try {
        if (folder === null) return [];
        return readdirSync(folder).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
      } catch {
        return [];
      }
    },
    remove: (name) => {
      if (folder === null || name === '') return;
      try {
        rmSync(toPath(name), { force: true });
      } catch {
        // It says nothing that the next process would not find out.
      }
    },
  };
}

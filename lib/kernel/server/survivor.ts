/**
 * What a process leaves on disk about each kernel, so that the next one finds it should this one crash: one file a
 * kernel, for its owner's eyes alone, as the server's token is in it. Gone with the kernel.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Isolation, KernelInfo, SandboxStart } from '../../protocol/kernel/kernel-info.ts';

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
  sandboxStart: SandboxStart.optional(),
  /** Applied to the folder of a server in a box of ours, bytes and number of files. */
  diskLimits: z.object({ workspaceBytes: z.number(), workspaceFiles: z.number() }).optional(),
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
  /** Where its code finds the workspace; absent where that is the server's root. */
  folder: z.string().optional(),
  /** The last execution that has a name, and the `msg_id` of its request. */
  execution: z.object({ id: z.string(), messageId: z.string() }).nullable(),
});
export type Survivor = z.infer<typeof Survivor>;

export interface Survivors {
  /** Whether a later process finds it. */
  save(name: string, survivor: Survivor): boolean;
  /** Null when there is none, or none that can be read. */
  read(name: string): Survivor | null;
  list(): string[];
  remove(name: string): void;
}

/** One page of memory, which a crash of this process leaves whole, as it was before or after the write. */
const PAGE_BYTES = 4096;

/** Each cell changes the file: this takes a tenth of the time of another file in its place. False where that is needed. */
function overwritePage(path: string, page: Buffer): boolean {
  if (page.byteLength !== PAGE_BYTES) return false;
  try {
    const file = openSync(path, 'r+');
    try {
      return fstatSync(file).size === PAGE_BYTES && writeSync(file, page, 0, PAGE_BYTES, 0) === PAGE_BYTES;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/**
 * Names must be fit for file names. Without a folder, and for a kernel without a name, nothing is kept. A folder that
 * cannot be written costs no more than what it is for.
 */
export function createSurvivors(folder: string | null): Survivors {
  const toPath = (name: string) => join(folder ?? '', `${name}.json`);
  return {
    save: (name, survivor) => {
      if (folder === null || name === '') return false;
      const draft = `${toPath(name)}.${process.pid}`;
      const page = Buffer.from(JSON.stringify(survivor).padEnd(PAGE_BYTES));
      try {
        if (overwritePage(toPath(name), page)) return true;
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(draft, page, { mode: 0o600 });
        renameSync(draft, toPath(name));
        return true;
      } catch {
        return false;
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

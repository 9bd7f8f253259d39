import { basename } from 'node:path';
import { toFileName } from '../../lib/protocol/files/file-name.ts';
import type { RunFlags } from './run-flags.ts';
import type { RunHost } from './run-host.ts';

/** Allows the network and adds the files that the flags name. Resolves to the names of the files. */
export async function addData(host: RunHost, sessionId: string, flags: RunFlags): Promise<string[]> {
  if (flags.allowNetwork) await host.allowNetwork(sessionId);
  const files: string[] = [];
  for (const path of flags.data ?? []) {
    const name = toFileName(basename(path));
    await host.addFile(sessionId, { name, path });
    files.push(name);
  }
  return files;
}

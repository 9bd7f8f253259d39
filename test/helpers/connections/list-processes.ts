import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../../../lib/util/attempt.ts';

/** All processes of this machine with their arguments and, where it may be read, their environment. */
export function listProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      id: Number(name),
      parent: Number(/^PPid:\s+(\d+)$/m.exec(readText(name, 'status'))?.[1]),
      command: readText(name, 'cmdline').replaceAll('\0', ' '),
      environment: readText(name, 'environ'),
    }));
}

function readText(id: string, file: string): string {
  return attempt(() => readFileSync(`/proc/${id}/${file}`, 'utf8')) ?? '';
}

import { cpus, loadavg, totalmem } from 'node:os';

/** When and on what a bench ran, as a sentence. */
export function describeMachine(startedAt: Date, what: string): string {
  const minutes = ((Date.now() - startedAt.getTime()) / 60_000).toFixed(1);
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg().map((each) => each.toFixed(1));
  const date = startedAt.toISOString().slice(0, 10);
  return `${date}, ${what} in ${minutes} minutes, ${cpus().length} processors, ${gigabytes} GB of memory, load ${load.join(' ')} at the end.`;
}

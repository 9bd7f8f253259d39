/** Programs that all tests of a worker share: they end with the worker's process, and no test counts them as its own. */
import { listDescendants, readChildren } from '../../lib/kernel/box/process-tree.ts';

const shared = new Set<number>();
const ends = new Set<() => void>();

/** `end` is called when the worker ends, as a signal of the runner makes it do. It must not wait. */
export function keepForWorker({ pid }: { pid?: number | undefined }, end: () => void): void {
  if (pid !== undefined) shared.add(pid);
  if (ends.size === 0) for (const event of ['SIGTERM', 'exit']) process.once(event, endAll);
  ends.add(end);
}

/** The runner forbids `process.exit` in its workers: after the signal it kills them. */
function endAll(): void {
  for (const end of ends) end();
  ends.clear();
}

/** Ids of what this process has started itself. */
export const listChildren = (): readonly number[] => readChildren().get(process.pid) ?? [];

/** Ids of what the running test has started, and of all below. */
export function listOwnProcesses(): number[] {
  const children = readChildren();
  const own = (children.get(process.pid) ?? []).filter((pid) => !shared.has(pid));
  return own.flatMap((pid) => [pid, ...listDescendants(pid, children)]);
}

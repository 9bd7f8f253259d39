import type { QueueExit } from '../../../protocol/cells/queue.ts';

const EXITS: Record<Exclude<QueueExit, 'stop'>, string> = {
  user: 'it was taken out of the queue',
  failure: 'a cell before it failed',
  refusal: 'a cell before it was not approved',
  end: '',
  crash: 'Actbook stopped and the variables were lost',
  close: 'Actbook was closed while it waited',
};

/** Why a cell that waited for its turn did not run, without a period; empty where its own end says it. `who` may have stopped it. */
export function describeQueueExit(exit: QueueExit, who: string): string {
  return exit === 'stop' ? `${who} stopped what was running` : EXITS[exit];
}

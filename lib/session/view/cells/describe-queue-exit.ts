import type { QueueExit } from '../../../protocol/cells/queue.ts';
import { nameUser } from '../../../protocol/events/principal.ts';
import type { LeftQueue } from '../../queue-entry.ts';

const EXITS: Record<Exclude<QueueExit, 'stop'>, string> = {
  user: 'it was taken out of the queue',
  failure: 'a cell before it failed',
  refusal: 'a cell before it was not approved',
  end: '',
  crash: 'Actbook stopped and the variables were lost',
  close: 'Actbook was closed while it waited',
};

/** Why a cell that waited for its turn did not run, without a period; empty where its own end says it. `you`: as in {@link nameUser}. */
export function describeQueueExit({ reason, by }: LeftQueue, you?: string): string {
  if (reason !== 'stop') return EXITS[reason];
  return by.kind === 'user'
    ? `${nameUser(by, you)} stopped what was running`
    : 'what was running was stopped';
}

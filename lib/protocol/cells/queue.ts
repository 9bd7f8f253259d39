/** Cells that the user ran while something else was running: they wait for their turn. */
import { z } from 'zod';
import { BatchScope } from './batch.ts';
import { CellOperation } from './cell-operation.ts';

export const QueueAdd = z.object({
  entryId: z.string(),
  /** One cell, or those of a batch in order. */
  cellIds: z.array(z.string()).min(1),
  /** Of a batch; absent for one cell. */
  scope: BatchScope.optional(),
  /** Wall time of the cell when it runs, milliseconds; absent: the default. */
  timeoutMs: z.number().int().positive().optional(),
  /** By which the run of one cell can be taken back. */
  operation: CellOperation.optional(),
});

/**
 * Why a waiting cell will not run. `user`: taken out. `stop`: everything was stopped. `failure`: a cell before it failed. `refusal`: a
 * cell before it was not approved. `end`: it ended before it began, as its end says. `crash`: Actbook ended without a normal stop, and
 * the kernel with it. `close`: Actbook was closed.
 */
export const QueueExit = z.enum(['user', 'stop', 'failure', 'refusal', 'end', 'crash', 'close']);
export type QueueExit = z.infer<typeof QueueExit>;

export const QueueRemove = z.object({ cellIds: z.array(z.string()), reason: QueueExit });

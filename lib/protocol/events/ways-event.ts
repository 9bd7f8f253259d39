/** What happens to several ways: they begin, one is chosen or none, and the user may choose another. */
import { z } from 'zod';
import { WayKernel, WaysBasis, WaysOutcome, WaysStart } from '../ways/ways.ts';

const ways = { waysId: z.string() };

export const WaysEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ways-start'), ...WaysStart.shape }),
  /** All ways have ended, and were compared. Of a way that was chosen, its events come before this one, with their own stamps. */
  z.object({
    type: z.literal('ways-end'),
    ...ways,
    outcome: WaysOutcome,
    basis: WaysBasis,
    /** Of the way that was chosen. */
    kernel: WayKernel.optional(),
  }),
  /**
   * The user chose a way after the end: `chosen` is its session. Its events come before this one, those that delete the cells of
   * an earlier choice first.
   */
  z.object({ type: z.literal('ways-choose'), ...ways, chosen: z.string(), kernel: WayKernel }),
]);

/** The run of a schedule that made a session. */
import { z } from 'zod';

export const ScheduleOrigin = z.object({
  /** The notebook that was to run. */
  sessionId: z.string(),
  /** Its title then. */
  title: z.string(),
  scheduleId: z.string(),
  runId: z.string(),
});
export type ScheduleOrigin = z.infer<typeof ScheduleOrigin>;

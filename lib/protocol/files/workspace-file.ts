/** The files of a session's workspace. */
import { z } from 'zod';

/** A file as it is in the workspace now, whoever put it there. */
export const WorkspaceFile = z.object({
  /** With slashes between folders. */
  name: z.string(),
  bytes: z.number().int(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number().int(),
});
export type WorkspaceFile = z.infer<typeof WorkspaceFile>;

export const FileListing = z.object({
  files: z.array(WorkspaceFile),
  /** Whether there are more than are listed. */
  isCut: z.boolean(),
});
export type FileListing = z.infer<typeof FileListing>;

/** Bytes kept beside the log, because they are too big for an event. */
import { z } from 'zod';

export const BlobRef = z.object({
  /** sha256 of the stored bytes, hex. */
  blob: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  /** How the stored bytes were written in the MIME bundle: base64 for binary types, text or JSON otherwise. */
  encoding: z.enum(['base64', 'utf8', 'json']),
});
export type BlobRef = z.infer<typeof BlobRef>;

/** Reads stored bytes by their sha256, hex. Rejects when they are gone. */
export type ReadBlob = (blob: string) => Promise<Uint8Array>;

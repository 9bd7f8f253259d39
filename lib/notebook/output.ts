/**
 * nbformat 4.5 outputs as they stand in the log. The one difference from the file format: a MIME value
 * too big for an event is a {@link BlobRef}, which the page loads lazily and an export inlines.
 * Source: https://nbformat.readthedocs.io/en/latest/format_description.html#code-cell-outputs
 */
import { z } from 'zod';

export const BlobRef = z.object({
  /** sha256 of the stored bytes, hex. */
  blob: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  /** How the stored bytes were written in the MIME bundle: base64 for binary types, text or JSON otherwise. */
  encoding: z.enum(['base64', 'utf8', 'json']),
});
export type BlobRef = z.infer<typeof BlobRef>;

/** MIME type to value. Strings for text and base64; JSON for `application/json` and `+json` types. */
export const MimeBundle = z.record(z.string(), z.unknown());
export type MimeBundle = Record<string, unknown>;

const Metadata = z.record(z.string(), z.unknown());

export const StreamOutput = z.object({
  output_type: z.literal('stream'),
  name: z.enum(['stdout', 'stderr']),
  text: z.string(),
});
export const DisplayData = z.object({
  output_type: z.literal('display_data'),
  data: MimeBundle,
  metadata: Metadata,
  /** `transient.display_id` of the message; never written to a notebook file. */
  displayId: z.string().optional(),
});
export const ExecuteResult = z.object({
  output_type: z.literal('execute_result'),
  execution_count: z.number().int().nullable(),
  data: MimeBundle,
  metadata: Metadata,
  displayId: z.string().optional(),
});
export const ErrorOutput = z.object({
  output_type: z.literal('error'),
  ename: z.string(),
  evalue: z.string(),
  traceback: z.array(z.string()),
});

export const Output = z.discriminatedUnion('output_type', [
  StreamOutput,
  DisplayData,
  ExecuteResult,
  ErrorOutput,
]);
export type Output = z.infer<typeof Output>;
export type ErrorOutput = z.infer<typeof ErrorOutput>;
export type StreamOutput = z.infer<typeof StreamOutput>;

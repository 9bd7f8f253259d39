/**
 * nbformat 4.5 outputs as they are in the log. The one difference from the file format: a MIME value
 * too big for an event is a BlobRef, which the page loads lazily and an export inlines.
 * Source: https://nbformat.readthedocs.io/en/latest/format_description.html#code-cell-outputs
 */
import { z } from 'zod';
import { BlobRef } from './blob-ref.ts';
import { OutputDigest } from './output-digest.ts';

/** MIME type to value. Strings for text and base64; JSON for `application/json` and `+json` types. */
export const MimeBundle = z.record(z.string(), z.unknown());
export type MimeBundle = Record<string, unknown>;

const Metadata = z.record(z.string(), z.unknown());

/** Text of a stream that is not in the log, in order of writing; standard output and error are not told apart. */
export const Omitted = z.object({
  /** UTF-8. What was left out past these is nowhere. */
  pieces: z.array(z.object({ ref: BlobRef, characters: z.number().int().nonnegative() })),
  /** All that was left out. */
  characters: z.number().int().nonnegative(),
  lines: z.number().int().nonnegative(),
});
export type Omitted = z.infer<typeof Omitted>;

export const StreamOutput = z.object({
  output_type: z.literal('stream'),
  name: z.enum(['stdout', 'stderr']),
  text: z.string(),
  /** What the note at the start of `text` says is left out: the text, in pieces, as far as it was kept. */
  omitted: Omitted.optional(),
});
export const DisplayData = z.object({
  output_type: z.literal('display_data'),
  data: MimeBundle,
  metadata: Metadata,
  /** `transient.display_id` of the message; never written to a notebook file. */
  displayId: z.string().optional(),
  digest: OutputDigest.optional(),
});
export const ExecuteResult = z.object({
  output_type: z.literal('execute_result'),
  execution_count: z.number().int().nullable(),
  data: MimeBundle,
  metadata: Metadata,
  displayId: z.string().optional(),
  digest: OutputDigest.optional(),
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

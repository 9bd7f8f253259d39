/** Outputs as notebook files hold them, read as the log holds them: lists of lines joined. */
import { z } from 'zod';
import { AppError } from '../util/app-error.ts';
import { toMimeBundle } from './mime-value.ts';
import type { Output } from './output.ts';

const Text = z.union([z.string(), z.array(z.string())]);
const Bundle = z.record(z.string(), z.unknown());
const Metadata = z.record(z.string(), z.unknown()).default({});

const FileOutput = z.discriminatedUnion('output_type', [
  z.object({ output_type: z.literal('stream'), name: z.string().default('stdout'), text: Text }),
  z.object({ output_type: z.literal('display_data'), data: Bundle, metadata: Metadata }),
  z.object({
    output_type: z.literal('execute_result'),
    execution_count: z.number().int().nullable().default(null),
    data: Bundle,
    metadata: Metadata,
  }),
  z.object({
    output_type: z.literal('error'),
    ename: z.string(),
    evalue: z.string(),
    traceback: z.array(z.string()),
  }),
]);

/** Throws AppError `bad-request` for anything that is not an output of nbformat 4. */
export function fromNbformatOutput(json: unknown): Output {
  const { data: output, error } = FileOutput.safeParse(json);
  if (error) {
    const issue = error.issues[0];
    throw new AppError('bad-request', `${issue?.path.join('.') || 'output'}: ${issue?.message}`);
  }
  if (output.output_type === 'error') return output;
  if (output.output_type === 'stream') {
    const name = output.name === 'stderr' ? 'stderr' : 'stdout';
    return { output_type: 'stream', name, text: joinLines(output.text) };
  }
  return { ...output, data: toMimeBundle(output.data) };
}

function joinLines(text: string | string[]): string {
  return typeof text === 'string' ? text : text.join('');
}

/** An output as notebook files hold it. Blob references stay; lib/export inlines them. */
import type { Output } from './output.ts';
import { toVisibleText } from './terminal-text.ts';

export function toNbformatOutput(output: Output): Record<string, unknown> {
  if (output.output_type === 'stream') {
    const { output_type, name, text } = output;
    return { output_type, name, text: toVisibleText(text) };
  }
  if (output.output_type === 'error') return { ...output };
  const { displayId: _, digest: _digest, ...rest } = output;
  return rest;
}

/** Outputs as notebook files hold them. Blob references stay; lib/export inlines them. */
import type { Output } from './output.ts';
import { toVisibleText } from './terminal-text.ts';

/** Of a whole cell: text on both sides of what was left out is one stream, as everywhere in notebook files. */
export function toNbformatOutputs(outputs: readonly Output[]): Record<string, unknown>[] {
  const merged: Output[] = [];
  for (const output of outputs) {
    const last = merged.at(-1);
    const joins =
      output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name;
    if (joins) merged[merged.length - 1] = { ...last, text: last.text + output.text };
    else merged.push(output);
  }
  return merged.map(toNbformatOutput);
}

export function toNbformatOutput(output: Output): Record<string, unknown> {
  if (output.output_type === 'stream') {
    const { output_type, name, text } = output;
    return { output_type, name, text: toVisibleText(text) };
  }
  if (output.output_type === 'error') return { ...output };
  const { displayId: _, digest: _digest, ...rest } = output;
  return rest;
}

/** Text that arrives in pieces, as one event. */
import type { EventBody } from '../../protocol/events/event.ts';

/** The two events as one, or null when they do not belong together. */
export function joinDeltas(left: EventBody | undefined, right: EventBody): EventBody | null {
  if (!left) return null;
  if (left.type === 'text-delta' || left.type === 'reasoning-delta') {
    const same = right.type === left.type && right.runId === left.runId && right.step === left.step;
    return same ? { ...left, text: left.text + right.text } : null;
  }
  if (left.type !== 'output-append' || right.type !== 'output-append') return null;
  const [first, second] = [left.output, right.output];
  if (first.output_type !== 'stream' || second.output_type !== 'stream') return null;
  // What was left out has its place: before the text that follows it.
  if (left.cellId !== right.cellId || first.name !== second.name || second.omitted) return null;
  return { ...left, output: { ...first, text: first.text + second.text } };
}

/**
 * The output area of one cell as a pure fold: streams merge, carriage returns overwrite, clears may wait.
 * Rules: jupyter-client messaging, sections "Streams" and "Clear output"; nbclient/client.py lists the same.
 */
import type { Output, StreamOutput } from './output.ts';
import type { OutputDigest } from './output-digest.ts';
import {
  formatTerminalText,
  parseTerminalText,
  type TerminalText,
  writeTerminalText,
} from './terminal-text.ts';

/** Outputs of a cell and whether the next output must replace them (`clear_output(wait=True)`). */
export interface OutputArea {
  readonly outputs: readonly Output[];
  readonly clearPending: boolean;
}

export const EMPTY_OUTPUT_AREA: OutputArea = { outputs: [], clearPending: false };

/** A memo: without it each append would scan the stream's whole text for its last line. */
const TERMINAL_TEXTS = new WeakMap<StreamOutput, TerminalText>();

/** Appends one output, merging a stream into a directly preceding stream of the same name. */
export function appendOutput(area: OutputArea, output: Output): OutputArea {
  const before = area.clearPending ? [] : area.outputs;
  if (output.output_type !== 'stream') return { outputs: [...before, output], clearPending: false };
  const last = before.at(-1);
  // What was left out has its place: before the text that follows it.
  const joins = last?.output_type === 'stream' && last.name === output.name && !output.omitted;
  const merged = joins ? last : null;
  const stream = appendText(merged ?? { ...output, text: '' }, output.text);
  return { outputs: [...(merged ? before.slice(0, -1) : before), stream], clearPending: false };
}

function appendText(stream: StreamOutput, added: string): StreamOutput {
  const before = TERMINAL_TEXTS.get(stream) ?? parseTerminalText(stream.text);
  const after = writeTerminalText(before, added);
  const appended = { ...stream, text: formatTerminalText(after) };
  TERMINAL_TEXTS.set(appended, after);
  return appended;
}

/** Applies `clear_output`: now, or at the next output when `wait` is set. */
export function clearOutput(area: OutputArea, wait: boolean): OutputArea {
  return wait ? { ...area, clearPending: true } : EMPTY_OUTPUT_AREA;
}

/** What changes an output area. */
export type AreaEvent =
  | { type: 'output'; output: Output }
  | { type: 'clear'; wait: boolean }
  | ({ type: 'update' } & DisplayUpdate);

export function applyOutput(area: OutputArea, event: AreaEvent): OutputArea {
  if (event.type === 'output') return appendOutput(area, event.output);
  return event.type === 'clear' ? clearOutput(area, event.wait) : updateDisplay(area, event);
}

export interface DisplayUpdate {
  displayId: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  digest?: OutputDigest | undefined;
}

/** Replaces data, metadata and digest of every output shown under this display id; same area when there is none. */
export function updateDisplay(area: OutputArea, update: DisplayUpdate): OutputArea {
  const { displayId, data, metadata, digest } = update;
  const isShown = (output: Output) => 'displayId' in output && output.displayId === displayId;
  if (!area.outputs.some(isShown)) return area;
  const outputs = area.outputs.map((output) =>
    'displayId' in output && output.displayId === displayId ? { ...output, data, metadata, digest } : output,
  );
  return { ...area, outputs };
}

/**
 * The output area of one cell as a pure fold: streams merge, carriage returns overwrite, clears may wait.
 * Rules: jupyter-client messaging, sections "Streams" and "Clear output"; nbclient/client.py lists the same.
 */
import type { Output, StreamOutput } from './output.ts';

/** Outputs of a cell and whether the next output must replace them (`clear_output(wait=True)`). */
export interface OutputArea {
  readonly outputs: readonly Output[];
  readonly clearPending: boolean;
}

export const EMPTY_OUTPUT_AREA: OutputArea = { outputs: [], clearPending: false };

/** Appends one output, merging a stream into a directly preceding stream of the same name. */
export function appendOutput(area: OutputArea, output: Output): OutputArea {
  const before = area.clearPending ? [] : area.outputs;
  const last = before.at(-1);
  if (output.output_type !== 'stream') return { outputs: [...before, output], clearPending: false };
  const merged = last?.output_type === 'stream' && last.name === output.name ? last : null;
  const text = appendTerminalText(merged?.text ?? '', output.text);
  const stream: StreamOutput = { ...output, text };
  return { outputs: merged ? [...before.slice(0, -1), stream] : [...before, stream], clearPending: false };
}

/** Applies `clear_output`: now, or at the next output when `wait` is set. */
export function clearOutput(area: OutputArea, wait: boolean): OutputArea {
  return wait ? { ...area, clearPending: true } : EMPTY_OUTPUT_AREA;
}

/** Replaces data and metadata of every output shown under this display id; same area when there is none. */
export function updateDisplay(
  area: OutputArea,
  update: { displayId: string; data: Record<string, unknown>; metadata: Record<string, unknown> },
): OutputArea {
  if (!area.outputs.some((output) => hasDisplayId(output, update.displayId))) return area;
  const outputs = area.outputs.map((output) =>
    hasDisplayId(output, update.displayId)
      ? { ...output, data: update.data, metadata: update.metadata }
      : output,
  );
  return { ...area, outputs: outputs as Output[] };
}

function hasDisplayId(output: Output, displayId: string): boolean {
  return 'displayId' in output && output.displayId === displayId;
}

/**
 * Appends stream text as a terminal would: `\r` returns to the start of the line and later text overwrites,
 * `\b` steps back. Only the last line is touched, so a long stream stays cheap. A line left with the cursor
 * at its start keeps its trailing `\r`, which carries the cursor to the next call.
 */
export function appendTerminalText(existing: string, added: string): string {
  if (!/[\r\b]/.test(added) && !existing.endsWith('\r')) return existing + added;
  const lineStart = existing.lastIndexOf('\n') + 1;
  return existing.slice(0, lineStart) + renderTerminalLines(existing.slice(lineStart) + added);
}

function renderTerminalLines(text: string): string {
  return text
    .replaceAll(/\r+\n/g, '\n')
    .split('\n')
    .map((line, index, lines) => renderTerminalLine(line, index === lines.length - 1))
    .join('\n');
}

function renderTerminalLine(line: string, isLast: boolean): string {
  if (!/[\r\b]/.test(line)) return line;
  const characters: string[] = [];
  let cursor = 0;
  for (const character of line) {
    if (character === '\r') cursor = 0;
    else if (character === '\b') cursor = Math.max(0, cursor - 1);
    else characters[cursor++] = character;
  }
  return characters.join('') + (isLast && cursor === 0 && characters.length > 0 ? '\r' : '');
}

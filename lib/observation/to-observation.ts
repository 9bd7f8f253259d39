/** What the model is shown of a cell's outputs: in order, as text and images, under a token budget. */
import type { Output, StreamOutput } from '../notebook/output.ts';
import { toVisibleText } from '../notebook/terminal-text.ts';
import { toPlainText } from '../notebook/to-plain-text.ts';
import type { CellVersion } from '../session/session.ts';
import { chooseImages, type ObservedImage } from './choose-images.ts';
import { DEFAULT_OBSERVATION_TOKENS, type ObservationOptions } from './observation-options.ts';
import { type Display, renderBundle } from './render-bundle.ts';
import { joinParts, type Part, shortenParts, toPart } from './shorten/shorten-parts.ts';
import { CHARACTERS_PER_TOKEN, type Omission, shortenText, toOmissionNote } from './shorten/shorten-text.ts';
import { shortenTraceback } from './shorten/shorten-traceback.ts';

export interface Observation {
  text: string;
  images: ObservedImage[];
  /** Estimated cost, tokens. */
  tokens: number;
}

/** Errors may take this share of the budget: the message at their end is what the model needs most. */
const ERROR_SHARE = 0.5;
const IMAGE_SHARE = 0.6;

/** Digests the outputs of a cell that has ended. */
export function toObservation(cell: CellVersion, options: ObservationOptions = {}): Observation {
  const { maxTokens = DEFAULT_OBSERVATION_TOKENS, vision = false, hasHandle = false } = options;
  const images = vision ? chooseImages(cell.outputs, maxTokens * IMAGE_SHARE) : new Map();
  const imageTokens = [...images.values()].reduce((sum, { tokens }) => sum + tokens, 0);
  const handle = hasHandle && cell.executionCount !== null ? `outputs(${cell.executionCount})` : undefined;
  const maxLength = (maxTokens - imageTokens) * CHARACTERS_PER_TOKEN;
  const status = describeStatus(cell);
  const error = shortenText(readErrors(cell.outputs), Math.floor(maxLength * ERROR_SHARE), { handle });
  const parts = renderOutputs(cell.outputs, images, handle);
  const body = shortenParts(
    [...parts, toPart(describeNotes(cell)), toPart(describeNextInput(cell))],
    Math.max(0, maxLength - error.length - status.length - 4),
    handle,
  );
  const text = [body, error, status].filter((part) => part !== '').join('\n') || NO_OUTPUT;
  const tokens = Math.ceil(text.length / CHARACTERS_PER_TOKEN) + imageTokens;
  return { text, images: [...images.values()], tokens };
}

function describeNotes({ notes = [] }: CellVersion): string {
  return notes.map((note) => `[${note}.]`).join('\n');
}

function describeNextInput({ nextInput }: CellVersion): string {
  return nextInput ? `[Source for the next cell, not run yet:]\n${nextInput.text}` : '';
}

const NO_OUTPUT = '[The cell ran and gave no output. Print what you need to see.]';

function describeStatus(cell: CellVersion): string {
  const reason = cell.reason ? ` ${cell.reason}` : '';
  switch (cell.status) {
    case 'interrupted':
      return `[The cell was interrupted before it ended.${reason} Variables are still there.]`;
    case 'timed-out':
      return `[The cell was stopped at its time limit.${reason} Variables are still there. Do less work per cell.]`;
    case 'kernel-died':
      return `[The kernel died while this cell ran.${reason} A new one was started: all variables, imports and functions are gone; files are not affected.]`;
    case 'aborted':
      return `[${cell.reason ?? 'The cell was not run.'}]`;
    default:
      return cell.reason ? `[${cell.reason}]` : '';
  }
}

function readErrors(outputs: readonly Output[]): string {
  return outputs
    .flatMap((output) => (output.output_type === 'error' ? [shortenTraceback(output)] : []))
    .join('\n');
}

/** Errors are told apart: they come last and have a share of their own. */
function renderOutputs(
  outputs: readonly Output[],
  images: ReadonlyMap<Output, ObservedImage>,
  handle: string | undefined,
): Part[] {
  const parts: Part[] = [];
  for (const [index, output] of outputs.entries()) {
    if (output.output_type === 'error') continue;
    const part =
      output.output_type === 'stream' ? renderStream(output, handle) : renderDisplay(output, images);
    // Head and tail of one flood are one text.
    const head = output.output_type === 'stream' && output.omitted ? outputs[index - 1] : undefined;
    const before = head?.output_type === 'stream' ? parts.pop() : undefined;
    parts.push(before ? joinParts(before, part) : part);
  }
  return parts;
}

function renderDisplay(output: Display, images: ReadonlyMap<Output, ObservedImage>): Part {
  return toPart(renderBundle(output, images.has(output)), findMissing(output));
}

function renderStream({ name, text, omitted }: StreamOutput, handle: string | undefined): Part {
  const mark = name === 'stderr' ? '[stderr]\n' : '';
  const visible = toVisibleText(text);
  // The log's own note says the same, but cannot name the handle.
  const written = toPlainText(omitted ? visible.replace(/^\n\[…[^\n]*…\]\n/, '') : visible).trimEnd();
  if (omitted) {
    const whole = `${toOmissionNote(omitted, handle)}\n${mark}${written}`;
    return { whole, text: mark + written, missing: omitted };
  }
  return toPart(written === '' ? '' : mark + written);
}

/** Only an excerpt of a stored value is at hand. */
function findMissing({ digest }: Display): Omission | undefined {
  const { 'text/plain': plain, ...others } = digest?.excerpts ?? {};
  return plain ?? Object.values(others)[0];
}

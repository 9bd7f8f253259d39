/** What the model is shown of a cell's outputs: in order, as text, under a token budget. */
import { isBlobRef, toText } from '../notebook/mime-value.ts';
import type { Output } from '../notebook/output.ts';
import { toVisibleText } from '../notebook/terminal-text.ts';
import { toPlainText } from '../notebook/to-plain-text.ts';
import type { Cell, Run } from '../session/session.ts';
import { describeImage } from './describe-image.ts';
import { CHARACTERS_PER_TOKEN, shortenText } from './shorten-text.ts';
import { shortenTraceback } from './shorten-traceback.ts';

export interface ObservationOptions {
  /** Budget for the text of one cell, at 4 characters a token. Default 2,000. */
  maxTokens?: number;
  /** Whether the model sees images: then small inline images come along. Default false. */
  vision?: boolean;
}

interface ObservedImage {
  mimeType: string;
  base64: string;
}

export interface Observation {
  text: string;
  images: ObservedImage[];
}

const DEFAULT_OBSERVATION_TOKENS = 2000;
/** Errors may take this share of the budget: the message at their end is what the model needs most. */
const ERROR_SHARE = 0.5;

/** What a run's model is shown of cells: the prompt and the page ask here, so that they agree. */
export function toObservationOptions({ limits, steps }: Run, step = steps.at(-1)): ObservationOptions {
  const { observationTokens: maxTokens = DEFAULT_OBSERVATION_TOKENS } = limits;
  return { maxTokens, vision: step?.vision ?? false };
}

/** Digests the outputs of a cell that has ended. */
export function toObservation(cell: Cell, options: ObservationOptions = {}): Observation {
  const maxLength = (options.maxTokens ?? DEFAULT_OBSERVATION_TOKENS) * CHARACTERS_PER_TOKEN;
  const status = describeStatus(cell);
  const errors = cell.outputs.flatMap((output) =>
    output.output_type === 'error' ? [shortenTraceback(output)] : [],
  );
  const error = shortenText(errors.join('\n'), Math.floor(maxLength * ERROR_SHARE));
  const body = renderOutputs(cell.outputs) + describeNextInput(cell);
  const room = maxLength - error.length - status.length - 4;
  const parts = [shortenText(body, Math.max(0, room)), error, status].filter((part) => part !== '');
  const text = parts.length > 0 ? parts.join('\n') : NO_OUTPUT;
  return { text, images: options.vision ? collectImages(cell.outputs) : [] };
}

function describeNextInput({ nextInput }: Cell): string {
  return nextInput ? `[Source for the next cell, not run yet:]\n${nextInput.text}` : '';
}

const NO_OUTPUT = '[The cell ran and gave no output. Print what you need to see.]';

function describeStatus(cell: Cell): string {
  const reason = cell.reason ? ` ${cell.reason}` : '';
  switch (cell.status) {
    case 'interrupted':
      return `[The cell was interrupted before it ended.${reason} Variables are still there.]`;
    case 'timed-out':
      return `[The cell was stopped at its time limit.${reason} Variables are still there. Do less work per cell.]`;
    case 'kernel-died':
      return `[The kernel died while this cell ran.${reason} A new one was started: all variables, imports and functions are gone; files are still there.]`;
    case 'aborted':
      return `[${cell.reason ?? 'The cell was not run.'}]`;
    default:
      return cell.reason ? `[${cell.reason}]` : '';
  }
}

function renderOutputs(outputs: readonly Output[]): string {
  return outputs
    .map((output) => renderOutput(output))
    .filter((text) => text !== '')
    .join('\n');
}

function renderOutput(output: Output): string {
  switch (output.output_type) {
    case 'stream': {
      const text = cleanText(toVisibleText(output.text));
      return output.name === 'stderr' && text !== '' ? `[stderr]\n${text}` : text;
    }
    case 'error':
      return '';
    default:
      return cleanText(renderBundle(output.data));
  }
}

/** Text types from the most to the least useful for a reader of plain text. */
const TEXT_TYPES = ['text/markdown', 'text/latex', 'application/json', 'text/html'];

function renderBundle(data: Record<string, unknown>): string {
  const plain = readText(data['text/plain']);
  const image = Object.keys(data).find((mimeType) => mimeType.startsWith('image/'));
  if (image) return [describeImage(image, data[image]), plain].filter(Boolean).join(' ');
  const special = Object.keys(data).find((mimeType) => /^application\/(?!json$)/.test(mimeType));
  if (special) return [`[${special}, shown to the user]`, plain].filter(Boolean).join(' ');
  // A bare repr (`<… object at 0x…>`) says nothing: another type then holds the content.
  if (plain !== '' && !/^<[\w.]+ (?:object|at 0x)[^\n]*>$/.test(plain)) return plain;
  const type = TEXT_TYPES.find((mimeType) => data[mimeType] !== undefined);
  if (!type) return plain || `[${Object.keys(data).join(', ')}, shown to the user]`;
  const text = readText(data[type]);
  return type === 'text/html' ? htmlToText(text) : text;
}

function readText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (isBlobRef(value)) return `[${value.bytes.toLocaleString('en-US')} bytes, shown to the user]`;
  return toText(value);
}

/** Enough for a styled table: cells divided by bars, rows by newlines. */
function htmlToText(html: string): string {
  return html
    .replaceAll(/<(style|script)\b[^<>]*>[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<\/(?:tr|p|div|li|h\d)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/t[dh]>/gi, ' | ')
    .replaceAll(/<[^<>]{1,2000}>/g, '')
    .replaceAll(/&(nbsp|lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const ENTITIES: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', amp: '&', quot: '"' };

function cleanText(text: string): string {
  return toPlainText(text).trimEnd();
}

function collectImages(outputs: readonly Output[]): ObservedImage[] {
  return outputs.flatMap((output) => {
    if (output.output_type !== 'display_data' && output.output_type !== 'execute_result') return [];
    return Object.entries(output.data).flatMap(([mimeType, value]) =>
      /^image\/(?:png|jpeg|gif|webp)$/.test(mimeType) && typeof value === 'string'
        ? [{ mimeType, base64: value.replaceAll(/\s/g, '') }]
        : [],
    );
  });
}

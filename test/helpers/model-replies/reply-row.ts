/** One shape in which models send code or answers, and what must become of it. */
import type { ModelReply } from '../../../lib/agent/reply/action.ts';

/** `run`: the sources to execute, in order. `answer`: the text, or `any`. `told`: part of what the model is told. */
export type Wanted =
  | { readonly run: readonly string[]; readonly notice?: RegExp }
  | { readonly answer: string | 'any' }
  | { readonly told: RegExp };

export interface ReplyRow {
  /** Number of the shape among the 54 that were met in recorded replies; the others are of our own finding. */
  readonly shape?: number;
  readonly name: string;
  readonly reply: ModelReply;
  readonly wanted: Wanted;
}

export const F = '```';
export const T = '~~~';

export const fence = (code: string, label = 'python', mark = F) => `${mark}${label}\n${code}\n${mark}`;

type Written = string | Partial<ModelReply>;

/** A row; a reply given as text ended by itself. */
export function row(shape: number | null, name: string, written: Written, wanted: Wanted): ReplyRow {
  const reply = typeof written === 'string' ? { text: written } : written;
  const whole = { text: '', toolCalls: [], finishReason: 'stop', ...reply };
  return { ...(shape === null ? {} : { shape }), name, reply: whole, wanted };
}

export const CUT = /cut off by the length limit/;
export const EMPTY = /neither code nor an answer/;
export const SHELL = /Only Python blocks are run/;

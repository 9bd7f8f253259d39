/**
 * The model port. Implementations: lib/model/openai-model.ts (any OpenAI-compatible server) and
 * lib/model/analyst/ (the built-in, rule-based analyst).
 */

import type { BlobRef } from '../notebook/blob-ref.ts';
import type { ModelProvider } from '../protocol/model-catalog.ts';
import type { ModelInfo, Prices, Usage } from '../protocol/run.ts';
import type { Session } from '../session/session.ts';

/** One chat message in the shape of the OpenAI chat completions API. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ContentPart[] }
  | { role: 'assistant'; content: string; toolCalls?: { id: string; name: string; arguments: string }[] }
  | { role: 'tool'; toolCallId: string; content: string };

export type ContentPart =
  | { type: 'text'; text: string }
  | {
      type: 'image';
      mimeType: string;
      base64: string;
      /** Where the bytes are while `base64` is empty; no request is sent like that. */
      stored?: BlobRef;
      /** What it costs, estimated. */
      tokens: number;
    };

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

export interface ModelRequest {
  messages: ModelMessage[];
  tools: ToolSpec[];
  /** Bound of the reply, tokens. Default: the server's own. */
  maxTokens?: number;
  /** Set when tools are named for the sake of an unchanged prompt, but must not be called. */
  toolChoice?: 'none';
  /** The same facts before rendering, for a model that plans from structure instead of text. */
  session: Session;
  runId: string;
}

/**
 * What a model call yields, in order. `end` is the last, and says `repetition` when a reply that went round in circles
 * was cut, `no-answer` when the reply says why there is none; a failure throws an AppError with a `model-…` code.
 */
export type ModelEvent =
  /** The server does not answer now and is asked again after `delayMs`; `reason` is a sentence for people. */
  | { type: 'wait'; delayMs: number; reason: string }
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'tool-call'; id: string; name: string; arguments: string }
  | {
      type: 'end';
      finishReason:
        | 'stop'
        | 'length'
        | 'tool-calls'
        | 'content-filter'
        | 'repetition'
        | 'no-answer'
        | 'unknown';
      usage: Usage;
    };

/**
 * What is known of a model: stated by its server, configured, or learnt from what the server refused. It may change
 * after a call, so it is read anew before each.
 */
export interface ModelProfile {
  /** Whether native tool calls are offered; otherwise code comes as text. */
  readonly nativeTools: boolean;
  /** Whether it takes images. */
  readonly vision: boolean;
  /** Prompt and reply together, tokens; null when nobody said. */
  readonly contextTokens: number | null;
  /** Null when nobody said; then usage has no cost. */
  readonly prices: Prices | null;
}

export interface Model extends ModelProfile {
  readonly info: ModelInfo;
  /** Streams one reply. Aborting the signal or leaving the loop ends the request. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** The models that can answer. */
export interface Models {
  /** Those that are configured, the default first. What else their servers offer is in {@link list}. */
  readonly configured: readonly ModelInfo[];
  /**
   * The model of this id, its server asked what it takes; the default without an id. A server that does not answer is
   * found out by the first call. Throws AppError `bad-request` for an id that nobody offers.
   */
  open(modelId?: string): Promise<Model>;
  /** All that can be chosen, asked for anew when `fresh`. */
  list(options?: { fresh?: boolean }): Promise<ModelProvider[]>;
}

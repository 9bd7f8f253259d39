/**
 * The model port. Implementations: lib/model/openai/openai-model.ts (any OpenAI-compatible server), and lib/analyst/ (the
 * built-in, rule-based analyst), which plans.
 */

import type { BlobRef } from '../notebook/blob-ref.ts';
import type { ModelProvider } from '../protocol/models/model-catalog.ts';
import type { ModelInfo, Prices, Usage } from '../protocol/runs/run.ts';
import type { FileFormat } from '../protocol/tables/file-format.ts';
import type { FileHead } from '../protocol/tables/file-head.ts';
import type { TableFacts } from '../protocol/tables/table-facts.ts';
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
      /** Where the bytes are while `base64` is empty; filled in before a request. */
      stored?: BlobRef;
      /** Estimated cost, tokens. */
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
  /** Limit of the reply, tokens. Default: the server's. */
  maxTokens?: number;
  /** Set when tools are listed only to keep the prompt unchanged; they must not be called. */
  toolChoice?: 'none';
  /** The same facts before rendering. */
  session: Session;
  runId: string;
}

export interface PlanRequest {
  readonly session: Session;
  readonly runId: string;
  /** Absent where the kernel's language has no tables. */
  readonly data: DataReader | undefined;
}

/** The next action of a {@link Planner}. Its text is shown as it is: no part of it is parsed. */
export interface Plan {
  /** Markdown: what the code is for, or else the answer. */
  readonly text: string;
  /** Of a new cell. */
  readonly code?: string;
  /** `no-answer`: the text says why there is no answer; `part-answer`: why there is none to a part of the question. */
  readonly finishReason: 'stop' | 'part-answer' | 'no-answer';
}

/** What files and tables are like now, read in the kernel beside the notebook: nothing of it is in the log. */
export interface DataReader {
  /** Null where the kernel cannot tell. */
  findFormat(file: string): Promise<FileFormat | null>;
  /** Null where only loading the file can tell. */
  describeHead(file: string): Promise<FileHead | null>;
  /** Describes the variables with these names that hold a table. Null if the kernel cannot tell. */
  describeTables(names: readonly string[]): Promise<TableFacts[] | null>;
}

/**
 * What a model call yields, in order. `end` is last: `repetition` if a reply that repeated itself was cut. A failure throws
 * an AppError with a `model-…` code; a server that had reported what the call used until then has it in a `usage` before.
 */
export type ModelEvent =
  /** The server does not answer; the request is repeated after `delayMs`. `reason` is a sentence for users. */
  | { type: 'wait'; delayMs: number; reason: string }
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'tool-call'; id: string; name: string; arguments: string }
  | { type: 'usage'; usage: Usage }
  | {
      type: 'end';
      finishReason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'repetition' | 'unknown';
      usage: Usage;
    };

/**
 * What is known about a model: configured, reported by its server, or learned from refusals. It can change after a call,
 * so read it before each one.
 */
export interface ModelProfile {
  /** Whether native tool calls are offered; otherwise code comes as text. */
  readonly nativeTools: boolean;
  /** Whether it accepts images. */
  readonly vision: boolean;
  /** Prompt and reply together, tokens; null if unknown. */
  readonly contextTokens: number | null;
  /** Null if unknown; then usage has no cost. */
  readonly prices: Prices | null;
}

/** Reads a prompt and writes a reply, in which the agent looks for code or an answer. */
export interface LanguageModel extends ModelProfile {
  readonly info: ModelInfo;
  /** Streams one reply. Aborting the signal or leaving the loop ends the request. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/**
 * Plans from the session and what the kernel holds. So no prompt is written for it, and it cannot do what only a prompt asks
 * for: review an answer, sum up, keep to a schema.
 */
export interface Planner extends ModelProfile {
  readonly info: ModelInfo;
  /** Aborting the signal rejects. */
  plan(request: PlanRequest, signal: AbortSignal): Promise<Plan>;
}

export type Model = LanguageModel | Planner;

/** The models that can answer. */
export interface Models {
  /** The models that are configured now, the default first. {@link list} has everything that their servers offer. */
  listConfigured(): readonly ModelInfo[];
  /**
   * The model with this ID, after asking its server what it supports; without an ID, the default. A server that does not
   * answer fails at the first call. Throws AppError `bad-request` for an unknown ID.
   */
  open(modelId?: string): Promise<Model>;
  /** Everything that can be chosen; `fresh` asks the servers again. */
  list(options?: { fresh?: boolean }): Promise<ModelProvider[]>;
}

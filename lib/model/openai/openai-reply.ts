/** A streamed reply of the chat completions API, chunk by chunk. A server may send anything: nothing is trusted. */
import type { Usage } from '../../protocol/runs/run.ts';
import { UNKNOWN_USAGE } from '../../protocol/runs/usage.ts';
import { AppError } from '../../util/app-error.ts';
import { createRepetitionWatch } from '../../util/find-repetition.ts';
import type { ModelEvent, ModelMessage, ModelRequest } from '../model.ts';
import { type CallPart, createCallAssembler, readText } from './openai-calls.ts';

/** What is read of `ChatCompletionChunk`, https://platform.openai.com/docs/api-reference/chat-streaming */
export interface Chunk {
  choices?: readonly { finish_reason?: string | null; delta?: Delta | null }[];
  usage?: ChunkUsage | null;
}

interface Delta {
  content?: unknown;
  refusal?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  tool_calls?: readonly CallPart[] | null;
}

interface ChunkUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
  /** OpenRouter's, US dollars. */
  cost?: unknown;
}

/**
 * Reads chunks to the end, or until the reply goes round in circles. Throws AppError `model-stream-cut` when no
 * finish reason ever came, or one that says that the server gave up. Whatever it throws, `usage` is before it, unless
 * nothing had come.
 */
export async function* readChunks(
  request: ModelRequest,
  chunks: AsyncIterable<Chunk>,
  options: { statesCost: boolean },
): AsyncGenerator<ModelEvent> {
  const progress: Progress = { usage: null, length: 0 };
  try {
    yield* readWhole(request, chunks, { ...options, progress });
  } catch (error) {
    const usage = progress.usage ?? (progress.length > 0 ? UNKNOWN_USAGE : null);
    if (usage) yield { type: 'usage', usage };
    throw error;
  }
}

interface Progress {
  /** The usage as the server reported it last. */
  usage: Usage | null;
  /** Length of what was written, characters. */
  length: number;
}

async function* readWhole(
  request: ModelRequest,
  chunks: AsyncIterable<Chunk>,
  { statesCost, progress }: { statesCost: boolean; progress: Progress },
): AsyncGenerator<ModelEvent> {
  const calls = createCallAssembler();
  const watches = [createRepetitionWatch(), createRepetitionWatch(), createRepetitionWatch()];
  let finish: string | null = null;
  const usage = () => progress.usage ?? estimateUsage(request, progress.length);
  for await (const chunk of chunks) {
    progress.usage = readUsage(chunk.usage, statesCost) ?? progress.usage;
    const choice = chunk.choices?.[0];
    if (!choice) continue;
    finish = choice.finish_reason ?? finish;
    const { reasoning, content, parts } = readDelta(choice.delta ?? {});
    const written = [reasoning, content, parts.map((part) => readText(part.function?.arguments)).join('')];
    progress.length += written.join('').length;
    if (progress.length > MAX_REPLY_LENGTH) throw new AppError('model-failed', REPLY_TOO_LONG);
    if (reasoning) yield { type: 'reasoning-delta', text: reasoning };
    if (content) yield { type: 'text-delta', text: content };
    for (const part of parts) calls.add(part);
    if (written.some((text, index) => watches[index]?.add(text))) {
      yield { type: 'end', finishReason: 'repetition', usage: usage() };
      return;
    }
  }
  if (finish === null || GIVEN_UP.test(finish)) throw new AppError('model-stream-cut', STREAM_CUT);
  for (const call of calls.list()) yield { type: 'tool-call', ...call };
  yield { type: 'end', finishReason: toFinishReason(finish), usage: usage() };
}

/** A reply without end must not fill memory and log. The longest that models write are a tenth of this, characters. */
const MAX_REPLY_LENGTH = 2_000_000;
const REPLY_TOO_LONG = 'The model’s reply did not end, so it was stopped. Ask again, or use another model.';
const STREAM_CUT = 'The model server ended its reply early. Start the run again.';

/** DeepSeek, vLLM and xAI send `reasoning_content`, OpenRouter and gpt-oss hosts `reasoning`. */
function readDelta(delta: Delta) {
  const reasoning = readText(delta.reasoning_content) || readText(delta.reasoning);
  const content = readText(delta.content) + readText(delta.refusal);
  return { reasoning, content, parts: delta.tool_calls ?? [] };
}

type FinishReason = Extract<ModelEvent, { type: 'end' }>['finishReason'];

/** The API's, and those of servers that have words of their own (vLLM, DeepSeek, TGI, gateways to Claude and Gemini). */
const FINISH_REASONS: Record<string, FinishReason> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  safety: 'content-filter',
};

/** The server broke off, for reasons of its own. */
const GIVEN_UP = /^(?:abort|aborted|cancelled|error|insufficient_system_resource)$/i;

function toFinishReason(reason: string): FinishReason {
  return FINISH_REASONS[reason.toLowerCase()] ?? 'unknown';
}

/** Null when there is none, or when it is not a count of tokens. */
function readUsage(usage: ChunkUsage | null | undefined, statesCost: boolean): Usage | null {
  if (!usage) return null;
  const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = usage;
  const isCount = [promptTokens, completionTokens].every(
    (count) => Number.isSafeInteger(count) && count >= 0,
  );
  if (!isCount) return null;
  const cachedTokens = readCount(usage.prompt_tokens_details?.cached_tokens);
  const reasoningTokens = readCount(usage.completion_tokens_details?.reasoning_tokens);
  return {
    promptTokens,
    completionTokens,
    estimated: false,
    ...(cachedTokens > 0 ? { cachedTokens } : {}),
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
    ...(statesCost && isCost(usage.cost) ? { cost: usage.cost } : {}),
  };
}

function isCost(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** The bytes of an image cost nothing: its pixels do. */
function estimateTokens(message: ModelMessage): number {
  const text = JSON.stringify(message, (key, value) => (key === 'base64' ? '' : value));
  const parts = typeof message.content === 'string' ? [] : message.content;
  const images = parts.reduce((sum, part) => sum + (part.type === 'image' ? part.tokens : 0), 0);
  return Math.ceil(text.length / 4) + images;
}

/** 4 characters a token. */
function estimateUsage(request: ModelRequest, completionLength: number): Usage {
  const promptTokens = request.messages.reduce((sum, message) => sum + estimateTokens(message), 0);
  return {
    promptTokens,
    completionTokens: Math.ceil(completionLength / 4),
    estimated: true,
  };
}

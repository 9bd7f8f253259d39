/** A streamed reply of the chat completions API, chunk by chunk. A server may send anything: nothing is trusted. */
import { createId } from '../protocol/id.ts';
import type { Usage } from '../protocol/run.ts';
import { AppError } from '../util/app-error.ts';
import type { ModelEvent, ModelRequest } from './model.ts';

/** What is read of `ChatCompletionChunk`, https://platform.openai.com/docs/api-reference/chat-streaming */
export interface Chunk {
  choices?: readonly { finish_reason?: string | null; delta?: Delta }[];
  usage?: ChunkUsage | null;
}

interface Delta {
  content?: string | null;
  tool_calls?: readonly CallPart[];
}

interface CallPart {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

interface ChunkUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
  /** OpenRouter's, US dollars. */
  cost?: unknown;
}

/** Reads chunks to the end. Throws AppError `model-stream-cut` when no finish reason ever came. */
export async function* readChunks(
  request: ModelRequest,
  chunks: AsyncIterable<Chunk>,
  { statesCost }: { statesCost: boolean },
): AsyncGenerator<ModelEvent> {
  const calls = createCallAssembler();
  let finish: string | null = null;
  let usage: Usage | null = null;
  let length = 0;
  for await (const chunk of chunks) {
    usage = readUsage(chunk.usage, statesCost) ?? usage;
    const choice = chunk.choices?.[0];
    if (!choice) continue;
    finish = choice.finish_reason ?? finish;
    const reasoning = readReasoning(choice.delta);
    const content = readText(choice.delta?.content);
    if (reasoning) yield { type: 'reasoning-delta', text: reasoning };
    if (content) yield { type: 'text-delta', text: content };
    for (const part of choice.delta?.tool_calls ?? []) calls.add(part);
    length += reasoning.length + content.length + measureCalls(choice.delta?.tool_calls);
    if (length > MAX_REPLY_LENGTH) throw new AppError('model-failed', REPLY_TOO_LONG);
  }
  if (finish === null) throw new AppError('model-stream-cut', STREAM_CUT);
  for (const call of calls.list()) yield { type: 'tool-call', ...call };
  yield { type: 'end', finishReason: toFinishReason(finish), usage: usage ?? estimateUsage(request, length) };
}

/** A reply without end must not fill memory and log. The longest that models write are a tenth of this, characters. */
const MAX_REPLY_LENGTH = 2_000_000;
const REPLY_TOO_LONG = 'The model wrote without end and was stopped. Ask again, or use another model.';
const STREAM_CUT = 'The model server ended its reply in the middle. Start the run again.';

function measureCalls(parts: readonly { function?: { arguments?: string } }[] = []): number {
  return parts.reduce((sum, part) => sum + readText(part.function?.arguments).length, 0);
}

/** DeepSeek, vLLM and xAI send `reasoning_content`, OpenRouter and gpt-oss hosts `reasoning`; neither is in the SDK's types. */
function readReasoning(delta: object | undefined): string {
  if (!delta) return '';
  const content = 'reasoning_content' in delta ? readText(delta.reasoning_content) : '';
  return content || ('reasoning' in delta ? readText(delta.reasoning) : '');
}

/** The SDK's types are a promise that it does not check: a server may send anything. */
function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

interface AssembledCall {
  id: string;
  name: string;
  arguments: string;
}

/** Puts tool calls together from pieces. Servers omit the index or the id, or repeat an empty name. */
function createCallAssembler() {
  const calls: (AssembledCall & { index: number })[] = [];
  return {
    add: (part: CallPart) => {
      const { index } = part;
      const isNew = part.id !== undefined && part.id !== '' && !calls.some(({ id }) => id === part.id);
      const known =
        index === undefined ? (isNew ? undefined : calls.at(-1)) : calls.find((call) => call.index === index);
      const call = known ?? { index: index ?? calls.length, id: '', name: '', arguments: '' };
      if (!known) calls.push(call);
      call.id ||= readText(part.id);
      call.name ||= readText(part.function?.name);
      call.arguments += readText(part.function?.arguments);
    },
    list: (): AssembledCall[] =>
      calls.map((call) => ({ id: call.id || createId('call'), name: call.name, arguments: call.arguments })),
  };
}

type FinishReason = Extract<ModelEvent, { type: 'end' }>['finishReason'];

const FINISH_REASONS: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
};

function toFinishReason(reason: string): FinishReason {
  return FINISH_REASONS[reason] ?? 'unknown';
}

/** Null when there is none, or when it is no count of tokens. */
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

/** 4 characters a token. */
function estimateUsage(request: ModelRequest, completionLength: number): Usage {
  const promptLength = request.messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
  return {
    promptTokens: Math.ceil(promptLength / 4),
    completionTokens: Math.ceil(completionLength / 4),
    estimated: true,
  };
}

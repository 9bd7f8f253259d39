/** Any server that speaks the OpenAI chat completions API, streamed. The sole importer of the SDK. */
import OpenAI from 'openai';
import type { ChatCompletionChunk, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { createId } from '../protocol/id.ts';
import type { Prices, Usage } from '../protocol/run.ts';
import { priceUsage } from '../protocol/usage.ts';
import { AppError, isAppError, toMessage } from '../util/app-error.ts';
import type { Model, ModelEvent, ModelMessage, ModelRequest } from './model.ts';
import { type ServerFailure, toModelError } from './openai-error.ts';
import { createIdleTimer } from './openai-idle-timer.ts';

export interface OpenaiModelOptions {
  apiKey: string;
  /** Default: OpenAI's own servers. */
  baseUrl: string | undefined;
  modelId: string;
  nativeTools: boolean;
  /** Whether it takes images. Default: no. */
  vision?: boolean;
  contextTokens?: number;
  prices?: Prices;
  /** Longest silence of an open stream, milliseconds. Default 3 minutes: reasoning models think without a word. */
  idleTimeoutMs?: number;
  /** Further attempts after 429, 5xx and connection failures, before the first token. Default 2. */
  maxRetries?: number;
}

const DEFAULT_IDLE_TIMEOUT_MS = 180_000;

/** Throws nothing itself; streams throw AppError `model-…`. */
export function createOpenaiModel(options: OpenaiModelOptions): Model {
  const { apiKey, baseUrl, modelId, nativeTools, maxRetries = 2, prices = null } = options;
  const { idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS } = options;
  const client = new OpenAI({
    apiKey,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
    maxRetries,
    timeout: idleTimeoutMs,
    logLevel: 'off',
  });
  let reportsUsage = true;

  async function open(request: ModelRequest, signal: AbortSignal) {
    const body = toBody(modelId, request);
    const plain = () => client.chat.completions.create(body, { signal });
    if (!reportsUsage) return plain();
    try {
      return await client.chat.completions.create(
        { ...body, stream_options: { include_usage: true } },
        { signal },
      );
    } catch (error) {
      // Some servers reject the unknown option: the same request without it decides.
      if (!rejectsUsage(error)) throw error;
      const stream = await plain();
      reportsUsage = false;
      return stream;
    }
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const idle = createIdleTimer(idleTimeoutMs, signal);
    let started = false;
    try {
      const chunks = await open(request, idle.signal);
      for await (const event of readChunks(request, idle.watch(chunks))) {
        started = true;
        yield event.type === 'end' ? { ...event, usage: priceUsage(event.usage, prices) } : event;
      }
    } catch (error) {
      if (isAppError(error) || signal.aborted) throw error;
      throw toModelError(toServerFailure(error), {
        started,
        timedOut: idle.signal.aborted,
        modelId,
        apiKey,
        baseUrl,
      });
    } finally {
      idle.stop();
    }
  }

  return {
    info: { id: modelId, label: modelId, kind: 'openai' },
    nativeTools,
    vision: options.vision ?? false,
    contextTokens: options.contextTokens ?? null,
    prices,
    stream,
  };
}

/** An error object inside the stream is an APIError without a status; a lost connection has a class of its own. */
function toServerFailure(error: unknown): ServerFailure {
  const isAnswer = error instanceof OpenAI.APIError && !(error instanceof OpenAI.APIConnectionError);
  return isAnswer
    ? { kind: 'answer', status: error.status, code: error.code, message: error.message }
    : { kind: 'connection', status: undefined, code: undefined, message: toMessage(error) };
}

function rejectsUsage(error: unknown): boolean {
  const rejected = error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
  return (
    rejected && /stream_options|include_usage|extra|unknown|unrecognized|unsupported/i.test(error.message)
  );
}

/** Reads chunks to the end. Throws AppError `model-stream-cut` when no finish reason ever came. */
async function* readChunks(
  request: ModelRequest,
  chunks: AsyncIterable<ChatCompletionChunk>,
): AsyncGenerator<ModelEvent> {
  const calls = createCallAssembler();
  let finish: string | null = null;
  let usage: Usage | null = null;
  let length = 0;
  for await (const chunk of chunks) {
    usage = readUsage(chunk.usage) ?? usage;
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
    add: (part: ChatCompletionChunk.Choice.Delta.ToolCall) => {
      const index: number | undefined = part.index;
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
function readUsage(usage: ChatCompletionChunk['usage']): Usage | null {
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
  };
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

function toBody(modelId: string, { messages, tools }: ModelRequest) {
  const specs = tools.map((tool) => ({ type: 'function' as const, function: { ...tool } }));
  return {
    model: modelId,
    messages: messages.map(toParam),
    stream: true as const,
    ...(specs.length > 0 ? { tools: specs } : {}),
  };
}

function toParam(message: ModelMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant':
      return message.toolCalls
        ? toCallParam(message.content, message.toolCalls)
        : { role: 'assistant', content: message.content };
    case 'user':
      return { role: 'user', content: toUserContent(message.content) };
    case 'system':
      return message;
  }
}

function toCallParam(content: string, toolCalls: readonly AssembledCall[]): ChatCompletionMessageParam {
  const tool_calls = toolCalls.map((call) => ({
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  return { role: 'assistant', content: content === '' ? null : content, tool_calls };
}

function toUserContent(content: Extract<ModelMessage, { role: 'user' }>['content']) {
  if (typeof content === 'string') return content;
  return content.map((part) =>
    part.type === 'text'
      ? part
      : { type: 'image_url' as const, image_url: { url: `data:${part.mimeType};base64,${part.base64}` } },
  );
}

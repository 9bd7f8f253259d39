/** Any server that speaks the OpenAI chat completions API, streamed. The sole importer of the SDK. */
import { setTimeout as delay } from 'node:timers/promises';
import OpenAI from 'openai';
import type { ModelInfo, Prices } from '../../protocol/runs/run.ts';
import { priceUsage } from '../../protocol/runs/usage.ts';
import { isAppError, toMessage } from '../../util/app-error.ts';
import { toPublicUrl } from '../../util/to-public-url.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../model.ts';
import { boundReplies } from './bound-replies.ts';
import { joinArrived } from './join-arrived.ts';
import { adaptTraits, type Learned, learnPrompt } from './lessons.ts';
import { toObstacle } from './obstacle.ts';
import { toBody } from './openai-body.ts';
import { type ServerFailure, type ServerWords, toModelError } from './openai-error.ts';
import { type Chunk, readChunks } from './openai-reply.ts';
import { planRetry } from './openai-retry.ts';
import { type Traits, UNKNOWN_TRAITS } from './traits.ts';

export interface OpenaiModelOptions {
  apiKey: string;
  /** Default: OpenAI's own servers. */
  baseUrl: string | undefined;
  /** What the server calls the model. */
  modelId: string;
  /** How users know it. Default: by what the server calls it. */
  info?: ModelInfo;
  nativeTools: boolean;
  /** Whether it takes images. Default: no. */
  vision?: boolean | undefined;
  contextTokens?: number | undefined;
  /** Asked once, after the first reply, where the context is certain only then. */
  readContext?: (() => Promise<number | undefined>) | undefined;
  prices?: Prices | undefined;
  /** Header that carries the key. Default: `Authorization`, as a bearer token. */
  keyHeader?: string | undefined;
  /** Added to every address. */
  query?: Record<string, string>;
  traits?: Traits;
  /** What earlier refusals taught; it is added to. */
  learned?: Learned;
  /** How failures call the server. Default: by its address, and by the variables that configure one. */
  words?: ServerWords;
  /** Longest silence of an open stream, milliseconds. Default 3 minutes: reasoning models think silently. */
  idleTimeoutMs?: number;
  /** Further attempts after 429, 5xx and connection failures, before the first token. Default 3. */
  maxRetries?: number;
}

interface OpenReply {
  readonly chunks: AsyncIterable<Chunk>;
  /** Whether it may be a stream of events, by its type. */
  readonly isStream: boolean;
  /** Whether any chunk has come. */
  readonly hasChunk: boolean;
}

function toOpenReply(stream: AsyncIterable<Chunk>, { headers }: Response): OpenReply {
  let hasChunk = false;
  async function* note(): AsyncGenerator<Chunk> {
    for await (const chunk of stream) {
      hasChunk = true;
      yield chunk;
    }
  }
  return {
    chunks: note(),
    isStream: !OTHER_TYPE.test(headers.get('content-type') ?? ''),
    get hasChunk() {
      return hasChunk;
    },
  };
}

/** Null for an error that says all itself. */
function toFailure(error: unknown, reply: OpenReply | null): ServerFailure | null {
  if (reply !== null && !reply.isStream && !reply.hasChunk) return OTHER_API;
  return isAppError(error) ? null : toServerFailure(error);
}

/** What breaks after a server began to answer says nothing of its address. */
function hasBegun(reply: OpenReply | null, { obstacle }: ServerFailure): boolean {
  return reply !== null && (reply.hasChunk || obstacle !== 'other-api');
}

/** Servers that ignore that a stream is asked for, and pages for browsers. */
const OTHER_TYPE = /^(?:application\/json|text\/html)\b/i;
const OTHER_API: ServerFailure = {
  kind: 'connection',
  status: undefined,
  code: undefined,
  message: '',
  obstacle: 'other-api',
};

const DEFAULT_IDLE_TIMEOUT_MS = 180_000;

/** Throws nothing itself; streams throw AppError `model-…`. */
export function createOpenaiModel(options: OpenaiModelOptions): LanguageModel {
  const { apiKey, modelId, prices = null, traits = UNKNOWN_TRAITS } = options;
  const { words = toWords(options.baseUrl) } = options;
  const { idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS, maxRetries = 3, learned = { traits: {} } } = options;
  const context = createContextReader(options);
  const client = createClient(options, { words, timeout: idleTimeoutMs });

  async function open(request: ModelRequest, signal: AbortSignal): Promise<OpenReply> {
    const adapted: Partial<Traits> = {};
    for (;;) {
      const now = { ...traits, ...learned.traits, ...adapted };
      try {
        const asked = client.chat.completions.create(toBody(modelId, request, now), { signal });
        const { data, response } = await asked.withResponse();
        // Only what was taken at last has taught something.
        Object.assign(learned.traits, adapted);
        return toOpenReply(data, response);
      } catch (error) {
        const failure = toServerFailure(error);
        const lesson = failure.kind === 'answer' ? adaptTraits(failure, request, now) : null;
        if (!lesson) throw error;
        Object.assign(adapted, lesson);
      }
    }
  }

  async function* openPatiently(request: ModelRequest, signal: AbortSignal) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await open(request, signal);
      } catch (error) {
        const failure = toServerFailure(error);
        const isUseless = attempt >= maxRetries || signal.aborted || isLesson(failure, request);
        const retry = isUseless ? null : planRetry(failure, attempt);
        if (!retry) throw error;
        yield { type: 'wait' as const, ...retry };
        await delay(retry.delayMs, undefined, { signal });
      }
    }
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const idle = createIdleTimer(idleTimeoutMs, signal);
    let started = false;
    let reply: OpenReply | null = null;
    try {
      reply = yield* openPatiently(request, idle.signal);
      const { statesCost } = traits;
      const events = readChunks(request, idle.watch(reply.chunks), { statesCost });
      for await (const event of joinArrived(events)) {
        started ||= event.type !== 'usage';
        if (event.type === 'end') await context.refresh();
        yield withPrice(event, prices);
      }
    } catch (error) {
      const failure = signal.aborted ? null : toFailure(error, reply);
      if (!failure) throw error;
      if (failure.kind === 'answer' && !started) Object.assign(learned, learnPrompt(failure, request));
      const timedOut = idle.signal.aborted;
      throw toModelError(failure, { started: hasBegun(reply, failure), timedOut, modelId, apiKey, words });
    } finally {
      idle.stop();
    }
  }

  return {
    info: options.info ?? { id: modelId, label: modelId, kind: 'openai' },
    get nativeTools() {
      return learned.nativeTools ?? options.nativeTools;
    },
    get vision() {
      return learned.vision ?? options.vision ?? false;
    },
    get contextTokens() {
      return context.tokens;
    },
    prices,
    stream,
  };
}

/** Aborts a request whose stream went silent; also aborts when the caller's signal does. */
function createIdleTimer(timeoutMs: number, signal: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  let timer: NodeJS.Timeout | undefined;

  return {
    signal: controller.signal,
    /** The same items; every one restarts the timer. */
    async *watch<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
      timer = setTimeout(abort, timeoutMs);
      for await (const item of items) {
        clearTimeout(timer);
        yield item;
        if (!controller.signal.aborted) timer = setTimeout(abort, timeoutMs);
      }
      // The SDK ends an aborted stream without an error.
      controller.signal.throwIfAborted();
    },
    /** Also ends a request that is still read. */
    stop: () => {
      clearTimeout(timer);
      abort();
      signal.removeEventListener('abort', abort);
    },
  };
}

function withPrice(event: ModelEvent, prices: Prices | null): ModelEvent {
  return 'usage' in event ? { ...event, usage: priceUsage(event.usage, prices) } : event;
}

function createContextReader({ contextTokens, readContext }: OpenaiModelOptions) {
  let tokens = contextTokens ?? null;
  let read = readContext;
  return {
    get tokens() {
      return tokens;
    },
    refresh: async () => {
      const again = read;
      read = undefined;
      tokens = (await again?.()) ?? tokens;
    },
  };
}

function toWords(baseUrl: string | undefined): ServerWords {
  return {
    server: baseUrl ? `The model server at ${toPublicUrl(baseUrl)}` : 'The OpenAI API',
    address: 'OPENAI_BASE_URL',
    key: 'Set OPENAI_API_KEY to a valid key for it.',
    model: 'Set ACTBOOK_MODEL to one it offers.',
  };
}

function createClient(
  options: OpenaiModelOptions,
  { words, timeout }: { words: ServerWords; timeout: number },
): OpenAI {
  const { apiKey, baseUrl, keyHeader, query } = options;
  return new OpenAI({
    apiKey,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
    ...(query ? { defaultQuery: query } : {}),
    ...(keyHeader ? { defaultHeaders: { Authorization: null, [keyHeader]: apiKey } } : {}),
    // A redirect would take the key to a host that nobody configured.
    fetchOptions: { redirect: 'error' },
    fetch: boundReplies(words.server),
    // Ours can be seen and stopped.
    maxRetries: 0,
    timeout,
    logLevel: 'off',
  });
}

/** Whether the same request can only be refused again. */
function isLesson(failure: ServerFailure, request: ModelRequest): boolean {
  return failure.kind === 'answer' && learnPrompt(failure, request) !== null;
}

/** An error object inside the stream is an APIError without a status; a lost connection has a class of its own. */
function toServerFailure(error: unknown): ServerFailure {
  const isAnswer = error instanceof OpenAI.APIError && !(error instanceof OpenAI.APIConnectionError);
  if (isAnswer) {
    const { status, code, message, headers } = error;
    return { kind: 'answer', status, code, message, headers };
  }
  const kind = error instanceof OpenAI.APIConnectionTimeoutError ? 'timeout' : 'connection';
  const message = toMessage(error);
  return { kind, status: undefined, code: undefined, message, obstacle: toObstacle(error) };
}

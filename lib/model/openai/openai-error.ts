/** What went wrong with a model server, as an AppError whose message says in one sentence what to do. */
import { NO_KEY } from '../../protocol/models/provider-kind.ts';
import { AppError, type ErrorCode } from '../../util/app-error.ts';
import { explainObstacle, isKeyRefusal, type Obstacle } from './obstacle.ts';

/** What the SDK's error says, without the SDK. */
export interface ServerFailure {
  /**
   * `answer`: the server said so, with a status or inside the stream. `timeout`: it never began to answer.
   * `connection`: anything below that.
   */
  kind: 'answer' | 'timeout' | 'connection';
  status: number | undefined;
  code: string | null | undefined;
  message: string;
  /** Why a connection failed. */
  obstacle?: Obstacle;
  headers?: { get(name: string): string | null } | undefined;
}

export interface ModelErrorContext {
  /** Whether part of the reply had come. */
  started: boolean;
  /** Whether our idle limit ended the request. */
  timedOut: boolean;
  modelId: string;
  /** Removed from any text a server sends back. */
  apiKey: string;
  words: ServerWords;
}

/** How a server is called, and what the user does about it. */
export interface ServerWords {
  server: string;
  /** What holds its address. */
  address: string;
  /** What to do about a rejected key, as a sentence. */
  key: string;
  /** What to do about a model that it does not have, as a sentence. */
  model: string;
}

const OVERFLOW =
  /context[ _](?:length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (?:model'?s? )?(?:maximum|available)|input is too long/i;

export function toModelError(failure: ServerFailure, context: ModelErrorContext): AppError {
  const [code, message] = explain(failure, context);
  return new AppError(code, message);
}

function explain(failure: ServerFailure, context: ModelErrorContext): [ErrorCode, string] {
  const { started, timedOut, modelId, words } = context;
  const { kind, status } = failure;
  const { server } = words;
  if (timedOut) return ['model-stream-cut', `${server} stopped responding. Start the run again.`];
  if (kind === 'timeout') {
    return [
      'model-unreachable',
      `${server} accepted the question but did not begin to answer. Make sure that it is working.`,
    ];
  }
  if (kind === 'connection') {
    return started
      ? ['model-stream-cut', `${server} ended its reply early. Start the run again.`]
      : ['model-unreachable', explainObstacle(failure.obstacle ?? 'broken', words)];
  }
  if (isOverflow(failure)) {
    const advice = 'Start a new session or use a model with a larger context.';
    return ['model-context-overflow', `The conversation is too long for ${modelId}. ${advice}`];
  }
  if (isFiltered(failure)) {
    return [
      'model-failed',
      `${server} rejected the conversation because of its content filter. Rephrase the question.`,
    ];
  }
  const said = quoteServer(failure, context);
  if (status === undefined)
    return ['model-stream-cut', `${server} ended its reply early. Start the run again.${said}`];
  if (isKeyRefusal(status, failure.message)) return ['model-auth', `${server} ${explainKey(context)}`];
  const unloaded = explainUnloaded(failure, context);
  if (unloaded) return unloaded;
  switch (status) {
    case 404:
      return ['model-not-found', `${server} ${explainMissing(failure, context)}`];
    case 429:
      return [
        'model-rate-limited',
        `${server} is not accepting more requests right now. Wait, or look at its quota.${said}`,
      ];
    default:
      return ['model-failed', `${server} failed${status ? ` (status ${status})` : ''}. Try again.${said}`];
  }
}

/** An address that leads nowhere has the status of an unknown model. */
function explainMissing({ message }: ServerFailure, { modelId, words }: ModelErrorContext): string {
  return /model/i.test(message)
    ? `has no model "${modelId}". ${words.model}`
    : `found nothing there (status 404). Correct ${words.address}, which often ends in /v1, or the name of the model, "${modelId}".`;
}

function explainKey({ apiKey, words }: ModelErrorContext): string {
  return `${apiKey === NO_KEY ? 'wants an API key' : 'rejected the API key'}. ${words.key}`;
}

/** The words of llama.cpp and Hugging Face; of LM Studio; of Ollama. */
function explainUnloaded(
  { status, message }: ServerFailure,
  { modelId, words: { server, model } }: ModelErrorContext,
): [ErrorCode, string] | null {
  if (status === 503 && /loading/i.test(message))
    return [
      'model-unreachable',
      `${server} is still loading ${modelId}. Wait until it is ready, then try again.`,
    ];
  if (/no models? (is |are )?loaded|model (is )?not loaded|failed to load model/i.test(message))
    return ['model-failed', `${server} has not loaded ${modelId}. Load the model there, then try again.`];
  if (/try pulling it/i.test(message))
    return [
      'model-not-found',
      `${server} has not downloaded "${modelId}". Run “ollama pull ${modelId}” there. ${model}`,
    ];
  return null;
}

function isFiltered({ code, message }: ServerFailure): boolean {
  return code === 'content_filter' || /content[ _]filter|content management policy/i.test(message);
}

function isOverflow({ status, code, message }: ServerFailure): boolean {
  if (code === 'context_length_exceeded') return true;
  return (status === undefined || status === 400 || status === 413) && OVERFLOW.test(message);
}

/** A server may echo the key; one too short to be a secret is left alone. */
function quoteServer({ message }: ServerFailure, { apiKey }: ModelErrorContext): string {
  const safe = apiKey.length >= 8 ? message.replaceAll(apiKey, '…') : message;
  const text = safe.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? '' : ` It said: ${text.slice(0, 300)}`;
}

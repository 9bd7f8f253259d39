/**
 * A scripted OpenAI-compatible server over real sockets: replies in order, records what it was asked, fails
 * loudly when the script runs out and reports replies that nobody asked for.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface ScriptedToolCall {
  /** Left out of the stream when undefined, as some servers do. */
  id?: string;
  name: string;
  arguments: string;
}

export interface ScriptedReply {
  text?: string;
  reasoning?: string;
  toolCalls?: ScriptedToolCall[] | undefined;
  /** Null: the server reports none. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
  /** Reported before the text too, as by servers that count while they write. */
  reportsEarly?: boolean;
  /** Null: the stream ends without one. */
  finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | null;
  /** Breaks the connection after this many chunks of text. */
  cutAfter?: number;
  /** Takes the request and never sends a header. */
  isMute?: boolean;
  /** Sends this many chunks of text, then nothing until the client leaves. */
  hangAfter?: number;
  /** Characters a chunk. Default 7, so that every boundary is met. */
  chunkLength?: number;
  /** Before every chunk. */
  delayMs?: number;
  /** Held back after the text until this resolves. */
  until?: Promise<unknown>;
  /** Anything but 200 is sent as a JSON error instead of a stream. */
  status?: number;
  /** With status 200: sent inside the stream, after the text. */
  error?: { message: string; code?: string };
  headers?: Record<string, string>;
}

export interface ModelServerRequest {
  model: string;
  messages: { role: string; content: unknown; tool_calls?: unknown[]; tool_call_id?: string }[];
  tools?: unknown[];
  stream_options?: unknown;
  authorization: string | undefined;
}

export type ScriptEntry = string | ScriptedReply | ((request: ModelServerRequest) => string | ScriptedReply);

export interface ModelServer {
  /** For OPENAI_BASE_URL. */
  readonly baseUrl: string;
  readonly requests: readonly ModelServerRequest[];
  /** Resolves when the n-th request (from 1) has come and its scripted chunks were sent. */
  whenSent(count: number): Promise<void>;
  /** Throws when the script ran out or replies are left over. */
  close(): Promise<void>;
}

const CHUNK_LENGTH = 7;

/** A list is asked for in order and must be used up; a function answers whatever comes. */
export type Script = ScriptEntry[] | ((request: ModelServerRequest) => string | ScriptedReply);

export async function startModelServer(script: Script): Promise<ModelServer> {
  const { requests, whenSent, answer, end } = playScript(script);
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    whenSent,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      end();
    },
  };
}

/** A script without a server of its own. */
export interface ScriptedModel extends Pick<ModelServer, 'requests' | 'whenSent'> {
  /** To be called with each request that a server gets. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Throws when the script ran out or replies are left over. */
  end(): void;
}

export function playScript(script: Script): ScriptedModel {
  const requests: ModelServerRequest[] = [];
  const faults: string[] = [];
  const sent = createCounter();
  return {
    requests,
    whenSent: sent.reach,
    answer: async (request, response) => {
      if (request.method === 'GET') {
        // Asked what it offers, it knows nothing of that, as many servers.
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end('{"error":{"message":"Not found"}}');
        return;
      }
      const asked = await readRequest(request);
      requests.push(asked);
      const entry = typeof script === 'function' ? script : script[requests.length - 1];
      if (entry === undefined) faults.push(`request ${requests.length} has no scripted reply`);
      const reply = typeof entry === 'function' ? entry(asked) : (entry ?? OUT_OF_SCRIPT);
      await send(response, typeof reply === 'string' ? { text: reply } : reply, sent.increment);
    },
    end: () => {
      const left = typeof script === 'function' ? 0 : script.length - requests.length;
      if (left > 0) faults.push(`${left} scripted replies were never asked for`);
      if (faults.length > 0) throw new Error(`Model server: ${faults.join('; ')}`);
    },
  };
}

const OUT_OF_SCRIPT: ScriptedReply = {
  status: 500,
  error: { message: 'The script has no further reply.' },
  headers: { 'x-should-retry': 'false' },
};

/** The last request's messages as one text, for assertions on what the model was told. */
export function promptText(server: ModelServer, index = -1): string {
  const messages = promptMessages(server.requests.at(index));
  return messages.map(({ role, text }) => `${role}: ${text}`).join('\n');
}

/** A request's messages as text. */
export function promptMessages(request: ModelServerRequest | undefined) {
  return (request?.messages ?? []).map(({ role, content }) => ({ role, text: toPlain(content) }));
}

function toPlain(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function createCounter() {
  const waiting: { count: number; resolve: () => void }[] = [];
  let value = 0;
  return {
    increment: () => {
      value++;
      for (const { count, resolve } of waiting) if (count <= value) resolve();
    },
    reach: (count: number) =>
      new Promise<void>((resolve) => (count <= value ? resolve() : waiting.push({ count, resolve }))),
  };
}

async function readRequest(request: IncomingMessage): Promise<ModelServerRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
  return {
    ...(body as Omit<ModelServerRequest, 'authorization'>),
    authorization: request.headers.authorization,
  };
}

async function send(response: ServerResponse, reply: ScriptedReply, onSent: () => void): Promise<void> {
  const { status = 200, headers } = reply;
  if (status !== 200) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: reply.error ?? { message: `scripted status ${status}` } }));
    return onSent();
  }
  if (reply.isMute) return onSent();
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  const chunks = toChunks(reply.text ?? '', reply.chunkLength).map((content) => ({ content }));
  const deltas = [...toChunks(reply.reasoning ?? '').map((text) => ({ reasoning_content: text })), ...chunks];
  if (reply.reportsEarly) write(response, { choices: [], usage: reply.usage ?? DEFAULT_USAGE });
  const stopAt = reply.cutAfter ?? reply.hangAfter;
  for (const delta of stopAt === undefined ? deltas : deltas.slice(0, stopAt)) {
    if (reply.delayMs) await delay(reply.delayMs);
    write(response, { choices: [{ index: 0, delta, finish_reason: null }] });
  }
  await reply.until;
  if (stopAt === undefined) finish(response, reply);
  else if (reply.cutAfter !== undefined) setImmediate(() => response.socket?.destroy());
  onSent();
}

function finish(response: ServerResponse, reply: ScriptedReply): void {
  const calls = reply.toolCalls ?? [];
  for (const delta of calls.flatMap((call, index) => toCallDeltas(call, index, reply.chunkLength))) {
    write(response, { choices: [{ index: 0, delta: { tool_calls: [delta] }, finish_reason: null }] });
  }
  if (reply.error) {
    response.end(`data: ${JSON.stringify({ error: reply.error })}\n\n`);
    return;
  }
  const { finishReason = calls.length > 0 ? 'tool_calls' : 'stop', usage = DEFAULT_USAGE } = reply;
  if (finishReason !== null) {
    write(response, { choices: [{ index: 0, delta: {}, finish_reason: finishReason }] });
  }
  if (usage) write(response, { choices: [], usage });
  response.end('data: [DONE]\n\n');
}

const DEFAULT_USAGE = { prompt_tokens: 100, completion_tokens: 20 };

function toCallDeltas(call: ScriptedToolCall, index: number, chunkLength?: number) {
  const [first = '', ...rest] = toChunks(call.arguments, chunkLength);
  const id = call.id === undefined ? {} : { id: call.id };
  return [
    { index, ...id, type: 'function', function: { name: call.name, arguments: first } },
    ...rest.map((text) => ({ index, function: { name: '', arguments: text } })),
  ];
}

function toChunks(text: string, chunkLength = CHUNK_LENGTH): string[] {
  return Array.from({ length: Math.ceil(text.length / chunkLength) }, (_, index) =>
    text.slice(index * chunkLength, (index + 1) * chunkLength),
  );
}

function write(response: ServerResponse, chunk: Record<string, unknown>): void {
  const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'scripted' };
  response.write(`data: ${JSON.stringify({ ...envelope, ...chunk })}\n\n`);
}

/**
 * A server that imitates a provider: fixed JSON answers by `METHOD path`, chat completions refused as long as a rule
 * says so, and a record of all that was asked.
 */
import { serveHttp } from '../serve-http.ts';

export interface AskedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

/** `null` says 404; a function sees the request. */
export type ProviderAnswer = unknown | ((request: AskedRequest) => unknown);

export interface ProviderServerOptions {
  answers?: Record<string, ProviderAnswer>;
  /** What a chat completion is refused with, or null to answer it. */
  refuse?(body: Record<string, unknown>): { status: number; message: string } | null;
  /** Texts of the first chat completions that stream to an agent; the others say “Hello.” */
  replies?: string[];
  /** Usage that chat completions report. */
  usage?: Record<string, unknown>;
  /** 0: any free one. */
  port?: number;
}

export interface ProviderServer {
  /** Without a path. */
  url: string;
  requests: AskedRequest[];
  /** Bodies of the chat completions that were asked for. */
  chats: AskedRequest[];
}

/** Closed when the test ends. */
export async function startProviderServer(options: ProviderServerOptions): Promise<ProviderServer> {
  const {
    answers = {},
    refuse,
    replies = [],
    usage = { prompt_tokens: 1000, completion_tokens: 100 },
  } = options;
  const requests: AskedRequest[] = [];
  const left = [...replies];
  /** A question without instructions is not an agent's. */
  const takeReply = ({ messages }: Record<string, unknown>) =>
    (JSON.stringify(messages).includes('"system"') ? left.shift() : undefined) ?? 'Hello.';
  const url = await serveHttp(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(Buffer.from(part));
    const text = Buffer.concat(parts).toString('utf8');
    const { method = 'GET', url: path = '/', headers } = incoming;
    const request = { method, path, headers, body: text === '' ? {} : JSON.parse(text) };
    requests.push(request);
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (isChat(request)) {
      const refusal = refuse?.(request.body);
      if (refusal) return json(refusal.status, { error: { message: refusal.message } });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of toChunks(takeReply(request.body), usage))
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      return response.end('data: [DONE]\n\n');
    }
    const found = answers[`${method} ${path.split('?')[0]}`];
    const answer = typeof found === 'function' ? found(request) : found;
    return answer === undefined || answer === null
      ? json(404, { error: { message: 'Not found' } })
      : json(200, answer);
  }, options.port);
  return {
    url,
    requests,
    get chats() {
      return requests.filter(isChat);
    },
  };
}

function isChat({ method, path }: AskedRequest): boolean {
  return method === 'POST' && /\/chat\/completions(\?|$)/.test(path);
}

function toChunks(content: string, usage: Record<string, unknown>) {
  const envelope = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm' };
  return [
    {
      ...envelope,
      choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
    },
    { ...envelope, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...envelope, choices: [], usage },
  ];
}

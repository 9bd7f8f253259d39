/**
 * An MCP server on stdin and stdout that passes every message on to an app, and its answers back. It reads no more of them than
 * it needs, so that the app is the only implementation.
 */
import { SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { isAppError } from '../../util/app-error.ts';
import { isProcessAlive } from '../../util/is-process-alive.ts';
import { parseJson } from '../../util/parse-json.ts';

/** An app to pass messages on to. */
export interface BridgedApp {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
}

interface BridgeOptions {
  /** Finds an app, or starts one. Asked again when the last one has ended. Rejects with a sentence for the user. */
  findApp: () => Promise<BridgedApp>;
  /** Ends the bridge. */
  signal: AbortSignal;
}

interface Connection {
  readonly app: BridgedApp;
  readonly transport: StreamableHTTPClientTransport;
}

const HttpError = z.object({
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
});

/** Of JSON-RPC: the server could not do it. */
const INTERNAL_ERROR = -32_603;
const LOST =
  'Actbook ended, or did not answer, during this call. Whether the call took effect is unknown: look at the notebook before you repeat it.';

/** Resolves when the client has closed its end, or the signal aborts. */
export async function bridgeStdio({ findApp, signal }: BridgeOptions): Promise<void> {
  const stdio = new StdioServerTransport();
  const calls = new Map<RequestId, AbortController>();
  let connecting = null as Promise<Connection> | null;
  let opening: RequestId | null = null;
  let version: string | undefined;
  /** A call failed: its app may be gone, and its process number another program's. */
  let isDoubtful = false;

  async function connect(before: Connection | null): Promise<Connection> {
    if (before && !isDoubtful && isProcessAlive(before.app.pid)) return before;
    const app = await findApp();
    isDoubtful = false;
    const transport = new StreamableHTTPClientTransport(new URL('/api/mcp', app.url), {
      requestInit: { headers: { authorization: `Bearer ${app.token}` } },
      ...(before?.transport.sessionId === undefined ? {} : { sessionId: before.transport.sessionId }),
      ...(version === undefined ? {} : { protocolVersion: version }),
    });
    transport.onmessage = (message) => {
      if (isAnswer(message)) {
        calls.delete(message.id);
        version = message.id === opening ? readVersion(message) : version;
        if (message.id === opening && version !== undefined) transport.setProtocolVersion(version);
      }
      void stdio.send(message).catch(() => {});
    };
    await before?.transport.close();
    await transport.start();
    return { app, transport };
  }

  /** One at a time: otherwise two messages could start two apps. */
  function getConnection(): Promise<Connection> {
    const last = connecting;
    const next = (async () => connect((await last?.catch(() => null)) ?? null))();
    connecting = next;
    return next;
  }

  /** Fails a call that still waits, with the error of the app if it sent one. */
  function fail(id: RequestId, failure: unknown): void {
    if (!calls.delete(id)) return;
    const said = readError(failure);
    isDoubtful ||= said === null;
    const error = said ?? { code: INTERNAL_ERROR, message: toSentence(failure) };
    void stdio.send({ jsonrpc: '2.0', id, error }).catch(() => {});
  }

  async function passOn(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) {
      if (cancel(message)) return;
      const { transport } = await getConnection();
      return transport.send(message);
    }
    const { id, method } = message;
    const call = new AbortController();
    calls.set(id, call);
    if (method === 'initialize') opening = id;
    try {
      const { transport } = await getConnection();
      const onRequestStreamEnd = () => fail(id, null);
      await transport.send(message, { requestSignal: call.signal, onRequestStreamEnd });
    } catch (error) {
      fail(id, error);
    }
  }

  /** To leave a call is to cancel it, in all revisions: the app only stops waiting. False for other messages. */
  function cancel(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return false;
    const id = message.params?.requestId;
    if (typeof id !== 'string' && typeof id !== 'number') return true;
    calls.get(id)?.abort();
    calls.delete(id);
    return true;
  }

  const closed = new Promise<void>((resolve) => {
    stdio.onclose = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  stdio.onmessage = (message) => void passOn(message).catch(() => {});
  // The app may take long to start, so it begins before the first message.
  getConnection().catch(() => {});
  await stdio.start();
  await closed;
  for (const call of calls.values()) call.abort();
  await (await connecting?.catch(() => null))?.transport.close();
}

function isAnswer(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { id: RequestId }> {
  return 'id' in message && message.id !== undefined && !('method' in message);
}

function readVersion(message: JSONRPCMessage): string | undefined {
  const result = 'result' in message ? message.result : {};
  const version = 'protocolVersion' in result ? result.protocolVersion : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** The error that an answer with a status of HTTP holds, such as that of a method that the app does not have. */
function readError(failure: unknown): z.infer<typeof HttpError>['error'] | null {
  const text = failure instanceof SdkHttpError ? failure.data.text : null;
  return typeof text === 'string' ? (HttpError.safeParse(parseJson(text)).data?.error ?? null) : null;
}

/** Our own sentences as they are; what the connection says would help nobody. */
function toSentence(error: unknown): string {
  return isAppError(error) ? error.message : LOST;
}

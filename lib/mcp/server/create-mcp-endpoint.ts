/**
 * Actbook as an MCP server: one streamable HTTP endpoint of the app, in front of the same functions that the page's API calls.
 * The revision of 2026-07-28 and older ones are answered alike, and nothing is kept between two requests.
 */
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { decodeUtf8 } from '../../util/unicode.ts';
import type { McpContainer, ToolContext } from '../mcp-tool.ts';
import { TOOLS } from '../tools/tools.ts';
import { createCallRegistry } from './call-registry.ts';
import { createSessionId, readClientName, readSessionId, toProgramOf } from './caller.ts';
import { INSTRUCTIONS } from './instructions.ts';

/** Answers a request that has passed the access gate. */
export type McpEndpoint = (request: Request) => Promise<Response>;

/** Longest request, bytes: a text file, every character escaped. */
const MAX_REQUEST_BYTES = 8 * 1024 ** 2;
/** How long what code asks waits for the user after a call, milliseconds. */
const ATTENDING_MS = 10 * 60_000;
const TOO_LARGE = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Nothing was done: the request is longer than 8 MB.' },
};
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

export function createMcpEndpoint(container: McpContainer): McpEndpoint {
  const calls = createCallRegistry();

  return async (request) => {
    // It takes long to load, and most processes never answer a request.
    const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
    const body = await readBody(request);
    if (body === 'too-large') return Response.json(TOO_LARGE, { status: 413 });
    const sessionId = request.headers.get('mcp-session-id');
    using call = calls.open(sessionId, body);
    const signal = AbortSignal.any([request.signal, container.closing, call.signal]);
    const own = new Request(request.url, { method: request.method, headers: request.headers, signal });
    const createServer = () => {
      const info = { name: 'actbook', title: 'Actbook', version: container.version };
      const server = new McpServer(info, {
        instructions: INSTRUCTIONS,
        capabilities: { tools: { listChanged: false } },
      });
      addTools(server, { container, sessionId, origin: toOrigin(request), signal });
      return server;
    };
    const handler = createMcpHandler(createServer, { maxRequestBodySize: MAX_REQUEST_BYTES });
    const response = await handler.fetch(own, { parsedBody: body });
    const held = call.hold(response);
    const opened = readOpening(body);
    if (opened === null || !response.ok) return held;
    const headers = new Headers(held.headers);
    headers.set('mcp-session-id', createSessionId(readClientName(opened)));
    return new Response(held.body, { status: held.status, headers });
  };
}

interface Serving {
  container: McpContainer;
  sessionId: string | null;
  origin: string;
  signal: AbortSignal;
}

function addTools(server: McpServer, { container, sessionId, origin, signal }: Serving): void {
  const { runtime } = container;
  const open = (call: ServerContext): ToolContext => {
    const envelope: Record<string, unknown> | undefined = call.mcpReq.envelope;
    const info = envelope?.[CLIENT_INFO];
    const client = info === undefined ? readSessionId(sessionId) : readClientName(info);
    const caller = runtime.as(toProgramOf(runtime.by, client));
    return {
      container,
      runtime: caller,
      origin,
      signal: AbortSignal.any([call.mcpReq.signal, signal]),
      tell: createTeller(call),
      attend: (notebook) => {
        const leave = caller.inputs.addReader(notebook);
        setTimeout(leave, ATTENDING_MS).unref();
      },
    };
  };
  for (const tool of TOOLS) tool.register(server, open);
}

/** Sends progress, each time one more, to a caller that has asked for it. */
function createTeller({ mcpReq }: ServerContext): ToolContext['tell'] {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return;
    progress += 1;
    const params = { progressToken, progress, message };
    // Nobody is there to read it any more.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** The body as JSON; undefined for anything else, which the library reports as the protocol has it. */
async function readBody(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes <= MAX_REQUEST_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_REQUEST_BYTES) return 'too-large';
  try {
    return JSON.parse(decodeUtf8(Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}

/** What the program says of itself where it opens a session; null for any other request. */
function readOpening(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('method' in body) || body.method !== 'initialize')
    return null;
  const params = 'params' in body ? body.params : null;
  return typeof params === 'object' && params !== null && 'clientInfo' in params ? params.clientInfo : {};
}

/** The gate has checked it against the app's own addresses. */
function toOrigin(request: Request): string {
  return `http://${request.headers.get('host')}`;
}

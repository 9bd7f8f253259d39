/**
 * A small MCP server as a process of its own. `node mcp-server.ts` speaks over standard input and output;
 * `node mcp-server.ts --http [--token T]` prints its URL as a line, and speaks streamable HTTP there; with `--sse` it knows
 * only what servers spoke before that.
 */
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type JSONRPCMessage,
  McpServer,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** A red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

let calls = 0;

function createShop(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.registerTool(
    'get-price',
    {
      description: 'Price of one item in euros.\n\nUnknown items are an error.',
      inputSchema: z.object({ item: z.string().describe('Name of the item'), count: z.int().default(1) }),
      outputSchema: z.object({ total: z.number(), calls: z.int() }),
      annotations: { readOnlyHint: true },
    },
    ({ item, count }) => {
      if (item !== 'cpu') return { isError: true, content: [{ type: 'text', text: `No item ${item}.` }] };
      const structuredContent = { total: 2.5 * count, calls: ++calls };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  server.registerTool(
    'read_list',
    { description: 'A list, as JSON text.', inputSchema: z.object({}) },
    () => ({
      content: [{ type: 'text', text: '[{"name": "cpu"}]' }],
    }),
  );
  server.registerTool('say', { inputSchema: z.object({ from: z.string() }) }, ({ from }) => ({
    content: [
      { type: 'text', text: `Hello ${from}, ${process.env.SHOP_SECRET ? 'with' : 'without'} secret` },
    ],
  }));
  server.registerTool('draw', { inputSchema: z.object({}) }, () => ({
    content: [
      { type: 'image', mimeType: 'image/png', data: PNG },
      { type: 'text', text: 'A red pixel.' },
      { type: 'resource', resource: { uri: 'shop://note', mimeType: 'text/plain', text: 'Take care.' } },
    ],
  }));
  server.registerTool('wait', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    note('waiting');
    await once(mcpReq.signal, 'abort');
    note('given up');
    return { content: [] };
  });
  server.registerTool('die', { inputSchema: z.object({}) }, () => process.exit(1));
  return server;
}

/** Tells the test, through a file. */
function note(text: string): void {
  if (process.env.SHOP_NOTES) appendFileSync(process.env.SHOP_NOTES, `${text}\n`);
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = process.argv[process.argv.indexOf('--token') + 1];
  const isAllowed = !process.argv.includes('--token') || request.headers.authorization === `Bearer ${token}`;
  if (!isAllowed) return void response.writeHead(401).end();
  const transport = await openSession(request.headers['mcp-session-id']);
  const hasBody = request.method === 'POST';
  const answer = await transport.handleRequest(
    new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(hasBody ? { body: Buffer.concat(await request.toArray()) } : {}),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).flushHeaders();
  if (!answer.body) return void response.end();
  for await (const chunk of answer.body) response.write(chunk);
  response.end();
}

async function openSession(id: string | string[] | undefined) {
  const known = sessions.get(String(id));
  if (known) return known;
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (sessionId) => {
      sessions.set(sessionId, transport);
    },
  });
  await createShop().connect(transport);
  return transport;
}

/** One event stream for all that is sent, and requests of their own for what is received. */
class EventStream implements Transport {
  readonly #response: ServerResponse;
  onmessage?: Transport['onmessage'];

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#response.write('event: endpoint\ndata: /messages\n\n');
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    this.#response.end();
  }
}

let stream: EventStream | null = null;

async function serveEvents(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    stream = new EventStream(response);
    return createShop().connect(stream);
  }
  if (request.url !== '/messages') return void response.writeHead(405).end();
  stream?.onmessage?.(JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')));
  response.writeHead(202).end();
}

const handle = process.argv.includes('--sse') ? serveEvents : serve;

if (process.argv.includes('--http')) {
  const server = createServer((request, response) => void handle(request, response));
  const port = Number(process.env.PORT ?? 0);
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/mcp`);
  });
} else {
  await createShop().connect(new StdioServerTransport());
}

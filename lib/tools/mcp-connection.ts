/** One MCP server: started or connected to when it is first needed, and at most once again during a run. */
import type {
  Client,
  JsonSchemaValidatorResult,
  jsonSchemaValidator,
  Tool,
  Transport,
} from '@modelcontextprotocol/client';
import { toMessage } from '../util/app-error.ts';
import { createBoundedFetch } from '../util/create-bounded-fetch.ts';
import { formatBytes } from '../util/format-bytes.ts';
import { orAborted } from '../util/or-aborted.ts';
import { cleanText, mapTexts } from './clean-text.ts';
import { describeMcpFailure } from './describe-mcp-failure.ts';
import { createSecretHider } from './hide-secrets.ts';
import { ToolResult } from './host-tool.ts';
import type { McpServerConfig } from './mcp-config.ts';
import { toToolResult } from './mcp-result.ts';

/** How many pages of the list of tools are read. */
const MAX_PAGES = 20;
/** The time for its start and the list of its tools, together: a run waits for them. */
const START_TIMEOUT_MS = 30_000;
/** The cell's own limit ends a call. The longest time that a timer can have. */
const CALL_TIMEOUT_MS = 2 ** 31 - 1;
/** Longest message taken from a server, bytes: twice the longest result that code can get. */
const MAX_MESSAGE_BYTES = 16 * 1000 ** 2;
/** What a program wrote last to its standard error, characters. */
const MAX_LOG_LENGTH = 4_000;

export interface McpConnectionOptions {
  name: string;
  config: McpServerConfig;
  appVersion: string;
  /** The time for its start and the list of its tools, together. Default 30 s. */
  startTimeoutMs?: number;
  /** Takes what a program that failed wrote to its standard error. It may hold secrets: it is for users alone. */
  onFailure: (name: string, log: string) => void;
}

export class McpConnection {
  readonly #options: McpConnectionOptions;
  #client: Promise<Client> | null = null;
  #tools: Tool[] | null = null;
  #startsLeft = 1;
  #isClosed = false;
  /** Clients that wait for their server's first answer. */
  readonly #joining = new Set<Client>();
  /** Why the connection was ended from this side. */
  #breach: Error | null = null;
  readonly #hideSecrets: (text: string) => string;

  constructor(options: McpConnectionOptions) {
    this.#options = options;
    this.#hideSecrets = createSecretHider(options.config);
  }

  /** Any text that the server sent for users and models: without hidden characters, and without its own secrets. */
  readonly clean = (text: string): string => this.#hideSecrets(cleanText(this.#hideSecrets(text)));

  /** Data stays as it is, unless hidden characters in it break up a secret. */
  readonly #hideInData = (text: string): string => {
    const hidden = this.#hideSecrets(text);
    const plain = cleanText(hidden);
    const cleaned = this.#hideSecrets(plain);
    return cleaned === plain ? hidden : cleaned;
  };

  /** Its tools, for a run that begins. Throws Error with a sentence when it does not give them in time. */
  async list(): Promise<Tool[]> {
    this.#startsLeft = this.#client ? 1 : 2;
    const { startTimeoutMs = START_TIMEOUT_MS } = this.#options;
    const signal = AbortSignal.timeout(startTimeoutMs);
    const tools = await orAborted(this.#list(signal), signal);
    if (tools) return tools;
    const seconds = startTimeoutMs / 1000;
    throw new Error(`The MCP server “${this.#options.name}” did not list its tools within ${seconds} s`);
  }

  async #list(signal: AbortSignal): Promise<Tool[]> {
    const client = await this.#open();
    try {
      this.#tools ??= (await client.listTools(undefined, { signal })).tools;
      return this.#tools;
    } catch (error) {
      const { name } = this.#options;
      throw new Error(`The MCP server “${name}” did not list its tools: ${this.#toLine(error)}`);
    }
  }

  /** Throws Error with a sentence for the code. */
  async call(tool: Tool, args: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult> {
    const client = await this.#open();
    const request = { name: tool.name, arguments: args };
    const options = { signal, timeout: CALL_TIMEOUT_MS, resetTimeoutOnProgress: true };
    const result = await client.callTool(request, options).catch((error: unknown) => {
      throw this.#explain(client, error, signal);
    });
    try {
      const { value, displays } = toToolResult(result, tool);
      const hide = (data: unknown) => mapTexts(data, this.#hideInData);
      const shown = displays.map((each) =>
        Object.fromEntries(Object.entries(each).map(([type, data]) => [type, hide(data)])),
      );
      return new ToolResult(hide(value), shown);
    } catch (error) {
      throw new Error(this.clean(toMessage(error)));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const joining = [...this.#joining];
    // A server that is silent yet may stay so: what waits for it is given up.
    if (joining.length > 0) return void (await Promise.all(joining.map((client) => client.close())));
    const client = await this.#client?.catch(() => null);
    await client?.close();
  }

  #open(): Promise<Client> {
    if (this.#client) return this.#client;
    const { name } = this.#options;
    if (this.#isClosed || this.#startsLeft === 0) {
      return Promise.reject(
        new Error(`The MCP server “${name}” has ended, and is not started again in this run.`),
      );
    }
    this.#startsLeft -= 1;
    this.#tools = null;
    this.#breach = null;
    const opening = this.#connect();
    this.#client = opening;
    opening.catch(() => this.#drop(opening));
    return opening;
  }

  async #connect(): Promise<Client> {
    const { name, config } = this.#options;
    let log = '';
    try {
      const client = await this.#createClient();
      if ('command' in config) {
        const transport = await createStdioTransport(config);
        transport.stderr?.on('data', (chunk: Buffer) => {
          log = (log + chunk.toString('utf8')).slice(-MAX_LOG_LENGTH);
        });
        await this.#join(client, transport);
        this.#watch(client, () => log);
        return client;
      }
      return await this.#connectHttp(client, config);
    } catch (error) {
      if (log !== '') this.#options.onFailure(name, log);
      throw new Error(`The MCP server “${name}” cannot be reached: ${this.#toLine(error)}`);
    }
  }

  /** Servers from before streamable HTTP refuse its first request, and are asked again in their own way. */
  async #connectHttp(client: Client, config: Extract<McpServerConfig, { url: string }>): Promise<Client> {
    const { StreamableHTTPClientTransport, SSEClientTransport } = await import(
      '@modelcontextprotocol/client'
    );
    const url = new URL(config.url);
    const toOptions = (each: Client) => ({
      requestInit: { headers: config.headers ?? {} },
      fetch: this.#createFetch(each),
    });
    const connect = async (each: Client, transport: Transport) => {
      await this.#join(each, transport);
      this.#watch(each, () => '');
      return each;
    };
    if (config.type === 'sse') return connect(client, new SSEClientTransport(url, toOptions(client)));
    try {
      return await connect(client, new StreamableHTTPClientTransport(url, toOptions(client)));
    } catch (error) {
      if (this.#isClosed) throw error;
      const older = await this.#createClient();
      return connect(older, new SSEClientTransport(url, toOptions(older))).catch(() => {
        throw error;
      });
    }
  }

  async #join(client: Client, transport: Transport): Promise<void> {
    if (this.#isClosed) throw new Error('Actbook is closing');
    this.#joining.add(client);
    try {
      await client.connect(transport, { timeout: START_TIMEOUT_MS });
    } finally {
      this.#joining.delete(client);
    }
  }

  async #createClient(): Promise<Client> {
    // It takes longer to load than most commands take to run, and few need it.
    const { Client } = await import('@modelcontextprotocol/client');
    const info = { name: 'actbook', version: this.#options.appVersion };
    const client = new Client(info, {
      capabilities: {},
      jsonSchemaValidator: NO_VALIDATION,
      listMaxPages: MAX_PAGES,
    });
    client.onerror = (error) => {
      // The library rejects what waits with “Connection closed”, and says why only here.
      if (/exceed/i.test(error.message)) this.#breach ??= tooLarge();
    };
    return client;
  }

  /** Ends the connection with a message that is too long, which the library would ask for again. */
  #createFetch(client: Client): typeof fetch {
    return createBoundedFetch({
      toBounds: ({ headers }) => {
        const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
        const maxReplyBytes = isStream ? Number.POSITIVE_INFINITY : MAX_MESSAGE_BYTES;
        return { maxEventBytes: MAX_MESSAGE_BYTES, maxReplyBytes };
      },
      refuse: () => {
        this.#breach = tooLarge();
        void client.close().catch(() => {});
        return this.#breach;
      },
    });
  }

  #watch(client: Client, readLog: () => string): void {
    const opening = this.#client;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.#tools = null;
    });
    client.onclose = () => {
      if (!this.#isClosed && readLog() !== '') this.#options.onFailure(this.#options.name, readLog());
      this.#drop(opening);
    };
  }

  #drop(client: Promise<Client> | null): void {
    if (this.#client === client) this.#client = null;
  }

  #toLine(error: unknown): string {
    return describeMcpFailure(this.#breach ?? error, this.#options.config, this.clean);
  }

  /** What the server said is passed on; anything else means that it is gone, and the call with it. */
  #explain(client: Client, error: unknown, signal: AbortSignal): Error {
    if (signal.aborted || isProtocolError(error)) {
      return new Error(this.clean(toMessage(error)));
    }
    const { name } = this.#options;
    const lost = `The MCP server “${name}” was lost during this call (${this.#toLine(error)}): whether it took effect is unknown.`;
    this.#drop(this.#client);
    void client.close().catch(() => {});
    return new Error(lost);
  }
}

/** A schema of the server's is a program, such as a pattern that never ends, and results are data whatever it says. */
const NO_VALIDATION: jsonSchemaValidator = {
  getValidator<T>() {
    return (input: unknown): JsonSchemaValidatorResult<T> => {
      return { valid: true, data: input as T, errorMessage: undefined };
    };
  },
};

function tooLarge(): Error {
  return new Error(`it sent a message of more than ${formatBytes(MAX_MESSAGE_BYTES)}`);
}

async function createStdioTransport({
  command,
  args,
  env,
  cwd,
}: Extract<McpServerConfig, { command: string }>) {
  const { getDefaultEnvironment, StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  return new StdioClientTransport({
    command,
    args: args ?? [],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'pipe',
    maxBufferSize: MAX_MESSAGE_BYTES,
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** An error that the server answered with, as JSON-RPC has it. */
function isProtocolError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ProtocolError';
}

/** One MCP server: started or connected to when it is first needed, and at most once again during a run. */
import type { Client, Tool, Transport } from '@modelcontextprotocol/client';
import { toMessage } from '../util/app-error.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { ToolResult } from './host-tool.ts';
import type { McpServerConfig } from './mcp-config.ts';
import { toToolResult } from './mcp-result.ts';

const START_TIMEOUT_MS = 30_000;
/** The cell's own limit ends a call. The longest time that a timer can have. */
const CALL_TIMEOUT_MS = 2 ** 31 - 1;
/** Longest message taken from a program, bytes. */
const MAX_MESSAGE_BYTES = 32 * 1024 ** 2;
/** What a program wrote last to its standard error, characters. */
const MAX_LOG_LENGTH = 4_000;

export interface McpConnectionOptions {
  name: string;
  config: McpServerConfig;
  appVersion: string;
  /** Takes what a program that failed wrote to its standard error. It may hold secrets: it is for users alone. */
  onFailure: (name: string, log: string) => void;
}

export class McpConnection {
  readonly #options: McpConnectionOptions;
  #client: Promise<Client> | null = null;
  #tools: Tool[] | null = null;
  #startsLeft = 1;
  #isClosed = false;

  constructor(options: McpConnectionOptions) {
    this.#options = options;
  }

  /** Its tools, for a run that begins. Throws Error when it cannot be reached. */
  async list(): Promise<Tool[]> {
    this.#startsLeft = this.#client ? 1 : 2;
    const client = await this.#open();
    this.#tools ??= (await client.listTools()).tools;
    return this.#tools;
  }

  /** Throws Error with a sentence for the code. */
  async call(tool: Tool, args: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult> {
    const client = await this.#open();
    const request = { name: tool.name, arguments: args };
    const options = { signal, timeout: CALL_TIMEOUT_MS, resetTimeoutOnProgress: true };
    const result = await client.callTool(request, options).catch((error: unknown) => {
      throw this.#explain(client, error, signal);
    });
    return toToolResult(result, tool);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
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
        await client.connect(transport, { timeout: START_TIMEOUT_MS });
        this.#watch(client, () => log);
        return client;
      }
      return await this.#connectHttp(client, config);
    } catch (error) {
      if (log !== '') this.#options.onFailure(name, log);
      throw new Error(`The MCP server “${name}” cannot be reached: ${this.#toMessage(error)}`);
    }
  }

  /** Servers from before streamable HTTP refuse its first request, and are asked again in their own way. */
  async #connectHttp(client: Client, config: Extract<McpServerConfig, { url: string }>): Promise<Client> {
    const { StreamableHTTPClientTransport, SSEClientTransport } = await import(
      '@modelcontextprotocol/client'
    );
    const options = { requestInit: { headers: config.headers ?? {} } };
    const url = new URL(config.url);
    const connect = async (each: Client, transport: Transport) => {
      await each.connect(transport, { timeout: START_TIMEOUT_MS });
      this.#watch(each, () => '');
      return each;
    };
    if (config.type === 'sse') return connect(client, new SSEClientTransport(url, options));
    try {
      return await connect(client, new StreamableHTTPClientTransport(url, options));
    } catch (error) {
      const older = await this.#createClient();
      return connect(older, new SSEClientTransport(url, options)).catch(() => {
        throw error;
      });
    }
  }

  async #createClient(): Promise<Client> {
    // It takes longer to load than most commands take to run, and few need it.
    const { Client } = await import('@modelcontextprotocol/client');
    return new Client({ name: 'actbook', version: this.#options.appVersion }, { capabilities: {} });
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

  /** For the model and the log. */
  #toMessage(error: unknown): string {
    return hideSecrets(describeFailure(error, this.#options.config), this.#options.config);
  }

  /** What the server said is passed on; anything else means that it is gone, and the call with it. */
  #explain(client: Client, error: unknown, signal: AbortSignal): Error {
    const message = this.#toMessage(error);
    if (signal.aborted || isProtocolError(error)) return new Error(message);
    this.#drop(this.#client);
    void client.close().catch(() => {});
    const { name } = this.#options;
    return new Error(
      `The MCP server “${name}” was lost during this call (${message}): whether it took effect is unknown.`,
    );
  }
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

/** An error of a server as users are told it; the commonest slip, a wrong command, in plain words. */
function describeFailure(error: unknown, config: McpServerConfig): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing && 'command' in config && config.cwd === undefined
    ? `there is no program “${config.command}”`
    : toMessage(error);
}

/** Another agent, as the official client of the protocol. */
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import type { App } from '../app/app.ts';

interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (message: string) => void;
}

export interface AgentClient {
  readonly client: Client;
  /** The text of a result that is not an error. */
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<string>;
  /** The sentence of a result that is an error. */
  fail(tool: string, args: Record<string, unknown>): Promise<string>;
  /** How many pictures the last result had. */
  pictures(): number;
}

/** `legacy`: speaks the last revision with sessions; `auto`: that of 2026-07-28. */
export async function openAgent(
  to: App | Transport,
  title: string,
  mode: 'legacy' | 'auto' = 'auto',
): Promise<AgentClient> {
  const client = new Client({ name: 'test', title, version: '1' }, { versionNegotiation: { mode } });
  const transport = 'url' in to ? toTransport(to) : to;
  await client.connect(transport);
  onTestFinished(() => client.close());
  let pictures = 0;
  const callTool = async (name: string, args: Record<string, unknown>, options: CallOptions = {}) => {
    const { signal, onProgress } = options;
    const result = await client.callTool(
      { name, arguments: args },
      {
        ...(signal ? { signal } : {}),
        onprogress: ({ message = '' }) => onProgress?.(message),
        timeout: 120_000,
      },
    );
    const [first] = result.content;
    pictures = result.content.filter(({ type }) => type === 'image').length;
    return { text: first?.type === 'text' ? first.text : '', isError: result.isError === true };
  };
  return {
    client,
    pictures: () => pictures,
    call: async (name, args = {}, options) => {
      const { text, isError } = await callTool(name, args, options);
      expect(isError, text).toBe(false);
      return text;
    },
    fail: async (name, args) => {
      const { text, isError } = await callTool(name, args);
      expect(isError, text).toBe(true);
      return text;
    },
  };
}

function toTransport({ url, token }: App): Transport {
  const headers = { authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(new URL('/api/mcp', url), { requestInit: { headers } });
}

/** The ID of the notebook that a result is about. */
export function notebookOf(text: string): string {
  return /^notebook: (\S+)/.exec(text)?.[1] ?? '';
}

/** The ID of the last cell that a result shows. */
export function cellOf(text: string): string {
  return [...text.matchAll(/^## cell (\S+)/gm)].at(-1)?.[1] ?? '';
}

export function cursorOf(text: string): number {
  return Number(/^cursor: (\d+)/m.exec(text)?.[1]);
}

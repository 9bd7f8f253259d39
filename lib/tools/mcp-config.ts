/** The servers of an `mcp.json`, in the format that MCP clients share: `{"mcpServers": {name: …}}`. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError, toMessage } from '../util/app-error.ts';

const texts = z.record(z.string(), z.string());

/** Tools that do not wait for approval: what a server says about itself proves nothing. */
const safeTools = z.array(z.string()).optional();

/** A program that is started here and spoken to over its standard input and output. */
const StdioServer = z.object({
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  /** Added to the few variables that it gets of ours. */
  env: texts.optional(),
  cwd: z.string().optional(),
  safeTools,
});

/** A server that runs already. Streamable HTTP, unless `type` is `sse` or it speaks only that. */
const HttpServer = z.object({
  url: z.url(),
  headers: texts.optional(),
  type: z.string().optional(),
  safeTools,
});

export const McpServerConfig = z.union([StdioServer, HttpServer]);
export type McpServerConfig = z.infer<typeof McpServerConfig>;

export const McpServers = z.record(z.string().min(1).max(60), McpServerConfig);
export type McpServers = z.infer<typeof McpServers>;

const McpFile = z.object({ mcpServers: z.record(z.string(), z.unknown()) });
const Disabled = z.object({ disabled: z.literal(true) });

/** Servers marked `disabled` are left out. Throws AppError `bad-request` that names the file and what is wrong in it. */
export async function readMcpConfig(path: string): Promise<McpServers> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => refuse(path, toMessage(error)));
  const file = McpFile.safeParse(parseJson(path, text));
  if (!file.data) return refuse(path, 'it must be {"mcpServers": {name: {…}}}');
  const enabled = Object.entries(file.data.mcpServers).filter(
    ([, server]) => !Disabled.safeParse(server).success,
  );
  const servers = McpServers.safeParse(Object.fromEntries(enabled));
  if (servers.data) return servers.data;
  const name = String(servers.error.issues[0]?.path[0]);
  return refuse(path, `the server “${name}” needs either a "command" or a "url"`);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(path, 'it is not valid JSON');
  }
}

function refuse(path: string, problem: string): never {
  throw new AppError('bad-request', `The MCP configuration ${path} cannot be used: ${problem}.`);
}

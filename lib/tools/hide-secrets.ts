/** Takes what an MCP server's configuration holds in confidence out of a text: libraries quote it in their errors. */
import type { McpServerConfig } from './mcp-config.ts';

/** Anything shorter is not a secret, and may be a part of any word. */
const MIN_LENGTH = 8;

export function hideSecrets(text: string, config: McpServerConfig): string {
  return listSecrets(config)
    .filter(({ length }) => length >= MIN_LENGTH)
    .toSorted((one, other) => other.length - one.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}

function listSecrets(config: McpServerConfig): string[] {
  if ('command' in config) return listParts(Object.values(config.env ?? {}));
  const { username, password, search, searchParams } = new URL(config.url);
  const inUrl = [username, password, search, ...searchParams.values()];
  return [...inUrl, ...listParts(Object.values(config.headers ?? {}))];
}

/** `Bearer …` is quoted whole, or without its first word. */
function listParts(values: readonly string[]): string[] {
  return values.flatMap((value) => [value, ...value.split(/\s+/)]);
}

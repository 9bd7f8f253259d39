/** What went wrong with an MCP server, as one line: the server wrote much of it, and prompts and pages show it. */
import { toMessage } from '../util/app-error.ts';
import type { McpServerConfig } from './mcp-config.ts';

const MAX_LENGTH = 300;

export function describeMcpFailure(
  error: unknown,
  config: McpServerConfig,
  clean: (text: string) => string,
): string {
  const line = clean(describe(error, config)).replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

function describe(error: unknown, config: McpServerConfig): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (isMissing && 'command' in config && config.cwd === undefined) {
    return `there is no program “${config.command}”`;
  }
  // All that fetch says itself is that it failed.
  if (error instanceof TypeError && error.cause instanceof Error)
    return describe(firstOf(error.cause), config);
  if (error instanceof RangeError) return 'its answer is nested too deep';
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (status === 401 || status === 403) {
    return `it refused the login with status ${status}. Correct its headers in the configuration`;
  }
  const message = toMessage(error);
  const [, address] = /Redirect to (\S+) not followed/.exec(message) ?? [];
  if (address) return `it redirects to ${address}, which Actbook does not follow`;
  const [, method] = /^Invalid result for (\S+):/.exec(message) ?? [];
  return method ? `its answer to ${method} is not in the format of MCP` : message;
}

/** A host with several addresses has the errors of all of them. */
function firstOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** The tools of MCP servers: each server a Python module, each tool a function in it. */
import type { Tool } from '@modelcontextprotocol/client';
import { toMessage } from '../util/app-error.ts';
import { isModestJson } from '../util/is-modest-json.ts';
import { pluralize } from '../util/pluralize.ts';
import type { HostTool, Toolbox } from './host-tool.ts';
import type { McpServers } from './mcp-config.ts';
import { McpConnection, type McpConnectionOptions } from './mcp-connection.ts';

/** A server's word on itself is taken within these bounds. */
const MAX_TOOLS = 500;
const MAX_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;
const MAX_SCHEMA_LENGTH = 20_000;

/** Nothing is started before tools are first listed. */
export function createMcpToolbox(
  servers: McpServers,
  options: Pick<McpConnectionOptions, 'appVersion' | 'onFailure' | 'startTimeoutMs'>,
): Toolbox {
  const connections = Object.entries(servers).map(([name, config]) => {
    return { name, connection: new McpConnection({ name, config, ...options }) };
  });

  async function listServer({ name, connection }: (typeof connections)[number]) {
    try {
      const listed = await connection.list();
      const used = listed.filter((tool) => tool.name.length <= MAX_NAME_LENGTH).slice(0, MAX_TOOLS);
      return {
        tools: used.map((tool) => toHostTool(name, tool, connection)),
        problems: used.length < listed.length ? [toLeftOut(name, listed.length, used.length)] : [],
      };
    } catch (error) {
      return { tools: [], problems: [`${toMessage(error)}. Its tools are missing.`] };
    }
  }

  return {
    list: async () => {
      const lists = await Promise.all(connections.map(listServer));
      return {
        tools: lists.flatMap(({ tools }) => tools),
        problems: lists.flatMap(({ problems }) => problems),
      };
    },
    dispose: async () => {
      await Promise.all(connections.map(({ connection }) => connection.close().catch(() => {})));
    },
  };
}

function toLeftOut(name: string, listed: number, used: number): string {
  const missing = listed - used;
  return `The MCP server “${name}” lists ${pluralize(listed, 'tool')}. ${missing.toLocaleString('en')} of them ${missing === 1 ? 'is' : 'are'} missing: the first ${MAX_TOOLS} with names of up to ${MAX_NAME_LENGTH} characters are used.`;
}

function toHostTool(module: string, tool: Tool, connection: McpConnection): HostTool {
  const { name, description = tool.title ?? '', inputSchema, annotations } = tool;
  return {
    name,
    module,
    description: toPlain(description).slice(0, MAX_DESCRIPTION_LENGTH),
    parameters: isModestJson(inputSchema, MAX_SCHEMA_LENGTH) ? inputSchema : ANY_PARAMETERS,
    // A tool that does not say that it only reads may change something.
    risky: annotations?.readOnlyHint !== true,
    takesRawIntegers: true,
    call: (args, { signal }) => connection.call(tool, args, signal),
  };
}

/** Without characters that only the model would see. */
function toPlain(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

const ANY_PARAMETERS = { type: 'object', additionalProperties: true };

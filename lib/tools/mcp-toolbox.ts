/** The tools of MCP servers: each server a Python module, each tool a function in it. */
import type { Tool } from '@modelcontextprotocol/client';
import { toMessage } from '../util/app-error.ts';
import { isModestJson } from '../util/is-modest-json.ts';
import { chooseTools } from './choose-tools.ts';
import { mapTexts } from './clean-text.ts';
import type { HostTool, Toolbox } from './host-tool.ts';
import type { McpServers } from './mcp-config.ts';
import { McpConnection, type McpConnectionOptions } from './mcp-connection.ts';

/** A server's word on itself is taken within these bounds. */
const MAX_DESCRIPTION_LENGTH = 4_000;
const MAX_SCHEMA_LENGTH = 20_000;

/** Nothing is started before tools are first listed. */
export function createMcpToolbox(
  servers: McpServers,
  options: Pick<McpConnectionOptions, 'appVersion' | 'onFailure' | 'startTimeoutMs'>,
): Toolbox {
  const connections = Object.entries(servers).map(([name, config]) => {
    return { name, config, connection: new McpConnection({ name, config, ...options }) };
  });

  async function listServer({ name, config, connection }: (typeof connections)[number]) {
    try {
      const listed = await connection.list();
      const { kept, problems } = chooseTools(name, listed, connection.clean);
      const { safeTools = [] } = config;
      const unknown = safeTools.filter((safe) => !listed.some((tool) => tool.name === safe));
      return {
        tools: kept.map((tool) => toHostTool(name, tool, !safeTools.includes(tool.name), connection)),
        problems: [...problems, ...unknown.map((tool) => toUnknown(name, tool))],
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

function toUnknown(server: string, tool: string): string {
  return `The configuration lists “${tool}” among the safe tools of the MCP server “${server}”, which has no such tool.`;
}

function toHostTool(module: string, tool: Tool, risky: boolean, connection: McpConnection): HostTool {
  const { name, description = tool.title ?? '', inputSchema } = tool;
  const { clean } = connection;
  const parameters = isModestJson(inputSchema, MAX_SCHEMA_LENGTH) ? mapTexts(inputSchema, clean) : null;
  return {
    name,
    module,
    description: clean(description).slice(0, MAX_DESCRIPTION_LENGTH),
    parameters: isObject(parameters) ? parameters : ANY_PARAMETERS,
    risky,
    takesRawIntegers: true,
    call: (args, { signal }) => connection.call(tool, args, signal),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ANY_PARAMETERS = { type: 'object', additionalProperties: true };

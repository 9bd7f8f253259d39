/** The result of an MCP tool as code gets it. Source: https://modelcontextprotocol.io/specification, "Tools". */
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { ToolResult } from './host-tool.ts';

type Content = CallToolResult['content'][number];

/** Media that a cell may show; anything else a server sends is data. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|svg\+xml)|audio\/(mpeg|wav|ogg|webm|mp4))$/;

/** Throws Error with the server's words when the tool failed. */
export function toToolResult(result: CallToolResult, tool: Pick<Tool, 'outputSchema'>): ToolResult {
  const { content = [], structuredContent, isError } = result;
  if (isError) throw new Error(toText(content) || 'The tool failed without saying why.');
  const displays = content.map(toDisplay).filter((display) => display !== null);
  if (structuredContent !== undefined) return new ToolResult(unwrap(structuredContent, tool), displays);
  const values = content.filter((part) => toDisplay(part) === null).map(toValue);
  return new ToolResult(values.length > 1 ? values : (values[0] ?? null), displays);
}

/** FastMCP wraps what is not an object, and says so in the schema. */
function unwrap(value: unknown, { outputSchema }: Pick<Tool, 'outputSchema'>): unknown {
  const isWrapped = outputSchema !== undefined && Reflect.get(outputSchema, 'x-fastmcp-wrap-result') === true;
  return isWrapped && typeof value === 'object' && value !== null ? Reflect.get(value, 'result') : value;
}

function toText(content: readonly Content[]): string {
  return content
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n')
    .trim();
}

function toDisplay(part: Content): Record<string, unknown> | null {
  if (part.type !== 'image' && part.type !== 'audio') return null;
  if (!SHOWN.test(part.mimeType)) return null;
  const isText = part.mimeType === 'image/svg+xml';
  return { [part.mimeType]: isText ? Buffer.from(part.data, 'base64').toString('utf8') : part.data };
}

function toValue(part: Content): unknown {
  if (part.type === 'text') return parseData(part.text);
  if (part.type !== 'resource') return part;
  const { resource } = part;
  return 'text' in resource ? parseData(resource.text) : resource;
}

/** Many servers send JSON as text. Numbers and words stay text: a code or a version must not change. */
function parseData(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

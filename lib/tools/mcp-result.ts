/** The result of an MCP tool as code gets it. Source: https://modelcontextprotocol.io/specification, "Tools". */

import { isDeepStrictEqual } from 'node:util';
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { hasBigIntegers, parseExactJson, parseJsonWithBigIntegers } from '../util/exact-json.ts';
import { ToolResult } from './host-tool.ts';

type Content = CallToolResult['content'][number];

/** Media that a cell may show; anything else a server sends is data. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|svg\+xml)|audio\/(mpeg|wav|ogg|webm|mp4))$/;

/** Throws Error with the server's words when the tool failed. */
export function toToolResult(result: CallToolResult, tool: Pick<Tool, 'outputSchema'>): ToolResult {
  const { content = [], structuredContent, isError } = result;
  if (isError) throw new Error(toText(content) || 'The tool failed without saying why.');
  const displays = content.map(toDisplay).filter((display) => display !== null);
  if (structuredContent !== undefined)
    return new ToolResult(toExact(unwrap(structuredContent, tool), content), displays);
  const values = content.filter((part) => toDisplay(part) === null).map(toValue);
  return new ToolResult(values.length > 1 ? values : (values[0] ?? null), displays);
}

/** FastMCP wraps what is not an object, and says so in the schema. */
function unwrap(value: unknown, { outputSchema }: Pick<Tool, 'outputSchema'>): unknown {
  const isWrapped = outputSchema !== undefined && Reflect.get(outputSchema, 'x-fastmcp-wrap-result') === true;
  return isWrapped && typeof value === 'object' && value !== null ? Reflect.get(value, 'result') : value;
}

/**
 * The library has rounded the integers past 2^53 of what is structured. Servers send the same as text, from where it is taken
 * then: as one part, or a list as one part for each element.
 */
function toExact(value: unknown, content: readonly Content[]): unknown {
  const texts = content.flatMap((part) => (part.type === 'text' ? part.text : []));
  const list = `[${texts.join(',')}]`;
  if (!hasBigIntegers(list)) return value;
  const candidates = [...(texts.length === 1 ? texts : []), list];
  return candidates.map((text) => readSame(text, value)).find((exact) => exact !== undefined) ?? value;
}

/** Undefined for text that does not say the value. */
function readSame(text: string, value: unknown): unknown {
  try {
    return isDeepStrictEqual(JSON.parse(text), value) ? parseExactJson(text) : undefined;
  } catch {
    return undefined;
  }
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
    return parseJsonWithBigIntegers(text);
  } catch {
    return text;
  }
}

/** Native tool calls, and the JSON some models write as text in their place. */
import { z } from 'zod';
import type { Language } from '../../execution/languages/language.ts';
import { type Action, EXECUTE_TOOL, type ModelReply, OUTPUTS_TOOL, type Segment } from './action.ts';
import { cleanReply } from './clean-reply.ts';

/** Every call becomes a code segment; one that cannot be read makes the whole reply malformed. */
export function parseToolCalls(reply: ModelReply, language: Language): Action {
  const prose = cleanReply(reply.text).trim();
  const segments: Segment[] = prose === '' ? [] : [{ type: 'prose', text: prose }];
  for (const call of reply.toolCalls) {
    const isOutputs = call.name === OUTPUTS_TOOL && language.hasOutputs;
    const source = isOutputs ? toOutputsCall(call.arguments) : readArguments(call.arguments, language);
    if (isOutputs && source === null) return malformed(BAD_OUTPUTS_CALL);
    if (call.name !== EXECUTE_TOOL && source === null) {
      return malformed(
        `There is no tool named "${call.name}". The only tool is ${EXECUTE_TOOL}({"code": "..."}).`,
      );
    }
    if (source === null) {
      return malformed(
        `The arguments of ${EXECUTE_TOOL} could not be read. Send one JSON object with the ${language.label} source: {"code": "..."}.`,
      );
    }
    segments.push({ type: 'code', source, toolCallId: call.id });
  }
  return { type: 'code', segments };
}

const BAD_OUTPUTS_CALL = `The arguments of ${OUTPUTS_TOOL} could not be read. Send the number of a cell: {"n": 7}, with "page", "start" or "search" if you like.`;

/** A call of the tool is a call of the function of its name: the page it shows is the output of a cell. */
function toOutputsCall(text: string): string | null {
  const { data } = OutputsArguments.safeParse(parseJson(text));
  if (!data) return null;
  const { n, ...places } = data;
  // JSON's strings and numbers are Python's.
  const given = Object.entries(places).filter(([, value]) => value !== null && value !== undefined);
  const named = given.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `outputs(${[n, ...named].join(', ')})`;
}

const OutputsArguments = z.object({
  n: z.int().positive(),
  start: z.int().nonnegative().nullish(),
  page: z.int().positive().nullish(),
  search: z.string().max(2_000).nullish(),
});

const HERMES_CALL = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g;
const JSON_FENCE = /^\s*```(?:json|tool_call)?[ \t]*\n([^`]*)```\s*$/;

/**
 * The calls of a reply that writes them as text: one JSON object, `{"code"}` or `{"name", "arguments"}`, or calls
 * between tags, which servers without a parser for them leave in the text (Hermes, Qwen). Else null.
 */
export function parseJsonCalls(text: string, language: Language): Segment[] | null {
  const calls = [...text.matchAll(HERMES_CALL)];
  if (calls.length > 0) {
    const sources = calls.map(({ 1: json = '' }) => parseJsonCall(json, language));
    const before = text.slice(0, calls[0]?.index).trim();
    const code = sources.map((source) => ({ type: 'code', source: source ?? '' }) as const);
    return sources.includes(null) ? null : [{ type: 'prose', text: before }, ...code];
  }
  const fenced = JSON_FENCE.exec(text)?.[1];
  const isCall = fenced !== undefined && isRecord(parseJson(fenced)) && /"arguments"/.test(fenced);
  const source = parseJsonCall(isCall ? fenced : text, language);
  return source === null ? null : [{ type: 'code', source }];
}

function parseJsonCall(text: string, language: Language): string | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return null;
  const value = parseJson(trimmed);
  if (!isRecord(value)) return null;
  const inner = typeof value.arguments === 'string' ? parseJson(value.arguments) : value.arguments;
  return readCode(value, language) ?? readCode(inner, language) ?? readCode(value.parameters, language);
}

function readArguments(text: string, language: Language): string | null {
  const value = parseJson(text);
  // Some models send the bare source where the JSON object belongs.
  return value === undefined && language.looksLikeCode(text) ? text : readCode(value, language);
}

function readCode(value: unknown, language: Language): string | null {
  if (!isRecord(value) || typeof value.code !== 'string' || value.code.trim() === '') return null;
  return unescapeOnce(unfence(value.code), language);
}

function unfence(source: string): string {
  const opener = /^\s*```[^\n]*\n/.exec(source);
  const body = source.trimEnd();
  return opener && body.endsWith('```') ? body.slice(opener[0].length, -3).trimEnd() : source;
}

/** Newlines escaped twice: undone only when that turns something invalid into code. */
function unescapeOnce(source: string, language: Language): string {
  if (source.includes('\n') || !source.includes('\\n') || language.isValid(source)) return source;
  const unescaped = source.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\t', '\t');
  return language.isValid(unescaped) ? unescaped : source;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(message: string): Action {
  return { type: 'malformed', message };
}

/** Native tool calls, and the JSON some models write as text in their place. */
import { z } from 'zod';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { type Action, EXECUTE_TOOL, type ModelReply, OUTPUTS_TOOL, type Segment } from './action.ts';
import { cleanReply } from './clean-reply.ts';

/** Every call becomes a code segment; one that cannot be read makes the whole reply malformed. */
export function parseToolCalls(reply: ModelReply, language: Language): Action {
  const prose = cleanReply(reply.text, language).trim();
  const segments: Segment[] = prose === '' ? [] : [{ type: 'prose', text: prose }];
  for (const call of reply.toolCalls) {
    const isOutputs = call.name === OUTPUTS_TOOL && language.hasOutputs;
    const outputsSource = isOutputs ? toOutputsCall(call.arguments) : null;
    if (isOutputs && outputsSource === null) return malformed(BAD_OUTPUTS_CALL);
    const code = outputsSource === null ? readArguments(call.arguments, language) : { source: outputsSource };
    if (call.name !== EXECUTE_TOOL && code === null) {
      return malformed(toUnknownTool(call.name, language));
    }
    if (code === null) {
      return malformed(
        `The arguments of ${EXECUTE_TOOL} could not be read. Send one JSON object with the ${language.label} source: {"code": "..."}.`,
      );
    }
    if ('problem' in code) return malformed(code.problem);
    segments.push({ type: 'code', ...code, toolCallId: call.id });
  }
  return { type: 'code', segments };
}

function toUnknownTool(name: string, { hasOutputs }: Language): string {
  const execute = `${EXECUTE_TOOL}({"code": "..."})`;
  const known = hasOutputs
    ? `The tools are ${execute} and ${OUTPUTS_TOOL}({"n": 7})`
    : `The only tool is ${execute}`;
  return `There is no tool named "${name}". ${known}.`;
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

/** The source of a call, and the cell that it replaces. */
interface Code {
  readonly source: string;
  readonly cell?: string;
}

/** Code, or what is wrong with the cell's name in a sentence for the model. */
type ReadCode = Code | { readonly problem: string };

/**
 * The calls of a reply that writes them as text: one JSON object, `{"code"}` or `{"name", "arguments"}`, or calls
 * between tags, which servers without a parser for them leave in the text (Hermes, Qwen). Null for other text.
 */
export function parseJsonCalls(text: string, language: Language): Action | null {
  const calls = [...text.matchAll(HERMES_CALL)];
  if (calls.length > 0) {
    const before = text.slice(0, calls[0]?.index).trim();
    const codes = calls.map(({ 1: json = '' }) => parseJsonCall(json, language));
    return toAction(codes, before);
  }
  const fenced = JSON_FENCE.exec(text)?.[1];
  const isCall = fenced !== undefined && isRecord(parseJson(fenced)) && /"arguments"/.test(fenced);
  return toAction([parseJsonCall(isCall ? fenced : text, language)], '');
}

function toAction(codes: readonly (ReadCode | null)[], before: string): Action | null {
  const segments: Segment[] = before === '' ? [] : [{ type: 'prose', text: before }];
  for (const code of codes) {
    if (code === null) return null;
    if ('problem' in code) return malformed(code.problem);
    segments.push({ type: 'code', ...code });
  }
  return { type: 'code', segments };
}

function parseJsonCall(text: string, language: Language): ReadCode | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return null;
  const value = parseJson(trimmed);
  if (!isRecord(value)) return null;
  const inner = typeof value.arguments === 'string' ? parseJson(value.arguments) : value.arguments;
  return readCode(value, language) ?? readCode(inner, language) ?? readCode(value.parameters, language);
}

function readArguments(text: string, language: Language): ReadCode | null {
  const value = parseJson(text);
  // Some models send the bare source where the JSON object belongs.
  return value === undefined && looksLikeCode(language, text) ? { source: text } : readCode(value, language);
}

function readCode(value: unknown, language: Language): ReadCode | null {
  if (!isRecord(value) || typeof value.code !== 'string' || value.code.trim() === '') return null;
  const source = unescapeOnce(unfence(value.code), language);
  const { cell = null } = value;
  // Models fill in an optional parameter that they do not use.
  if (cell === null || cell === '') return MISNAMED_KEYS.some((key) => key in value) ? BAD_CELL : { source };
  return typeof cell === 'string' && CELL_ID.test(cell) ? { source, cell } : BAD_CELL;
}

const CELL_ID = /^[\w-]{1,64}$/;
const MISNAMED_KEYS = ['cell_id', 'cellId', 'cellID'];
const BAD_CELL = {
  problem: `The cell to replace is not named as it must be, so nothing was run. Send {"code": "...", "cell": "ID"}, where ID is one that you were shown as (cell ID); leave "cell" out to add a new cell.`,
};

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

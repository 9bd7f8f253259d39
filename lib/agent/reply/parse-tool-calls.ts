/** Native tool calls, and the JSON some models write as text in their place. */
import { z } from 'zod';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import type { ToolCall } from '../../protocol/cells/call.ts';
import { attempt } from '../../util/attempt.ts';
import {
  type Action,
  EXECUTE_TOOL,
  type ModelReply,
  malformed,
  OUTPUTS_TOOL,
  type Segment,
} from './action.ts';
import { cleanReply } from './clean-reply.ts';
import { toSqlLanguage } from './read-sql-block.ts';

type CodeSegment = Extract<Segment, { type: 'code' }>;

/** Code, or what is wrong with the call in a sentence for the model. */
type ReadCall = Omit<CodeSegment, 'type'> | { readonly problem: string };

/** Every call becomes a code segment; one that cannot be read makes the whole reply malformed. */
export function parseToolCalls(reply: ModelReply, language: Language): Action {
  const calls = reply.toolCalls.map((call) => readToolCall(call, language));
  return toAction(cleanReply(reply.text, language).trim(), calls);
}

function readToolCall({ id, name, arguments: given }: ToolCall, language: Language): ReadCall {
  if (name === OUTPUTS_TOOL && language.hasOutputs) return readOutputsCall(id, given);
  const code = readArguments(given, language);
  if (code) return { ...code, toolCallId: id };
  if (name !== EXECUTE_TOOL) return { problem: toUnknownTool(name, language) };
  const problem = `The arguments of ${EXECUTE_TOOL} could not be read. Send one JSON object with the ${language.label} source: {"code": "..."}.`;
  return { problem };
}

function toUnknownTool(name: string, { hasOutputs }: Language): string {
  const execute = `${EXECUTE_TOOL}({"code": "..."})`;
  const known = hasOutputs
    ? `The tools are ${execute} and ${OUTPUTS_TOOL}({"n": 7})`
    : `The only tool is ${execute}`;
  return `There is no tool named "${name}". ${known}.`;
}

const OutputsArguments = z.object({
  n: z.int().positive(),
  start: z.int().nonnegative().nullish(),
  page: z.int().positive().nullish(),
  search: z.string().max(2_000).nullish(),
});

/** A call of the tool is a call of the function of its name: the page it shows is the output of a cell. */
function readOutputsCall(toolCallId: string, text: string): ReadCall {
  const { data } = OutputsArguments.safeParse(attempt(() => JSON.parse(text)));
  if (!data) return { problem: BAD_OUTPUTS_CALL };
  const { n, ...places } = data;
  // JSON's strings and numbers are Python's.
  const given = Object.entries(places).filter(([, value]) => value !== null && value !== undefined);
  const named = given.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return { source: `outputs(${[n, ...named].join(', ')})`, toolCallId };
}

const BAD_OUTPUTS_CALL = `The arguments of ${OUTPUTS_TOOL} could not be read. Send the number of a cell: {"n": 7}, with "page", "start" or "search" if you like.`;

const HERMES_CALL = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g;
const JSON_FENCE = /^\s*```(?:json|tool_call)?[ \t]*\n([^`]*)```\s*$/;

/**
 * The calls of a reply that writes them as text: one JSON object, `{"code"}` or `{"name", "arguments"}`, or calls
 * between tags, which servers without a parser for them leave in the text (Hermes, Qwen). Null for other text.
 */
export function parseJsonCalls(text: string, language: Language): Action | null {
  const tagged = [...text.matchAll(HERMES_CALL)];
  const fenced = JSON_FENCE.exec(text)?.[1] ?? '';
  const alone = /"arguments"/.test(fenced) ? fenced : text;
  const written = tagged.length > 0 ? tagged.map(({ 1: json = '' }) => json) : [alone];
  const calls: ReadCall[] = [];
  for (const json of written) {
    const call = readWrittenCall(json.trim(), language);
    if (call === null) return null;
    calls.push(call);
    if ('problem' in call) break;
  }
  return toAction(text.slice(0, tagged[0]?.index ?? 0).trim(), calls);
}

function toAction(before: string, calls: readonly ReadCall[]): Action {
  const segments: Segment[] = before === '' ? [] : [{ type: 'prose', text: before }];
  for (const call of calls) {
    if ('problem' in call) return malformed(call.problem);
    segments.push({ type: 'code', ...call });
  }
  return { type: 'code', segments };
}

const WrittenCall = z.looseObject({ arguments: z.unknown(), parameters: z.unknown() }).partial();

function readWrittenCall(text: string, language: Language): ReadCall | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  const { data } = WrittenCall.safeParse(attempt(() => JSON.parse(text)));
  if (!data) return null;
  const { arguments: given, parameters } = data;
  const inner: unknown = typeof given === 'string' ? attempt(() => JSON.parse(given)) : given;
  return readCode(data, language) ?? readCode(inner, language) ?? readCode(parameters, language);
}

function readArguments(text: string, language: Language): ReadCall | null {
  const value: unknown = attempt(() => JSON.parse(text));
  // Some models send the bare source where the JSON object belongs.
  return value === null && looksLikeCode(language, text) ? { source: text } : readCode(value, language);
}

const CodeArguments = z.looseObject({ code: z.string().regex(/\S/), cell: z.unknown().optional() });
const SqlArguments = z.object({
  language: z.literal('sql'),
  connection: z.string().nullish(),
  result: z.string().nullish(),
});
const CELL_ID = /^[\w-]{1,64}$/;
const MISNAMED_KEYS = ['cell_id', 'cellId', 'cellID'];
const BAD_CELL = {
  problem: `The cell to replace is not named as it must be, so nothing was run. Send {"code": "...", "cell": "ID"}, where ID is one that you were shown as (cell ID); leave "cell" out to add a new cell.`,
};

function readCode(value: unknown, language: Language): ReadCall | null {
  const { data } = CodeArguments.safeParse(value);
  if (!data) return null;
  const wanted = readWanted(data, language);
  if (wanted && 'problem' in wanted) return wanted;
  const written = unfence(data.code);
  const code = wanted ? { source: written, ...wanted } : { source: unescapeOnce(written, language) };
  const { cell = null } = data;
  // Models fill in an optional parameter that they do not use.
  if (cell === null || cell === '') return MISNAMED_KEYS.some((key) => key in data) ? BAD_CELL : code;
  return typeof cell === 'string' && CELL_ID.test(cell) ? { ...code, cell } : BAD_CELL;
}

function readWanted(value: unknown, { sql }: Language) {
  const { data } = SqlArguments.safeParse(value);
  if (!sql || !data) return null;
  return toSqlLanguage({ connection: data.connection ?? '', resultName: data.result ?? '' }, sql);
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

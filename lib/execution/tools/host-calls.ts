/** Answers the calls that the code of one cell makes to host tools, and tells of each. */
import { z } from 'zod';
import type { HostCallContext, HostCallHandler } from '../../kernel/kernel.ts';
import type { CallEnd } from '../../protocol/cells/call.ts';
import { type HostTool, ToolResult, toToolId } from '../../tools/host-tool.ts';
import { toMessage } from '../../util/app-error.ts';
import {
  findRoundedInteger,
  hasBigIntegers,
  parseJsonWithBigIntegers,
  writeBigIntegers,
} from '../../util/exact-json.ts';
import type { CallGate } from '../approve.ts';

/** Calls of one cell: code that calls on and on must not fill the log. */
const MAX_CALLS = 1_000;
/** A stock Jupyter server closes the connection on a message over 10 MiB. */
const MAX_RESULT_BYTES = 8_000_000;
/** Longer ones are not of our Python package, which refuses them with a sentence, characters. */
const MAX_REQUEST_LENGTH = 9_500_000;
/** Longest message of a failure, characters: for the code, and for the log. */
const MAX_ERROR_LENGTH = 20_000;
const MAX_TOLD_ERROR_LENGTH = 2_000;

const Request = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });

type End = Omit<CallEnd, 'callId'>;

/** `gate` may hold a call until the user has approved it. */
export function createCallHandler(
  tools: readonly HostTool[],
  cellId: string,
  gate?: CallGate,
): HostCallHandler {
  let calls = 0;

  return async (request, context) => {
    const { requestId: callId, signal, tell } = context;
    if (++calls > MAX_CALLS && request !== null) return toErrorReply(TOO_MANY);
    const { data } = Request.safeParse(request === null ? null : parseJson(request));
    const isSilent = tools.some((tool) => tool.isSilent && toToolId(tool) === data?.name);
    let isTold = isSilent;
    const tellEnd = (end: End) => {
      if (!isTold) tell({ type: 'tool-call-end', cellId, callId, ...end });
      isTold = true;
    };
    if (request === null) {
      const error = gate?.drop(callId, tell) ?? CRASHED;
      tellEnd({ status: 'error', error });
      return toErrorReply(error);
    }
    if (!data) return toErrorReply(MALFORMED);
    const name = data.name.slice(0, 200);
    const given = JSON.stringify(data.arguments);
    if (!isSilent) tell({ type: 'tool-call-start', cellId, callId, name, arguments: given });
    signal.addEventListener('abort', () => tellEnd({ status: 'interrupted' }), { once: true });
    try {
      const { reply, value } = toReply(await callTool(tools, data, { ...context, cellId }, gate));
      tellEnd({ status: 'ok', result: value });
      return reply;
    } catch (error) {
      const message = toMessage(error).slice(0, MAX_ERROR_LENGTH);
      tellEnd({ status: 'error', error: message.slice(0, MAX_TOLD_ERROR_LENGTH) });
      return toErrorReply(message);
    }
  };
}

const CRASHED = 'Actbook was restarted during this call: whether it took effect is unknown.';
const MALFORMED = 'This is not a tool call.';
const TOO_MANY = `One cell can call tools ${MAX_CALLS} times. Continue in the next one.`;

async function callTool(
  tools: readonly HostTool[],
  { name, arguments: args }: z.infer<typeof Request>,
  { requestId: callId, ...context }: HostCallContext & { cellId: string },
  gate: CallGate | undefined,
): Promise<unknown> {
  const tool = tools.find((each) => toToolId(each) === name);
  if (!tool) throw new Error(`There is no tool “${name.slice(0, 200)}” in this session.`);
  const given = tool.takesRawIntegers ? args : toNumbers(name, args);
  await gate?.pass({ tool, name, args, callId, ...context });
  return tool.call(given, { ...context, callId });
}

/** Throws for an integer that would be another one as a number of JavaScript. */
function toNumbers(name: string, args: Record<string, unknown>): Record<string, unknown> {
  const json = JSON.stringify(args);
  const rounded = findRoundedInteger(json);
  if (rounded === null) return hasBigIntegers(json) ? JSON.parse(json) : args;
  const shown = rounded.length > 40 ? `${rounded.slice(0, 40)}…` : rounded;
  throw new Error(`${name} cannot take the integer ${shown}: it would be rounded. Pass it as a string.`);
}

function toReply(result: unknown): { reply: string; value: string } {
  const { value, displays } = result instanceof ToolResult ? result : new ToolResult(result, []);
  const json = JSON.stringify(value, writeBigIntegers) ?? 'null';
  const shown = displays.length > 0 ? `,"displays":${JSON.stringify(displays)}` : '';
  const reply = `{"value":${json}${shown}}`;
  if (Buffer.byteLength(reply) <= MAX_RESULT_BYTES) return { reply, value: json };
  throw new Error(`The result is longer than ${MAX_RESULT_BYTES / 1e6} MB. Ask for less.`);
}

function toErrorReply(error: string): string {
  return JSON.stringify({ error });
}

function parseJson(text: string): unknown {
  if (text.length > MAX_REQUEST_LENGTH) return null;
  try {
    return parseJsonWithBigIntegers(text);
  } catch {
    return null;
  }
}

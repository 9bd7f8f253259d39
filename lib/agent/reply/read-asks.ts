/** Reads from a reply the parts of the task that it hands to other agents. */
import { z } from 'zod';
import { AskedPart, MAX_AGENTS_AT_ONCE, MAX_RETURNS } from '../../protocol/runs/agent-ask.ts';
import { attempt } from '../../util/attempt.ts';
import { ASK_TOOL, type ModelReply, malformed } from './action.ts';
import { stripThinking } from './clean-reply.ts';

/** Parts that other agents are to do, and what the reply says beside them. */
export interface AskCall {
  readonly type: 'ask';
  readonly words: string;
  readonly parts: readonly AskedPart[];
}

/** A block of its own; what comes back is named after the label, or on the first or last line. */
const BLOCK = /^[ \t]{0,3}(`{3,20}|~{3,20})[ \t]*ask_agent\b([^\n`]*)\n([\s\S]*?)\n[ \t]{0,3}\1[ \t]*$/gim;
const NAMED = /\breturns?[ \t]*[=:][ \t]*["'[(]?([\w, \t]*)["'\])]?/i;
const NAMED_LINE = /^[ \t*_`-]*returns?[ \t*_`]*:[ \t*_`]*([\w, \t`]*)$/im;

/** Null where the reply asks no agent. `runsCode` says whether text beside the blocks is code that would run. */
export function readAsks(
  reply: ModelReply,
  runsCode: (text: string) => boolean,
): AskCall | ReturnType<typeof malformed> | null {
  if (reply.toolCalls.length > 0) return readCalls(reply);
  const text = stripThinking(reply.text);
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.length === 0) return null;
  const words = text.replaceAll(BLOCK, '').trim();
  if (runsCode(words)) return malformed(EITHER);
  return toCall(
    words,
    blocks.map(({ 2: label = '', 3: body = '' }) => {
      const line = NAMED_LINE.exec(body);
      const names = NAMED.exec(label)?.[1] ?? line?.[1] ?? '';
      const task = (NAMED.test(label) || !line ? body : body.replace(line[0], '')).trim();
      return { task, returns: names.split(/[\s,`]+/).filter((name) => name !== '') };
    }),
  );
}

const EITHER =
  'A reply either runs code or asks agents, so nothing of it was done. Send the code first and look at its output, or the ask_agent blocks alone.';

const Arguments = z.looseObject({ task: z.string(), returns: z.array(z.string()).nullish() });

function readCalls({ text, toolCalls }: ModelReply): ReturnType<typeof readAsks> {
  const asks = toolCalls.filter(({ name }) => name === ASK_TOOL);
  if (asks.length === 0) return null;
  if (asks.length < toolCalls.length) return malformed(EITHER);
  const parts = asks.map(({ id, arguments: given }) => {
    const { data } = Arguments.safeParse(attempt(() => JSON.parse(given)));
    return data && { task: data.task, returns: data.returns ?? [], toolCallId: id };
  });
  return parts.every((part) => part !== undefined)
    ? toCall(stripThinking(text).trim(), parts)
    : malformed(BAD_CALL);
}

const BAD_CALL = `The arguments of ${ASK_TOOL} could not be read. Send one JSON object: {"task": "...", "returns": ["name"]}.`;

function toCall(words: string, asked: readonly unknown[]): ReturnType<typeof readAsks> {
  if (asked.length > MAX_AGENTS_AT_ONCE)
    return malformed(`At most ${MAX_AGENTS_AT_ONCE} agents can be asked in one reply, so none was.`);
  const { data } = z.array(AskedPart).safeParse(asked);
  if (!data) return malformed(BAD_PART);
  const returns = data.flatMap((part) => [...new Set(part.returns)]);
  const twice = returns.find((name, index) => returns.indexOf(name) !== index);
  if (twice === undefined) return { type: 'ask', words, parts: data };
  return malformed(`Two agents would bring back ${twice}, so none was asked. Give each result its own name.`);
}

const BAD_PART = `What the agent is to do could not be read, so none was asked. Say it in the block, and name at most ${MAX_RETURNS} variables that come back, as in \`returns=total,by_month\`.`;

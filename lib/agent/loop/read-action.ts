import { findLanguage } from '../../execution/languages/find-language.ts';
import type { Language } from '../../execution/languages/language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { readRun } from '../../session/read-run.ts';
import { attempt } from '../../util/attempt.ts';
import type { Action, ModelReply, SkillCall } from '../reply/action.ts';
import { checkAnswer } from '../reply/answer-schema.ts';
import { parseAction } from '../reply/parse-action.ts';
import { readWithKernel } from '../reply/read-with-kernel.ts';
import type { RunContext } from '../run-context.ts';
import { resolveTargets } from './resolve-targets.ts';

/** `Skill: monthly-report`, as the last line of a reply; a file beside its text comes after a slash. */
const SKILL_CALL =
  /(?:^|\n)[ \t]*[*_`>-]*[ \t]*skill[*_`]*:[*_` \t]*([a-z0-9][a-z0-9-]*(?:\/[^\n`*]+?)?)[*_`. \t]*$/i;

/** What the model decided. JSON that fits the task's schema is the answer, even where it looks like a call. */
export async function readAction(context: RunContext, reply: ModelReply): Promise<Action | SkillCall> {
  const { session, kernel } = context;
  const action = resolveTargets(session, await parseReply(reply, findLanguage(session.kernel), kernel));
  const { task, skills = [] } = readRun(context);
  const path = action.type === 'answer' && skills.length > 0 ? findSkillCall(action.text) : null;
  if (path !== null) return { type: 'skill', path };
  const isWritten = reply.toolCalls.length === 0 && reply.finishReason === 'stop';
  if (!task.schema || !isWritten || action.type === 'answer' || !isJsonAlone(reply.text)) return action;
  const checked = await checkAnswer(task.schema, reply.text);
  return 'value' in checked ? { type: 'answer', text: reply.text } : action;
}

/** {@link parseAction} with the kernel's word on what compiles. */
export function parseReply(reply: ModelReply, language: Language, kernel: Kernel): Promise<Action> {
  return readWithKernel(language, kernel, (asked) => parseAction(reply, asked));
}

/** The path of the skill that a reply asks for; null for any other. */
export function findSkillCall(reply: string): string | null {
  return SKILL_CALL.exec(reply.trimEnd())?.[1] ?? null;
}

/** Whether a reply is a JSON object or list, which may be in a fence. */
function isJsonAlone(text: string): boolean {
  const json = /^\s*```(?:json\w*)?[ \t]*\n([\s\S]*)\n[ \t]*```\s*$/i.exec(text)?.[1] ?? text;
  return attempt(() => typeof JSON.parse(json)) === 'object';
}

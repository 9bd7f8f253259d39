/** Reads the action of a reply, with the cells that its code replaces. What the model got wrong makes the whole reply malformed. */
import { findRunLanguage } from '../../execution/languages/find-language.ts';
import type { Language } from '../../execution/languages/language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { findOriginal } from '../../session/cell-versions.ts';
import { type Cell, readRun, type Session } from '../../session/session.ts';
import { findByShortId, toShortCellId } from '../../session/short-cell-id.ts';
import { attempt } from '../../util/attempt.ts';
import { type Action, type ModelReply, malformed, type Segment, type SkillCall } from '../reply/action.ts';
import { checkAnswer } from '../reply/answer-schema.ts';
import { parseAction } from '../reply/parse-action.ts';
import { type AskCall, readAsks } from '../reply/read-asks.ts';
import { readWithKernel } from '../reply/read-with-kernel.ts';
import type { RunContext } from '../run-context.ts';

/** `Skill: monthly-report`, as the last line of a reply; a file beside its text comes after a slash. */
const SKILL_CALL =
  /(?:^|\n)[ \t]*[*_`>-]*[ \t]*skill[*_`]*:[*_` \t]*([a-z0-9][a-z0-9-]*(?:\/[^\n`*]+?)?)[*_`. \t]*$/i;

/** What the model decided. JSON that fits the task's schema is the answer, even where it looks like a call. */
export async function readAction(
  context: RunContext,
  reply: ModelReply,
): Promise<Action | SkillCall | AskCall> {
  const { session, kernel } = context;
  const run = readRun(context);
  const { task, skills = [], agents } = run;
  const language = findRunLanguage(session, run);
  const runsCode = (text: string) => parseAction({ ...reply, text }, language).type === 'code';
  const asks = agents === undefined ? null : readAsks(reply, runsCode);
  if (asks) return asks;
  const action = resolveTargets(session, await parseReply(reply, language, kernel));
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

type CodeSegment = Extract<Segment, { type: 'code' }>;

/** Cells that are listed to a model that named none of them. */
const MAX_LISTED = 20;

/** The same action, each `cell` in it a whole ID of a code cell that may be replaced. */
export function resolveTargets(session: Session, action: Action): Action {
  if (action.type !== 'code') return action;
  const named = action.segments.filter(isNamed);
  const targets = new Map(named.map((segment) => [segment, findByShortId(session.cells, segment.cell)]));
  for (const [{ cell: id }, target] of targets) {
    const problem = target ? describeProblem(target) : describeUnknown(session, id);
    if (problem !== null) return malformed(`${problem} Nothing of your reply was run.`);
  }
  const ids = [...targets.values()].map((target) => target?.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    return malformed(
      `Your reply replaces cell ${toShortCellId(twice)} more than once, so nothing of it was run. Send its code once, as a whole.`,
    );
  const segments = action.segments.map((segment) => {
    const target = isNamed(segment) ? targets.get(segment) : null;
    return target ? { ...segment, cell: target.id } : segment;
  });
  return { ...action, segments };
}

function isNamed(segment: Segment): segment is CodeSegment & { cell: string } {
  return segment.type === 'code' && segment.cell !== undefined;
}

function describeProblem({ id, type, role }: Cell): string | null {
  const name = `Cell ${toShortCellId(id)}`;
  if (type === 'markdown') return `${name} holds text, and only code cells can be replaced.`;
  return role === 'code'
    ? null
    : `${name} defines the functions that the user gave you and cannot be replaced.`;
}

function describeUnknown(session: Session, id: string): string {
  if (findOriginal(session, id)) return `The user deleted cell ${id}, so it cannot be replaced.`;
  const ids = session.cells
    .filter((cell) => describeProblem(cell) === null)
    .map(({ id: own }) => toShortCellId(own));
  const listed = ids.slice(-MAX_LISTED).join(', ');
  const known = ids.length === 0 ? 'There is none that can be replaced yet' : `The last ones are ${listed}`;
  return `There is not a cell ${id}. ${known}; leave the ID out to add a new cell.`;
}

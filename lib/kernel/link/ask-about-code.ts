/**
 * Asks a kernel about code that is being written: https://jupyter-client.readthedocs.io/en/latest/messaging.html#completion
 * and #introspection. The shell channel is serial, so a question holds up the cell behind it: it is short, or ended.
 */
import type { CodeAnswer, CodeQuestion, Match } from '../../protocol/kernel/code-help.ts';
import { isWithin } from '../../util/is-within.ts';
import { isRecord, toRecord, toStringOr } from '../wire/kernel-message.ts';
import type { JupyterLink } from './jupyter-link.ts';

/** Longest the user waits for an answer. */
const TIMEOUT_MS = 4_000;
/** Longest wait for the end of a question that was interrupted. */
const END_MS = 2_000;
const MAX_MATCHES = 1_000;
const MAX_MATCH_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 64_000;

/**
 * By IPython's own choice a library reads the code and the files it imports, for seconds, and keeps what it read where a
 * kernel that ends in the middle of it leaves it broken for all. The names that live in the kernel need none of that.
 */
const BY_NAMES = {
  code: '',
  silent: true,
  expression: "setattr(get_ipython().Completer, 'use_jedi', False)",
};

/**
 * Null when the kernel did not answer in time. Finding an answer may run the user's own code, such as a property that
 * sleeps: then it is interrupted. A kernel that has not even begun works on something else, which is left alone.
 */
export async function askAboutCode(
  link: JupyterLink,
  question: CodeQuestion,
  interrupt: () => Promise<void>,
): Promise<CodeAnswer | null> {
  const isPython = link.info.implementation === 'ipython';
  const request = link.ask(question.ask, toContent(question), isPython ? BY_NAMES : null);
  if (!request) return null;
  if (!(await isWithin(TIMEOUT_MS, request.reply))) {
    if (!request.hasBegun()) return null;
    await interrupt().catch(() => {});
    await isWithin(END_MS, request.reply);
    return null;
  }
  const reply = await request.reply;
  return (
    reply && (question.ask === 'complete' ? toCompletion(reply, question) : toInspection(reply, question))
  );
}

function toContent({ ask, code, cursor }: CodeQuestion): Record<string, unknown> {
  const place = { code, cursor_pos: countCodePoints(code, cursor) };
  return ask === 'complete' ? place : { ...place, detail_level: 0 };
}

function toCompletion(reply: Record<string, unknown>, { code, cursor }: CodeQuestion): CodeAnswer {
  const details = toRecord(reply.metadata)._jupyter_types_experimental;
  const facts = new Map<string, Record<string, unknown>>();
  for (const each of Array.isArray(details) ? details : [])
    if (isRecord(each)) facts.set(toStringOr(each.text, ''), each);
  const texts = Array.isArray(reply.matches) ? reply.matches : [];
  return {
    from: toOffset(code, reply.cursor_start, cursor),
    to: toOffset(code, reply.cursor_end, cursor),
    matches: texts
      .filter((text): text is string => typeof text === 'string' && text.length <= MAX_MATCH_LENGTH)
      .slice(0, MAX_MATCHES)
      .map((text) => toMatch(text, facts.get(text))),
    text: '',
  };
}

function toMatch(text: string, facts: Record<string, unknown> = {}): Match {
  const type = toStringOr(facts.type, '').slice(0, MAX_MATCH_LENGTH);
  const signature = toStringOr(facts.signature, '').slice(0, MAX_MATCH_LENGTH);
  return {
    text,
    ...(type && type !== '<unknown>' ? { type } : {}),
    ...(signature ? { signature } : {}),
  };
}

function toInspection(reply: Record<string, unknown>, { cursor }: CodeQuestion): CodeAnswer {
  const text = reply.found === true ? toRecord(reply.data)['text/plain'] : '';
  return { from: cursor, to: cursor, matches: [], text: toStringOr(text, '').slice(0, MAX_TEXT_LENGTH) };
}

/** The protocol counts code points. */
function countCodePoints(code: string, offset: number): number {
  return [...code.slice(0, offset)].length;
}

function toOffset(code: string, codePoints: unknown, fallback: number): number {
  if (typeof codePoints !== 'number' || codePoints < 0) return fallback;
  return [...code].slice(0, codePoints).join('').length;
}

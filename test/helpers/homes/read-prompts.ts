/** What the model is sent of a session, as text: at the last step of its last run, and for a question that comes next. */
import { toMessages } from '../../../lib/agent/prompt/prompt.ts';
import type { ModelMessage } from '../../../lib/model/model.ts';
import { findActiveRun, type Session } from '../../../lib/session/session.ts';
import { foldAll, startRun } from '../session-events.ts';

const NEXT = 'What did I change, and what is still open?';

export function readPrompts(session: Session): string {
  const last = session.runs.at(-1);
  const prompts = last
    ? [`# Last run\n${write(toMessages(session, last.id, { nativeTools: hasCalls(session) }))}`]
    : [];
  if (findActiveRun(session)) return prompts.join('\n');
  const next = foldAll([startRun('r-next', NEXT)], session);
  return [...prompts, `# Next run\n${write(toMessages(next, 'r-next'))}`].join('\n');
}

/** Whether its model called a function to run code. */
const hasCalls = ({ runs }: Session): boolean =>
  runs.some(({ steps }) => steps.some(({ toolCalls }) => toolCalls.length > 0));

function write(messages: readonly ModelMessage[]): string {
  return messages.map(writeMessage).join('\n');
}

/** Of the instructions, which other tests prove, what this session has of its own. */
function writeMessage({ role, content, ...rest }: ModelMessage): string {
  const more = Object.keys(rest).length === 0 ? '' : `\n${JSON.stringify(rest, null, 1)}`;
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 1);
  return `## ${role}\n${role === 'system' ? keepOwn(text) : text}${more}`;
}

function keepOwn(text: string): string {
  const bare = toMessages(foldAll([startRun('r-1')]), 'r-1')[0]?.content;
  const known = new Set(typeof bare === 'string' ? bare.split('\n') : []);
  return text
    .split('\n')
    .filter((line) => !known.has(line))
    .join('\n');
}

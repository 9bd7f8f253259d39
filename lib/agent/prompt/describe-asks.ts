/** What a model is told of the agents that it asked. */
import type { AgentAsk } from '../../session/agent-ask.ts';
import { pluralize } from '../../util/pluralize.ts';

const MAX_TASK_LENGTH = 200;

export function describeAsk({ index, task, end }: AgentAsk): string {
  const short = task.length > MAX_TASK_LENGTH ? `${task.slice(0, MAX_TASK_LENGTH - 1)}…` : task;
  const name = `Agent ${index + 1} (“${short}”)`;
  if (!end) return `[${name} was stopped before its end.]`;
  const { outcome, answer, steps } = end;
  const why = 'message' in outcome ? outcome.message : 'It asked something instead.';
  const said =
    outcome.status === 'answered'
      ? `has ended after ${pluralize(steps, 'step')}. Its answer:]\n${answer}`
      : `gave no full answer. ${why}]${answer === '' ? '' : `\n${answer}`}`;
  return `[${name} ${said}\n[${describeReturned(end)}]`;
}

function describeReturned({ returned, files, changedFiles }: NonNullable<AgentAsk['end']>): string {
  const values = returned.filter((each) => each.as === 'value').map(({ name }) => name);
  const parts = [
    values.length > 0 ? `Defined in your kernel now: ${values.join(', ')}.` : '',
    ...returned.flatMap(({ name, as, file, reason = '' }) => {
      if (as === 'value') return [];
      return as === 'file'
        ? [`${name} cannot be copied (${reason}), so it is in the file ${file}.`]
        : [`${name} did not come back: ${reason.replace(/\.?$/, '.')}`];
    }),
    files.length > 0 ? `New files in the working directory: ${files.join(', ')}.` : '',
    changedFiles.length > 0
      ? `It changed ${changedFiles.join(', ')} in its own folder; yours is as it was.`
      : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : 'Nothing else of it is in your kernel.';
}

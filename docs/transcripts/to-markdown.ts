/** A session as a page to read: the task, what the model wrote, what each cell showed it, and the answer. */
import { toObservation } from '../../lib/observation/to-observation.ts';
import { type Cell, findCell, type Run, type Session, type Step } from '../../lib/session/session.ts';

export interface TranscriptOptions {
  title: string;
  /** Who made it and what in it is real; Markdown. */
  introduction: string;
}

export function toMarkdown(session: Session, { title, introduction }: TranscriptOptions): string {
  const kernel = session.kernel.info;
  const parts = [
    `# ${title}`,
    introduction,
    kernel
      ? `Kernel: ${kernel.displayName}, ${kernel.implementation}, isolation \`${kernel.isolation}\`.`
      : '',
    ...session.runs.flatMap((run) => toRunParts(session, run)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toRunParts(session: Session, run: Run): string[] {
  const own = session.cells.filter(({ runId }) => runId === run.id);
  const tools = own.find(({ role }) => role === 'tools');
  return [
    `**Task:** ${run.task.text}`,
    ...(tools ? ['**Functions given:**', fence(tools.source)] : []),
    ...(run.task.schema ? ['**Schema of the answer:**', toJson(run.task.schema)] : []),
    ...run.steps.flatMap((step) => toStepParts(session, step)),
    ...(run.outcome && 'value' in run.outcome ? ['## The value', toJson(run.outcome.value)] : []),
  ];
}

function toStepParts(session: Session, step: Step): string[] {
  const cells = step.cellIds.flatMap((id) => findCell(session, id) ?? []);
  const shown = cells.filter(({ type }) => type === 'code').flatMap(toObservationParts);
  const told = step.actionError === null ? [] : ['**The model is told:**', fence(step.actionError)];
  return [`## Step ${step.index}`, '**The model writes:**', fence(step.text, 'markdown'), ...shown, ...told];
}

function toObservationParts(cell: Cell): string[] {
  return ['**The model reads:**', fence(toObservation(cell).text)];
}

function toJson(value: unknown): string {
  return fence(JSON.stringify(value, null, 2), 'json');
}

/** Longer than any fence in the text. */
function fence(text: string, label = 'text'): string {
  const longest = Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([mark]) => mark.length + 1));
  const mark = '`'.repeat(longest);
  return `${mark}${label}\n${text.trimEnd()}\n${mark}`;
}

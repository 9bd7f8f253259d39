/** A summary put together from the log: what was asked, what ran, what it defined, what it showed last. */

import { shortenText } from '../../observation/shorten/shorten-text.ts';
import { toObservation } from '../../observation/to-observation.ts';
import type { ContextMark } from '../../protocol/runs/compaction.ts';
import { listStepCells } from '../../session/cell-versions.ts';
import type { CellVersion, Run, Session, Step } from '../../session/session.ts';
import { splitTitle } from '../../session/view/titles/split-title.ts';
import { createMarkOrder } from '../prompt/conversation.ts';
import { tellCellId } from '../prompt/name-cell.ts';
import { listWords } from '../prompt/prompt-cache.ts';
import { stripThinking } from '../reply/clean-reply.ts';

/** Longest excerpts, characters: of a task or an answer, and of the words or the output of a step. */
const TASK_LENGTH = 300;
const LINE_LENGTH = 160;
/** The summary before it may take this share. */
const FORMER_SHARE = 0.4;

export interface RuleSummaryOptions {
  /** What is in the former summary; null for nothing. */
  after: ContextMark | null;
  upTo: ContextMark;
  /** The former summary. */
  former: string;
  maxLength: number;
}

export function summarizeByRules(session: Session, options: RuleSummaryOptions): string {
  const { after, upTo, maxLength } = options;
  const former = shortenText(options.former, Math.floor(maxLength * FORMER_SHARE));
  const isUpTo = createMarkOrder(session);
  const isMeant = (mark: ContextMark) => isUpTo(mark, upTo) && !isUpTo(mark, after);
  const definitions = findDefinitions(session);
  const lines = session.runs.flatMap((run) => [
    ...(isMeant({ runId: run.id, step: 0 }) ? [`Task: ${flatten(run.task.text, TASK_LENGTH)}`] : []),
    ...run.steps
      .filter(({ index }) => isMeant({ runId: run.id, step: index }))
      .map((step) => toStepLine(session, run, step, definitions)),
  ]);
  const room = maxLength - former.length - 1;
  return [former, shortenText(lines.join('\n'), room)].filter((part) => part !== '').join('\n');
}

function toStepLine(
  session: Session,
  run: Run,
  step: Step,
  definitions: ReadonlyMap<string, string[]>,
): string {
  const text = stripThinking(step.text);
  if (step.action === 'answer') return `- Answered: ${flatten(splitTitle(text).answer, TASK_LENGTH)}`;
  const code = listStepCells(session, run.id, step);
  const prose = text.replaceAll(
    /^(`{3,}|~{3,})[\s\S]*?(^\1|(?![\s\S]))|<execute[^>\n]*>[\s\S]*?(<\/execute>|$)/gm,
    '',
  );
  const names = code.flatMap(({ id }) => definitions.get(id) ?? []);
  const parts = [
    flatten(prose, LINE_LENGTH),
    names.length > 0 ? `New names: ${names.join(', ')}.` : '',
    ...code.map(describeEnd),
    step.actionError === null ? '' : flatten(step.actionError, LINE_LENGTH),
  ];
  return `- Step ${step.index}: ${parts.filter((part) => part !== '').join(' ')}`;
}

function describeEnd(cell: CellVersion): string {
  const lines = toObservation(cell).text.split('\n');
  const end = flatten(lines.slice(-3).join(' | '), LINE_LENGTH);
  const id = tellCellId(cell);
  return cell.status === 'ok' ? `Output ended ${id}: ${end}` : `It ended "${cell.status}" ${id}: ${end}`;
}

/** The names that the code of each cell was the first to use, by cell. */
function findDefinitions({ cells, kernel }: Session): ReadonlyMap<string, string[]> {
  const names = new Set([...kernel.lostNames, ...kernel.names].map(({ name }) => name));
  const definitions = new Map<string, string[]>();
  for (const { id, type, source } of cells) {
    if (type !== 'code') continue;
    const first = [...listWords(source)].filter((word) => names.delete(word));
    if (first.length > 0) definitions.set(id, first);
  }
  return definitions;
}

/** Puts text on one line, without the end if it is too long. */
function flatten(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}

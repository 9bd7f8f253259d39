/** The values of an answer by reference: computed by a cell of the notebook, and put into its text. */
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import { fillJson, findJsonReferences } from '../../references/fill-json.ts';
import { fillReferences } from '../../references/fill-references.ts';
import { findReferences, type Reference } from '../../references/find-references.ts';
import { readValues } from '../../references/read-values.ts';
import { listValues } from '../../references/write-values-cell.ts';
import { type Cell, findCell } from '../../session/session.ts';
import type { DraftAnswer } from '../review/draft-answer.ts';
import type { RunContext } from '../run-context.ts';
import { codeCell, runAgentCell } from './run-agent-cell.ts';
import { readError } from './stop-conditions.ts';

/** How the references of a kind of text are found, printed, and filled in. */
interface Form {
  readonly find: (text: string) => readonly Reference[];
  readonly plain: '!s' | '!r';
  readonly fill: (text: string, references: readonly Reference[], texts: readonly string[]) => string;
}

const MARKDOWN: Form = {
  find: findReferences,
  plain: '!s',
  fill: (text, references, texts) => fillReferences(text, references, texts).text,
};
export const JSON_TEXT: Form = { find: findJsonReferences, plain: '!r', fill: fillJson };

/** The problem is what the model is told. A cell of values that a former answer of the run has had is replaced. */
export async function* fillAnswer(
  context: RunContext,
  step: number,
  template: string,
  { find, plain, fill }: Form = MARKDOWN,
): AsyncGenerator<EventBody, Pick<DraftAnswer, 'source' | 'values'> | { readonly problem: string }> {
  const { values: form } = findLanguage(context.session.kernel);
  const references = form ? find(template) : [];
  if (!form || references.length === 0) return { source: template };
  for (const { expression } of references) {
    const problem = form.check(expression);
    if (problem !== null) return complain(`\`${expression}\` ${problem}.`);
  }
  const values = listValues(references);
  const cell = yield* computeValues(context, step, form.toCode(values, plain));
  if (cell.status !== 'ok')
    return complain(`The cell of its values did not end well: ${readError(cell) || 'it was stopped'}.`);
  const read = readValues(values, cell.outputs);
  if ('problem' in read) return complain(read.problem);
  return { source: fill(template, references, read.texts), values: { cellId: cell.id, template } };
}

/** A run that is taken up after a crash may have it already. */
async function* computeValues(
  context: RunContext,
  step: number,
  source: string,
): AsyncGenerator<EventBody, Cell> {
  const { runId } = context;
  const former = context.session.cells.find((cell) => cell.runId === runId && cell.isValues);
  const cellId = former?.id ?? createId('cell');
  if (!former) yield codeCell(context, step, cellId, { source, isValues: true });
  else if (former.source !== source) yield { type: 'cell-edit', cellId, source, from: { runId, step } };
  const isDone = former?.source === source && former.status !== 'idle';
  if (!isDone) yield* runAgentCell(context, cellId, source);
  const cell = findCell(context.session, cellId);
  if (!cell) throw new Error(`The cell ${cellId} of an answer's values is not in the session.`);
  return cell;
}

function complain(reason: string): { problem: string } {
  const problem = `The answer was not given. ${reason} Correct it and send the whole answer once more; compute what is missing first if you have to.`;
  return { problem };
}

import type { Quantity, SourceCell } from '../../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../../lib/quantities/link-quantities.ts';
import type { Session } from '../../../lib/session/session.ts';
import { type AnswerSources, listAnswerSources } from '../../../lib/session/view/list-answer-sources.ts';
import { prepareMath } from '../../../lib/util/prepare-math.ts';
import type { AnswerQuantities, Quantities } from './quantities-context.ts';

export interface Known extends AnswerQuantities {
  readonly question: string;
  readonly cells: readonly SourceCell[];
}

/** Of all answers, each in a moment that the page can spare; `known` keeps what need not be looked up again. Null when it was broken off. */
export async function lookUpQuantities(
  session: Session,
  known: Map<string, Known>,
  signal: AbortSignal,
): Promise<Quantities | null> {
  const answers = listAnswerSources(session);
  for (const sources of answers) {
    if (isKnown(known.get(sources.answer.id), sources)) continue;
    await waitForIdle();
    if (signal.aborted) return null;
    const { answer, cells, question } = sources;
    const quantities = lookUp(prepareMath(answer.source), cells, question);
    known.set(answer.id, { text: answer.source, question, cells, quantities });
  }
  if (signal.aborted) return null;
  const byAnswer = new Map(
    answers.flatMap(({ answer: { id } }) => {
      const found = known.get(id);
      return found ? [[id, found] as const] : [];
    }),
  );
  const places = session.cells.map(
    ({ id, runId, executionCount }) =>
      [id, { cellId: id, runId, name: `In [${executionCount ?? ' '}]` }] as const,
  );
  return { byAnswer, places: new Map(places) };
}

/** An answer that cannot be looked up keeps its numbers as they are, and the others theirs. */
function lookUp(...asked: Parameters<typeof linkQuantities>): readonly Quantity[] {
  try {
    return linkQuantities(...asked);
  } catch {
    return [];
  }
}

function isKnown(known: Known | undefined, { answer, question, cells }: AnswerSources): boolean {
  if (known?.text !== answer.source || known.question !== question) return false;
  return (
    known.cells.length === cells.length &&
    known.cells.every((cell, index) => {
      const other = cells[index];
      return other?.id === cell.id && other.source === cell.source && other.outputs === cell.outputs;
    })
  );
}

/** The page stays quick while it looks. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
    else setTimeout(resolve);
  });
}

const MAX_WAIT_MS = 1000;

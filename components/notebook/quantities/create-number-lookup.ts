import type { SourceCell } from '../../../lib/quantities/finding/quantity.ts';
import { createSourceCache } from '../../../lib/quantities/source-cache.ts';
import type { Session } from '../../../lib/session/session.ts';
import { describeNumbers, lookUpAnswer } from '../../../lib/session/view/answers/answer-numbers.ts';
import { refillAnswer } from '../../../lib/session/view/answers/filled-values.ts';
import {
  type AnswerSources,
  listAnswerSources,
} from '../../../lib/session/view/answers/list-answer-sources.ts';
import { prepareMath } from '../../../lib/util/prepare-math.ts';
import { whenIdle } from '../../ui/hooks/use-idle.ts';
import type { AnswerQuantities, Quantities } from './quantities-context.ts';

interface Known extends AnswerQuantities {
  readonly question: string;
  readonly cells: readonly SourceCell[];
}

/** Resolves to null when it was broken off. */
export type LookUpNumbers = (session: Session, signal: AbortSignal) => Promise<Quantities | null>;

/** Looks up the numbers of all answers, each in a moment that the page can spare, and keeps what need not be looked up again. */
export function createNumberLookup(): LookUpNumbers {
  const known = new Map<string, Known>();
  const cache = createSourceCache();
  return async (session, signal) => {
    const answers = listAnswerSources(session);
    for (const sources of answers) {
      if (isKnown(known.get(sources.answer.id), sources)) continue;
      await waitForIdle();
      if (signal.aborted) return null;
      const { answer, cells, question, isWithoutCode } = sources;
      const quantities = lookUpAnswer(prepareMath(answer.source), sources, cache);
      known.set(answer.id, {
        text: answer.source,
        question,
        cells,
        quantities,
        isWithoutCode,
        note: describeNumbers(quantities, isWithoutCode),
        refill: refillAnswer(session, answer),
      });
    }
    if (signal.aborted) return null;
    const byAnswer = answers.flatMap(({ answer: { id } }) => {
      const found = known.get(id);
      return found ? [[id, found] as const] : [];
    });
    return { byAnswer: new Map(byAnswer), places: listPlaces(session) };
  };
}

function listPlaces({ cells }: Session): Quantities['places'] {
  return new Map(
    cells.map(({ id, runId, executionCount }) => [
      id,
      { cellId: id, runId, name: `In [${executionCount ?? ' '}]` },
    ]),
  );
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
  return new Promise((resolve) => void whenIdle(resolve, MAX_WAIT_MS));
}

const MAX_WAIT_MS = 1000;

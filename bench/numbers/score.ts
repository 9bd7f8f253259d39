/** What the check made of a labeled answer: planted errors found, right numbers marked, links that lead elsewhere. */

import type { Quantity } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { type LabeledAnswer, type LabeledQuantity, locate } from './answer.ts';

/** `unclear`: neither linked nor marked, right or planted. `planted missed`: linked, or taken for given. */
export type Verdict = 'right' | 'planted missed' | 'wrongly marked' | 'wrong link' | 'unclear' | 'not read';

export interface Judged {
  answer: string;
  quantity: LabeledQuantity;
  found: Quantity | null;
  verdict: Verdict;
}

/** A number that is linked and has no label. */
export interface Unlabeled {
  answer: string;
  found: Quantity;
}

export interface Score {
  judged: Judged[];
  unlabeled: Unlabeled[];
  ms: number;
}

export function scoreAnswer({ id, answer, cells, question, quantities }: LabeledAnswer): Score {
  const start = performance.now();
  const found = linkQuantities(answer, cells, question);
  const ms = performance.now() - start;
  const links = found.filter(({ kind }) => kind === 'number');
  const used = new Set<Quantity>();
  const judged = quantities.map((quantity) => {
    const [from, to] = locate(answer, quantity);
    const own = links.find((link) => link.start < to && link.end > from) ?? null;
    if (own) used.add(own);
    return { answer: id, quantity, found: own, verdict: judge(quantity, own) };
  });
  const unlabeled = links
    .filter((link) => !used.has(link) && link.status !== 'given' && link.status !== 'unclear')
    .map((link) => ({ answer: id, found: link }));
  return { judged, unlabeled, ms };
}

/** What may be given and links to a right cell is right, and the other way round: only errors that mislead count. */
function judge({ label, cells }: LabeledQuantity, found: Quantity | null): Verdict {
  const status = found?.status ?? 'given';
  if (status === 'unclear') return 'unclear';
  if (label === 'unfounded') return status === 'unfounded' ? 'right' : 'planted missed';
  if (status === 'unfounded') return 'wrongly marked';
  if (label === 'given') return status === 'given' ? 'right' : 'wrong link';
  if (status === 'given') return found === null ? 'not read' : 'right';
  return found?.sources.every(({ cell }) => cells.includes(cell)) ? 'right' : 'wrong link';
}

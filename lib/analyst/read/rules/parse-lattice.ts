/**
 * A bottom-up chart parser. From the last word to the first, it finds all that begins there, cheapest first; so the first
 * time a meaning of a span turns up is its cheapest, and each is kept once.
 */
import type { View } from '../words/meanings.ts';
import type { State } from './rule.ts';

/** A meaning of the words from `start` to before `end`. */
export interface Edge {
  readonly category: string;
  readonly start: number;
  readonly end: number;
  readonly meaning: unknown;
  readonly cost: number;
}

/** Different meanings of one category that are kept for each span. */
const MEANINGS_PER_SPAN = 10;
/** More than any sentence takes; what takes more is not one, and is not read. */
const MOST_STEPS = 60_000;

/** What the words, or some of them in a row, mean as a `goal`. */
export function parse(
  lattice: readonly Edge[],
  length: number,
  options: { readonly grammar: State; readonly view: View; readonly goal: string },
): Edge[] {
  const chart: Map<string, Edge[]>[] = Array.from({ length: length + 1 }, () => new Map());
  const work = { view: options.view, chart, steps: 0 };
  for (let start = length - 1; start >= 0 && work.steps < MOST_STEPS; start -= 1) {
    const edges = lattice.filter((edge) => edge.start === start);
    parseFrom(edges, chart[start] ?? new Map(), (edge, add) => {
      const state = options.grammar.next.get(edge.category);
      if (state) extend(state, [edge], work, add);
    });
  }
  return chart.flatMap((starting) => starting.get(options.goal) ?? []);
}

/** Finds all that begins with the edges, cheapest first. */
function parseFrom(
  edges: readonly Edge[],
  found: Map<string, Edge[]>,
  makeMore: (edge: Edge, add: (made: Edge) => void) => void,
): void {
  const waiting: Edge[][] = [];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const edge of edges) wait(waiting, edge);
  // Grows while it is read: what an edge makes costs at least as much as the edge.
  for (const level of waiting) {
    for (const edge of level) {
      const span = `${edge.category} ${edge.end}`;
      const key = `${span} ${JSON.stringify(edge.meaning)}`;
      const count = counts.get(span) ?? 0;
      if (seen.has(key) || count >= MEANINGS_PER_SPAN) continue;
      seen.add(key);
      counts.set(span, count + 1);
      found.set(edge.category, [...(found.get(edge.category) ?? []), edge]);
      makeMore(edge, (made) => wait(waiting, made));
    }
  }
}

function wait(waiting: Edge[][], edge: Edge): void {
  while (waiting.length <= edge.cost) waiting.push([]);
  waiting[edge.cost]?.push(edge);
}

/** What the parse of one question shares. */
interface Work {
  readonly view: View;
  readonly chart: readonly Map<string, Edge[]>[];
  steps: number;
}

/** Makes all that the children, with what follows them, are the beginning of. */
function extend(state: State, children: readonly Edge[], work: Work, add: (edge: Edge) => void): void {
  work.steps += 1;
  if (work.steps > MOST_STEPS) return;
  const start = children[0]?.start ?? 0;
  const end = children.at(-1)?.end ?? 0;
  for (const { rule, isPart } of state.ends) {
    const meaning = (rule.mean as (...parts: unknown[]) => unknown)(
      ...collectParts(children, isPart),
      work.view,
    );
    if (meaning === null) continue;
    const cost = children.reduce((sum, child) => sum + child.cost, rule.cost);
    add({ category: rule.category, start, end, meaning, cost });
  }
  if (state.next.size === 0) return;
  for (const [category, edges] of work.chart[end] ?? []) {
    const next = state.next.get(category);
    if (next) for (const edge of edges) extend(next, [...children, edge], work, add);
  }
}

/** The meanings of categories, with null where an optional one was left out. */
function collectParts(children: readonly Edge[], isPart: readonly (boolean | null)[]): unknown[] {
  const rest = [...children];
  return isPart.flatMap((part) => {
    if (part === null) return [null];
    const child = rest.shift();
    return part ? [child?.meaning] : [];
  });
}

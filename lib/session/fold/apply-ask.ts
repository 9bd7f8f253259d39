/** The fold of parts of a task that other agents do: their cells are cells of the notebook, below those that were there. */
import type { AgentCell } from '../../protocol/runs/agent-ask.ts';
import type { Cell } from '../session.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { type Handlers, patchStep, toFields } from './handlers.ts';

export const APPLY_ASK = {
  'agent-start': (session, event, { at }) =>
    patchStep(session, event, (step) => {
      const { runId: _, step: __, ...start } = toFields(event);
      return { ...step, asks: [...(step.asks ?? []), { ...start, startedAt: at, end: null }] };
    }),
  'agent-end'(session, event, stamp) {
    const { runId, step, askId, cells, ...end } = toFields(event);
    const next = patchStep(session, event, ({ asks = [], ...rest }) => ({
      ...rest,
      asks: asks.map((ask) => (ask.askId === askId ? { ...ask, end: { ...end, at: stamp.at } } : ask)),
    }));
    const made = cells.map(
      (cell): Cell => ({
        ...toCell(cell),
        runId,
        step,
        askId,
        made: { as: 'insert', ...stamp },
        written: { ...stamp, author: 'agent' },
      }),
    );
    return { ...next, cells: [...next.cells, ...made] };
  },
} satisfies Partial<Handlers>;

/** It ran in a kernel that is none of the session's. */
function toCell({ cellId, cellType, source, ...ran }: AgentCell): Cell {
  const isCode = cellType === 'code';
  return {
    ...EMPTY_CELL,
    ...ran,
    id: cellId,
    type: cellType,
    source,
    author: 'agent',
    role: isCode ? 'code' : 'thought',
    ranSource: isCode && ran.status !== 'idle' ? source : null,
  };
}

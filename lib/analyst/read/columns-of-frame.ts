import {
  columnsIn,
  type Node,
  walkAsk,
  walkCondition,
  walkExpression,
  walkFigure,
  walkKeys,
} from '../query/walk.ts';
import type { Frame } from './meanings.ts';

/** All columns that the pieces of a question are about. */
export function columnsOfFrame(frame: Frame): Set<string> {
  const { columns, once } = frame;
  const named = [...columns, ...(once ? [once] : [])].map(({ name }) => name);
  return new Set([...named, ...columnsIn(walkFrame(frame))]);
}

function* walkFrame(frame: Frame): Generator<Node, void> {
  const { conditions, whole, said, measures, having, run, ranking, sides, versus, ask } = frame;
  const limits = [having, run?.having].flatMap((each) => (each ? [each.measure] : []));
  for (const { figure } of [...measures, ...limits]) yield* walkFigure(figure);
  const compared = [...(sides ?? []), ...(versus ? [versus] : [])].map(({ where }) => where);
  for (const each of [...conditions, ...whole, ...(said ? [said] : []), ...compared])
    yield* walkCondition(each);
  yield* walkKeys([...frame.keys, ...frame.within, frame.target, run?.key].flatMap((key) => key ?? []));
  if (ranking) yield* walkExpression(ranking.amount.of);
  if (ask) yield* walkAsk(ask);
}

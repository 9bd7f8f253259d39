/** Finds the cells that the code of a reply replaces. What the model got wrong makes the whole reply malformed. */
import { findOriginal } from '../../session/cell-versions.ts';
import type { Cell, Session } from '../../session/session.ts';
import { findByShortId, toShortCellId } from '../../session/short-cell-id.ts';
import type { Action, Segment } from '../reply/action.ts';

type CodeSegment = Extract<Segment, { type: 'code' }>;

/** Cells that are listed to a model that named none of them. */
const MAX_LISTED = 20;

/** The same action, each `cell` in it a whole ID of a code cell that may be replaced. */
export function resolveTargets(session: Session, action: Action): Action {
  if (action.type !== 'code') return action;
  const named = action.segments.filter(isNamed);
  const targets = new Map(named.map((segment) => [segment, findByShortId(session.cells, segment.cell)]));
  for (const [{ cell: id }, target] of targets) {
    const problem = target ? describeProblem(target) : describeUnknown(session, id);
    if (problem !== null) return { type: 'malformed', message: `${problem} Nothing of your reply was run.` };
  }
  const ids = [...targets.values()].map((target) => target?.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    const message = `Your reply replaces cell ${toShortCellId(twice)} more than once, so nothing of it was run. Send its code once, as a whole.`;
    return { type: 'malformed', message };
  }
  const segments = action.segments.map((segment) => {
    const target = isNamed(segment) ? targets.get(segment) : null;
    return target ? { ...segment, cell: target.id } : segment;
  });
  return { ...action, segments };
}

function isNamed(segment: Segment): segment is CodeSegment & { cell: string } {
  return segment.type === 'code' && segment.cell !== undefined;
}

function describeProblem({ id, type, role }: Cell): string | null {
  const name = `Cell ${toShortCellId(id)}`;
  if (type === 'markdown') return `${name} holds text, and only code cells can be replaced.`;
  return role === 'code'
    ? null
    : `${name} defines the functions that the user gave you and cannot be replaced.`;
}

function describeUnknown(session: Session, id: string): string {
  if (findOriginal(session, id)) return `The user deleted cell ${id}, so it cannot be replaced.`;
  const ids = session.cells
    .filter((cell) => describeProblem(cell) === null)
    .map(({ id: own }) => toShortCellId(own));
  const listed = ids.slice(-MAX_LISTED).join(', ');
  const known = ids.length === 0 ? 'There is none that can be replaced yet' : `The last ones are ${listed}`;
  return `There is not a cell ${id}. ${known}; leave the ID out to add a new cell.`;
}

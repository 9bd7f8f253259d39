/** Arguments that several tools have, and what they refer to. */
import { z } from 'zod';
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { findByShortId } from '../../session/short-cell-id.ts';
import { AppError } from '../../util/app-error.ts';
import type { ToolContext } from '../mcp-tool.ts';
import { DEFAULT_WAIT_S, MAX_WAIT_S } from '../wait-until.ts';

export const notebook = z.string().describe('ID of the notebook');
export const cell = z.string().describe('ID of the cell, as results show it');
export const waitS = z
  .number()
  .min(0)
  .max(MAX_WAIT_S)
  .default(DEFAULT_WAIT_S)
  .describe('Longest wait for the result, seconds; 0 returns at once');

/** Throws AppError `not-found`. */
export async function readNotebook({ runtime, container }: ToolContext, id: string): Promise<Session> {
  if (!(await container.getSession(id)))
    throw new AppError('not-found', `Notebook ${id} does not exist. Call list_notebooks to see the IDs.`);
  return runtime.sessions.read(id);
}

/** Throws AppError `not-found`. */
export function requireShortCell(session: Session, id: string): Cell {
  const found = findCell(session, id) ?? findByShortId(session.cells, id);
  if (found) return found;
  throw new AppError('not-found', `Cell ${id} is not in this notebook. Call read_notebook to see the IDs.`);
}

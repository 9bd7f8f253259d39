/** What users do with cells; see docs/api.md. */
import { z } from 'zod';
import { BatchRequest, CellPatch, CellSplit, NewCell, UndoRequest } from '../cell-change.ts';
import { CellOperation } from '../cell-operation.ts';
import { Limits } from '../run-limits.ts';
import type { Endpoints } from './api-endpoint.ts';

const CellId = z.object({ cellId: z.string() });
const TakenBack = z.object({ kind: CellOperation.shape.kind, cellId: z.string() });

export const CELL_ENDPOINTS = {
  insertCell: {
    summary: 'Adds [a cell](#your-own-cells).',
    body: NewCell,
    status: 201,
    reply: CellId,
    errors: ['conflict'],
  },
  changeCell: {
    summary: 'Changes the source of a cell, its position, or its type.',
    body: CellPatch,
    status: 204,
    errors: ['conflict'],
  },
  deleteCell: {
    summary: 'Deletes a cell.',
    note: 'What it defined stays in the kernel.',
    status: 204,
    errors: ['conflict'],
  },
  splitCell: {
    summary: 'Splits a cell and returns the id of the second part.',
    note: '`at` counts UTF-16 units, in `source` if given.',
    body: CellSplit,
    status: 201,
    reply: CellId,
    errors: ['conflict'],
  },
  mergeCell: {
    summary: 'Joins the cell below to a cell.',
    status: 204,
    errors: ['conflict'],
  },
  undoOperation: {
    summary: 'Undoes the last operation, of all cells or of one.',
    note: '409 if there is none.',
    body: UndoRequest,
    status: 200,
    reply: TakenBack,
    errors: ['conflict'],
  },
  redoOperation: {
    summary: 'Redoes the last undone operation.',
    note: '409 if there is none, or another operation followed.',
    status: 200,
    reply: TakenBack,
    errors: ['conflict'],
  },
  executeCells: {
    summary: 'Runs [many cells](#your-own-cells) in order.',
    note: '409 while something runs, or with nothing to run.',
    body: BatchRequest,
    status: 202,
    errors: ['conflict'],
  },
  executeCell: {
    summary: "Runs a cell in the session's kernel.",
    note: '409 while something runs.',
    body: z.object({ timeoutMs: Limits.shape.cellTimeoutMs.optional() }),
    status: 202,
    errors: ['conflict'],
  },
  readOutput: {
    summary: 'Returns everything a cell has printed, including what the log omits.',
    status: 200,
    reply: { types: ['text/plain; charset=utf-8'], isAttachment: true },
  },
} as const satisfies Endpoints;

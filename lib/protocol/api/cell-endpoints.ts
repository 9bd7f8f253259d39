/** What users do with cells; see docs/api.md. */
import { z } from 'zod';
import {
  BatchRequest,
  CellExecution,
  CellPatch,
  CellReplacement,
  CellRestore,
  CellSplit,
  ChangeReply,
  NewCell,
  OutputClearing,
  UndoRequest,
} from '../cells/cell-change.ts';
import { CellOperation } from '../cells/cell-operation.ts';
import type { Endpoints } from './api-endpoint.ts';

const CellId = z.object({ cellId: z.string() });
/** 0 when it runs now, else its place among the cells that wait, from 1; of many cells, the place of the first. */
const Place = z.object({ place: z.number().int().nonnegative() });
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
    note: 'With `version`, [only if its text is the one you have seen](#versions-of-cells).',
    body: CellPatch,
    status: 200,
    reply: ChangeReply,
    errors: ['conflict', 'cell-changed'],
  },
  deleteCell: {
    summary: 'Deletes a cell.',
    note: 'What it defined stays in the kernel.',
    status: 200,
    reply: ChangeReply,
    errors: ['conflict'],
  },
  splitCell: {
    summary: 'Splits a cell and returns the id of the second part.',
    note: '`at` counts UTF-16 units, in `source` if given.',
    body: CellSplit,
    status: 201,
    reply: CellId,
    errors: ['conflict', 'cell-changed'],
  },
  mergeCell: {
    summary: 'Joins the cell below to a cell.',
    status: 200,
    reply: ChangeReply,
    errors: ['conflict'],
  },
  replaceInCells: {
    summary: 'Replaces the source of several cells as one operation.',
    note: '409, and nothing is changed, if one has another source than `from`.',
    body: CellReplacement,
    status: 200,
    reply: ChangeReply,
    errors: ['conflict'],
  },
  clearOutputs: {
    summary: 'Removes the outputs of one cell or of all, as one operation.',
    note: 'A running cell keeps its own.',
    body: OutputClearing,
    status: 200,
    reply: ChangeReply,
    errors: ['conflict'],
  },
  restoreCell: {
    summary: 'Shows [an earlier version](#versions-of-cells) of a cell again, or restores a deleted cell.',
    note: 'Nothing is run. 409 while it is running.',
    body: CellRestore,
    status: 200,
    reply: ChangeReply,
    errors: ['conflict'],
  },
  undoOperation: {
    summary: 'Undoes the last operation, of all cells or of one, or the one named.',
    note: '409 if there is none, or another followed on the cells of the one named; cleared outputs come back on those without.',
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
    note: 'While something runs, they wait in [the queue](#the-queue). 409 with nothing to run.',
    body: BatchRequest,
    status: 202,
    reply: Place,
    errors: ['conflict'],
  },
  takeOutCells: {
    summary: 'Takes everything out of [the queue](#the-queue).',
    note: 'What is running continues.',
    status: 204,
  },
  executeCell: {
    summary: "Runs a cell in the session's kernel.",
    note: 'With `source`, that is stored first. While something runs, it waits in [the queue](#the-queue): `place` is 0 if it runs now, else its place.',
    body: CellExecution,
    status: 202,
    reply: Place,
    errors: ['conflict', 'cell-changed'],
  },
  takeOutCell: {
    summary: 'Takes a waiting cell out of [the queue](#the-queue).',
    note: '409 if it is not waiting.',
    status: 204,
    errors: ['conflict'],
  },
  readOutput: {
    summary: 'Returns everything a cell has printed, including what the log omits.',
    status: 200,
    reply: { types: ['text/plain; charset=utf-8'], isAttachment: true },
  },
} as const satisfies Endpoints;

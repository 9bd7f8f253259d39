/** The HTTP API as the page uses it. Every call throws an AppError whose message is a sentence to show. */

import type { BodyOf, ReplyOf } from '../../lib/protocol/api/api.ts';
import type { ApprovalDecision } from '../../lib/protocol/approval.ts';
import type {
  BatchRequest,
  CellExecution,
  CellPatch,
  CellReplacement,
  CellSplit,
  ChangedCell,
  NewCell,
} from '../../lib/protocol/cell-change.ts';
import type { KernelAction } from '../../lib/protocol/kernel-action.ts';
import type { KernelSpec } from '../../lib/protocol/kernel-spec.ts';
import type { ModelProvider } from '../../lib/protocol/model-catalog.ts';
import type { RunRequest } from '../../lib/protocol/run.ts';
import type { WidgetMessage, WidgetReply } from '../../lib/protocol/widget-message.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { API_TEXTS } from './api-texts.ts';
import { callApi, parseJson, readMethod, toApiUrl, toAppError, unreachable } from './call-api.ts';
import { sendText } from './sent-texts.ts';

/** Returns the id of the new session. */
export async function createSession(session: BodyOf<'createSession'>): Promise<string> {
  return (await callApi('createSession', { body: session })).id;
}

/** Creates a session from a notebook file; returns its ID. */
export async function importNotebook(file: File): Promise<string> {
  return (await callApi('importNotebook', { query: { name: file.name }, body: file })).id;
}

/** The kernels a session can be started with. */
export async function listKernels(): Promise<KernelSpec[]> {
  return (await callApi('listKernels')).kernelspecs;
}

export async function startRun(sessionId: string, run: RunRequest): Promise<void> {
  await callApi('startRun', { params: { sessionId }, body: run });
}

/** The models of all servers; asks the servers again when `fresh`. */
export async function listModels(fresh: boolean): Promise<ModelProvider[]> {
  return (await callApi('listModels', { query: fresh ? { fresh: '1' } : {} })).providers;
}

/** Chooses the model for the session's next runs. */
export async function chooseModel(sessionId: string, model: string): Promise<void> {
  await callApi('chooseModel', { params: { sessionId }, body: { model } });
}

export async function cancelRun(sessionId: string, runId: string): Promise<void> {
  await callApi('cancelRun', { params: { sessionId, runId } });
}

/** Sends a message to a run without stopping it. */
export async function steerRun(sessionId: string, runId: string, message: BodyOf<'steerRun'>): Promise<void> {
  await callApi('steerRun', { params: { sessionId, runId }, body: message });
}

/** Decides on code that waits for approval. */
export async function replyApproval(
  sessionId: string,
  requestId: string,
  decision: ApprovalDecision,
): Promise<void> {
  await callApi('replyApproval', { params: { sessionId }, body: { requestId, ...decision } });
}

/** Returns the id of the new cell. */
export async function insertCell(sessionId: string, cell: NewCell): Promise<string> {
  return (await callApi('insertCell', { params: { sessionId }, body: cell })).cellId;
}

export async function changeCell(
  sessionId: string,
  cellId: string,
  patch: CellPatch,
): Promise<ReplyOf<'changeCell'>> {
  return sendText(cellId, patch, () => callApi('changeCell', { params: { sessionId, cellId }, body: patch }));
}

/** Replaces the sources of cells as one operation. */
export async function replaceSources(
  sessionId: string,
  replacement: CellReplacement,
): Promise<ReplyOf<'replaceInCells'>> {
  return callApi('replaceInCells', { params: { sessionId }, body: replacement });
}

/** Removes the outputs of a cell, or of all. */
export async function clearOutputs(sessionId: string, cellId?: string): Promise<ReplyOf<'clearOutputs'>> {
  return callApi('clearOutputs', { params: { sessionId }, body: cellId === undefined ? {} : { cellId } });
}

/** Deletes the question and the cells of its run. */
export async function deleteRun(sessionId: string, runId: string): Promise<ReplyOf<'deleteRun'>> {
  return callApi('deleteRun', { params: { sessionId, runId } });
}

export async function deleteCell(sessionId: string, cellId: string): Promise<ReplyOf<'deleteCell'>> {
  return callApi('deleteCell', { params: { sessionId, cellId } });
}

/** Takes a waiting cell out of the queue. */
export async function takeOutCell(sessionId: string, cellId: string): Promise<void> {
  await callApi('takeOutCell', { params: { sessionId, cellId } });
}

/** Takes everything out of the queue. */
export async function takeOutCells(sessionId: string): Promise<void> {
  await callApi('takeOutCells', { params: { sessionId } });
}

/** Runs a cell in the session's kernel, or queues it, after storing a text; returns once the server accepts it. */
export async function executeCell(
  sessionId: string,
  cellId: string,
  execution: CellExecution = {},
): Promise<void> {
  await sendText(cellId, execution, () =>
    callApi('executeCell', { params: { sessionId, cellId }, body: execution }),
  );
}

/** Shows an earlier version of a cell again; without one, restores a deleted cell. */
export async function restoreCell(
  sessionId: string,
  cellId: string,
  version?: number,
): Promise<ReplyOf<'restoreCell'>> {
  return callApi('restoreCell', { params: { sessionId, cellId }, body: { version } });
}

/** The cell as it is, if the error says that it is not as the caller has seen it; else null. */
export function readChangedCell(error: unknown): ChangedCell | null {
  // The server writes the details by its own table.
  return error instanceof AppError && error.code === 'cell-changed' ? (error.details as ChangedCell) : null;
}

/** Runs several cells in order; returns once the server accepts them. */
export async function executeCells(sessionId: string, batch: BatchRequest): Promise<void> {
  await callApi('executeCells', { params: { sessionId }, body: batch });
}

export async function splitCell(sessionId: string, cellId: string, split: CellSplit): Promise<void> {
  await callApi('splitCell', { params: { sessionId, cellId }, body: split });
}

/** Joins the cell below to this one. */
export async function mergeCell(sessionId: string, cellId: string): Promise<ReplyOf<'mergeCell'>> {
  return callApi('mergeCell', { params: { sessionId, cellId } });
}

/** Undoes the last operation, or the one named. Returns what it was. */
export async function undoOperation(
  sessionId: string,
  operationId?: string,
): Promise<ReplyOf<'undoOperation'>> {
  return callApi('undoOperation', { params: { sessionId }, body: { operationId } });
}

/** Redoes the operation that was undone last. Returns what it was. */
export async function redoOperation(sessionId: string): Promise<ReplyOf<'redoOperation'>> {
  return callApi('redoOperation', { params: { sessionId } });
}

export async function controlKernel(sessionId: string, action: KernelAction): Promise<void> {
  await callApi('controlKernel', { params: { sessionId }, body: action });
}

/** Answers what the running code asked with `input()`. */
export async function replyInput(sessionId: string, requestId: string, value: string): Promise<void> {
  await callApi('replyInput', { params: { sessionId }, body: { requestId, value } });
}

/** Sends the user's action to a widget in the kernel; resolves when its callbacks have ended. */
export async function sendToWidget(
  sessionId: string,
  modelId: string,
  message: WidgetMessage,
): Promise<WidgetReply> {
  return callApi('sendToWidget', { params: { sessionId, modelId }, body: message });
}

/** Agrees to run code without isolation on this machine, or withdraws that. */
export async function consentToNoSandbox(isAgreed: boolean): Promise<void> {
  await callApi('consentToNoSandbox', { body: { isAgreed } });
}

/** Allows the session's code to use the network, or withdraws that, which ends its kernel. */
export async function allowNetwork(sessionId: string, isAllowed: boolean): Promise<void> {
  await callApi('allowNetwork', { params: { sessionId }, body: { isAllowed } });
}

/**
 * Puts a file into the session's workspace, where its code reads a file of this name, and returns its place. `onProgress`
 * gets the sent fraction, 0 to 1.
 */
export function uploadFile(
  sessionId: string,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const refusal = refuseSize(file);
  if (refusal) return Promise.reject(refusal);
  // XMLHttpRequest, because fetch does not report the progress of an upload.
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) onProgress(event.loaded / event.total);
  };
  request.onload = () => {
    const reply: unknown = parseJson(request.responseText);
    if (request.status >= 300) return reject(toAppError(reply, request.status));
    const name: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'name') : null;
    resolve(typeof name === 'string' ? name : file.name);
  };
  request.onerror = () => reject(unreachable());
  request.open(
    readMethod('addFile'),
    toApiUrl('addFile', { params: { sessionId, path: file.name }, query: { forCode: '1' } }),
  );
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.send(file);
  return promise;
}

/** What the server would say of a file that is too large once it had all that it takes; the page knows its limit. */
export function refuseSize({ name, size }: File): AppError | null {
  const limit = Number(document.documentElement.dataset.maxUpload);
  return size > limit ? new AppError('too-large', API_TEXTS.tooLarge(name, limit)) : null;
}

export function fileUrl(sessionId: string, path: string): string {
  return toApiUrl('readFile', { params: { sessionId, path } });
}

/** The address of a MIME value that is too big for an event. */
export function blobUrl(sessionId: string, blob: string, type: string): string {
  return toApiUrl('readBlob', { params: { sessionId, blob }, query: { type } });
}

/** The address of everything a cell printed, as text. */
export function outputUrl(sessionId: string, cellId: string): string {
  return toApiUrl('readOutput', { params: { sessionId, cellId } });
}

/** Calls of the HTTP API that more than one part of the page makes. Each throws an AppError whose message is a sentence to show. */

import type { BodyOf, ReplyOf } from '../../lib/protocol/api/api.ts';
import { splitPath } from '../../lib/protocol/api/api-paths.ts';
import type { CellExecution, CellPatch, ChangedCell, NewCell } from '../../lib/protocol/cells/cell-change.ts';
import type { KernelAction } from '../../lib/protocol/kernel/kernel-action.ts';
import type { ModelProvider } from '../../lib/protocol/models/model-catalog.ts';
import type { ApprovalMode, RunRequest } from '../../lib/protocol/runs/run.ts';
import type { Run } from '../../lib/session/session.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { parseJson } from '../../lib/util/parse-json.ts';
import { API_TEXTS } from './api-texts.ts';
import { callApi, toApiUrl, toAppError, unreachable } from './call-api.ts';
import { sendText } from './sent-texts.ts';

/** Returns the id of the new session. */
export async function createSession(session: BodyOf<'createSession'>): Promise<string> {
  return (await callApi('createSession', { body: session })).id;
}

/** What a branch up to a cell, by default the last, would be. */
export async function planBranch(sessionId: string, cellId?: string): Promise<ReplyOf<'planBranch'>> {
  return callApi('planBranch', { params: { sessionId }, query: { cellId } });
}

/** Creates a session from a notebook file; returns its ID. */
export async function importNotebook(file: File): Promise<string> {
  return (await callApi('importNotebook', { query: { name: file.name }, body: file })).id;
}

export async function startRun(sessionId: string, run: RunRequest): Promise<void> {
  await callApi('startRun', { params: { sessionId }, body: run });
}

/** The models of all servers; asks the servers again when `fresh`. */
export async function listModels(fresh: boolean): Promise<ModelProvider[]> {
  return (await callApi('listModels', { query: fresh ? { fresh: '1' } : {} })).providers;
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

export async function controlKernel(sessionId: string, action: KernelAction): Promise<void> {
  await callApi('controlKernel', { params: { sessionId }, body: action });
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
    splitPath('addFile').method,
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

/** Reads a MIME value that is too big for an event. What it throws is not meant for the user. */
export async function readBlob(
  sessionId: string,
  blob: string,
  type: string,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(blobUrl(sessionId, blob, type), { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response;
}

/** The address of such a value. */
export function blobUrl(sessionId: string, blob: string, type: string): string {
  return toApiUrl('readBlob', { params: { sessionId, blob }, query: { type } });
}

/** Creates a notebook with one empty code cell for this kernel; returns its id. */
export async function createBlankNotebook(kernel: string): Promise<string> {
  const sessionId = await createSession({ kernel });
  await insertCell(sessionId, { type: 'code', source: '' });
  return sessionId;
}

/** Chooses which code of agents waits for approval in a session from now on. */
export async function chooseApproval(sessionId: string, approval: ApprovalMode): Promise<void> {
  await callApi('chooseApproval', { params: { sessionId }, body: { approval } });
}

/** Sends the task of a run again, to the same model. */
export async function askAgain(sessionId: string, { task, model, reviewer }: Run): Promise<void> {
  const request = { task: task.text, files: [...task.files], about: task.about, model: model.id };
  await startRun(sessionId, { ...request, review: reviewer !== null });
}

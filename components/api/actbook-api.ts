/** The HTTP API as the page uses it. Every call throws an AppError whose message is a sentence to show. */
import type { ApprovalDecision } from '../../lib/protocol/approval.ts';
import type { BatchRequest, CellPatch, CellSplit, NewCell } from '../../lib/protocol/cell-change.ts';
import type { CellReference } from '../../lib/protocol/cell-reference.ts';
import type { KernelAction } from '../../lib/protocol/kernel-action.ts';
import type { ModelProvider } from '../../lib/protocol/model-catalog.ts';
import type { ApprovalMode } from '../../lib/protocol/run.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { hasString, parseJson, send, toAppError, unreachable } from './request.ts';

export interface NewSession {
  title?: string;
  /** Name of a kernelspec; without one, Python. */
  kernel?: string;
  /** Id of a bundled example whose file the session starts with. */
  example?: string;
  /** Id of the model of its runs. */
  model?: string;
  /** It goes on from this cell. */
  branchOf?: { sessionId: string; cellId: string };
}

export interface NewRun {
  task: string;
  /** Names of workspace files the task is about. */
  files: string[];
  /** The cell it is about. */
  about?: CellReference;
  model?: string;
  /** Whether the answer is reviewed before it is given. Default: as configured. */
  review?: boolean;
  approval?: ApprovalMode;
}

/** Returns the id of the new session. */
export async function createSession(session: NewSession): Promise<string> {
  const body = await send('POST', '/api/sessions', session);
  if (hasString(body, 'id')) return body.id;
  throw new AppError('internal', 'The server created a notebook without telling its id. Try again.');
}

/** Makes a session of a notebook file; returns its id. */
export async function importNotebook(file: File): Promise<string> {
  const url = `/api/sessions/import?name=${encodeURIComponent(file.name)}`;
  const headers = { 'Content-Type': 'application/x-ipynb+json' };
  const response = await fetch(url, { method: 'POST', headers, body: file }).catch(() => {
    throw unreachable();
  });
  const body = parseJson(await response.text());
  if (!response.ok) throw toAppError(body, response.status);
  if (hasString(body, 'id')) return body.id;
  throw new AppError('internal', 'The server opened the notebook without telling its id. Look in the list.');
}

export interface KernelChoice {
  name: string;
  displayName: string;
  language: string;
}

/** The kernels a session can be started with. */
export async function listKernels(): Promise<KernelChoice[]> {
  const body = await send('GET', '/api/kernelspecs');
  const specs = typeof body === 'object' && body !== null && 'kernelspecs' in body ? body.kernelspecs : null;
  return Array.isArray(specs) ? specs.filter(isKernelChoice) : [];
}

function isKernelChoice(spec: unknown): spec is KernelChoice {
  return hasString(spec, 'name') && hasString(spec, 'displayName') && hasString(spec, 'language');
}

export async function startRun(sessionId: string, run: NewRun): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/runs`, run);
}

/** What all model servers offer; they are asked anew when `fresh`. */
export async function listModels(fresh: boolean): Promise<ModelProvider[]> {
  const body = await send('GET', fresh ? '/api/models?fresh=1' : '/api/models');
  const isList = typeof body === 'object' && body !== null && 'providers' in body;
  // The server that sent the page speaks the page's own types.
  if (isList && Array.isArray(body.providers)) return body.providers;
  throw new AppError('internal', 'The server did not list its models. Try again.');
}

/** Chooses the model of the session's coming runs. */
export async function chooseModel(sessionId: string, model: string): Promise<void> {
  await send('PUT', `/api/sessions/${sessionId}/model`, { model });
}

export async function cancelRun(sessionId: string, runId: string): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/runs/${runId}/cancel`);
}

/** Says something to a run that goes on. */
export async function steerRun(sessionId: string, runId: string, text: string): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/runs/${runId}/steer`, { text });
}

/** Decides on code that waits for approval. */
export async function replyApproval(
  sessionId: string,
  requestId: string,
  decision: ApprovalDecision,
): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/approval`, { requestId, ...decision });
}

/** Returns the id of the new cell. */
export async function insertCell(sessionId: string, cell: NewCell): Promise<string> {
  const body = await send('POST', `/api/sessions/${sessionId}/cells`, cell);
  if (hasString(body, 'cellId')) return body.cellId;
  throw new AppError('internal', 'The server added a cell without telling its id. Reload the page.');
}

export async function changeCell(sessionId: string, cellId: string, patch: CellPatch): Promise<void> {
  await send('PATCH', cellUrl(sessionId, cellId), patch);
}

/** The question and the cells of its run. */
export async function deleteRun(sessionId: string, runId: string): Promise<void> {
  await send('DELETE', `/api/sessions/${sessionId}/runs/${runId}`);
}

export async function deleteCell(sessionId: string, cellId: string): Promise<void> {
  await send('DELETE', cellUrl(sessionId, cellId));
}

/** Runs a cell in the session's kernel; returns once it is on its way. */
export async function executeCell(sessionId: string, cellId: string): Promise<void> {
  await send('POST', `${cellUrl(sessionId, cellId)}/execute`);
}

/** Runs several cells in order; returns once they are on their way. */
export async function executeCells(sessionId: string, batch: BatchRequest): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/cells/execute`, batch);
}

export async function splitCell(sessionId: string, cellId: string, split: CellSplit): Promise<void> {
  await send('POST', `${cellUrl(sessionId, cellId)}/split`, split);
}

/** Joins the cell below to this one. */
export async function mergeCell(sessionId: string, cellId: string): Promise<void> {
  await send('POST', `${cellUrl(sessionId, cellId)}/merge`);
}

interface TakenBack {
  kind: string;
  cellId: string;
}

/** Takes back the last operation, of all or on one cell. Returns what it was. */
export async function undoOperation(sessionId: string, cellId?: string): Promise<TakenBack> {
  return toTakenBack(await send('POST', `/api/sessions/${sessionId}/cells/undo`, cellId ? { cellId } : {}));
}

/** Does the operation again that was taken back last. Returns what it is. */
export async function redoOperation(sessionId: string): Promise<TakenBack> {
  return toTakenBack(await send('POST', `/api/sessions/${sessionId}/cells/redo`));
}

function toTakenBack(body: unknown): TakenBack {
  if (hasString(body, 'kind') && hasString(body, 'cellId')) return body;
  throw new AppError('internal', 'The server did not tell what it took back. Reload the page.');
}

function cellUrl(sessionId: string, cellId: string): string {
  return `/api/sessions/${sessionId}/cells/${cellId}`;
}

export async function controlKernel(sessionId: string, action: KernelAction): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/kernel`, action);
}

/** Answers what the running code asked with `input()`. */
export async function replyInput(sessionId: string, requestId: string, value: string): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/input`, { requestId, value });
}

/** Tells a widget of the kernel what a person did; resolves when its callbacks have ended. */
export async function sendToWidget(
  sessionId: string,
  modelId: string,
  message: Record<string, unknown>,
): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/widgets/${encodeURIComponent(modelId)}`, message);
}

/** Agrees to run code without isolation on this machine, or takes that back. */
export async function consentToNoSandbox(isAgreed: boolean): Promise<void> {
  await send('PUT', '/api/sandbox', { isAgreed });
}

/** Allows the network to the session's code, or takes it back: its kernel ends. */
export async function allowNetwork(sessionId: string, isAllowed: boolean): Promise<void> {
  await send('PUT', `/api/sessions/${sessionId}/network`, { isAllowed });
}

/** Puts a file into the session's workspace. `onProgress` gets the sent fraction, 0 to 1. */
export function uploadFile(
  sessionId: string,
  file: File,
  onProgress: (fraction: number) => void,
): Promise<void> {
  // XMLHttpRequest, because fetch does not report the progress of an upload.
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) onProgress(event.loaded / event.total);
  };
  request.onload = () => {
    if (request.status < 300) resolve();
    else reject(toAppError(parseJson(request.responseText), request.status));
  };
  request.onerror = () => reject(unreachable());
  request.open('PUT', fileUrl(sessionId, file.name));
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.send(file);
  return promise;
}

export function fileUrl(sessionId: string, name: string): string {
  return `/api/sessions/${sessionId}/files/${name.split('/').map(encodeURIComponent).join('/')}`;
}

/** Where a MIME value too big for an event is loaded from. */
export function blobUrl(sessionId: string, blob: string, mimeType: string): string {
  return `/api/sessions/${sessionId}/blobs/${blob}?type=${encodeURIComponent(mimeType)}`;
}

/** All that a cell has shown, as text. */
export function outputUrl(sessionId: string, cellId: string): string {
  return `/api/sessions/${sessionId}/cells/${cellId}/output`;
}

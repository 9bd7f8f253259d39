/** Files of a session over the HTTP API. */
import type { TrashedFile } from '../../lib/protocol/trashed-file.ts';
import type { FileListing } from '../../lib/protocol/workspace-file.ts';
import { isAppError } from '../../lib/util/app-error.ts';
import { callApi, parseJson, readMethod, toApiUrl, toAppError, unreachable } from './call-api.ts';

/** The files as they are in the workspace now. */
export async function listFiles(sessionId: string): Promise<FileListing> {
  return callApi('listFiles', { params: { sessionId } });
}

/** Puts a file that the user added and code deleted back. */
export async function putBackFile(sessionId: string, path: string): Promise<void> {
  await callApi('putBackFile', { params: { sessionId, path } });
}

/** Gives a file another name, or puts it into another folder; resolves to its path. */
export async function renameFile(sessionId: string, path: string, name: string): Promise<string> {
  return (await callApi('renameFile', { params: { sessionId, path }, body: { name } })).name;
}

/** Writes the text of a file, whose former content goes to the trash. */
export async function writeTextFile(sessionId: string, path: string, text: string): Promise<void> {
  const url = toApiUrl('addFile', { params: { sessionId, path }, query: {} });
  const response = await fetch(url, { method: readMethod('addFile'), body: new Blob([text]) }).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw toAppError(parseJson(await response.text()), response.status);
}

/** Moves a file to the trash; resolves to its ID there, or to null where it is gone already. */
export async function deleteFile(sessionId: string, path: string): Promise<string | null> {
  try {
    return (await callApi('deleteFile', { params: { sessionId, path } })).id;
  } catch (error) {
    if (isAppError(error) && error.code === 'not-found') return null;
    throw error;
  }
}

/** Deleted and replaced files, the last first. */
export async function listTrashedFiles(sessionId: string): Promise<TrashedFile[]> {
  return (await callApi('listTrashedFiles', { params: { sessionId } })).files;
}

/** Brings a file back from the trash. */
export async function restoreFile(sessionId: string, fileId: string): Promise<void> {
  await callApi('restoreFile', { params: { sessionId, fileId } });
}

/** Removes a file from the trash for good. */
export async function eraseFile(sessionId: string, fileId: string): Promise<void> {
  await callApi('eraseFile', { params: { sessionId, fileId } });
}

/** A file's first bytes, at most `maxBytes`, under a type of our choice. */
export async function readFileHead(
  sessionId: string,
  path: string,
  { maxBytes, type }: { maxBytes: number; type: string },
): Promise<Blob> {
  const headers = { Range: `bytes=0-${maxBytes - 1}` };
  const url = toApiUrl('readFile', { params: { sessionId, path } });
  const response = await fetch(url, { headers }).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw toAppError(parseJson(await response.text()), response.status);
  return new Blob([await response.arrayBuffer()], { type });
}

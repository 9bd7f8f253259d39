/** Files of a session over the HTTP API. */
import type { FileListing } from '../../lib/protocol/workspace-file.ts';
import { callApi, parseJson, toApiUrl, toAppError, unreachable } from './call-api.ts';

/** The files as they are in the workspace now. */
export async function listFiles(sessionId: string): Promise<FileListing> {
  return callApi('listFiles', { params: { sessionId } });
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

/** Files of a session over the HTTP API. */
import { isAppError } from '../../lib/util/app-error.ts';
import { parseJson } from '../../lib/util/parse-json.ts';
import { callApi, toApiUrl, toAppError, unreachable } from './call-api.ts';

/** Moves a file to the trash; resolves to its ID there, or to null where it is gone already. */
export async function deleteFile(sessionId: string, path: string): Promise<string | null> {
  try {
    return (await callApi('deleteFile', { params: { sessionId, path } })).id;
  } catch (error) {
    if (isAppError(error) && error.code === 'not-found') return null;
    throw error;
  }
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

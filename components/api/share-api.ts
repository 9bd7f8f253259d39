/** Exports and read-only links, as the page uses the HTTP API. */
import type { ExportFormat } from '../../lib/protocol/export-format.ts';
import type { Share } from '../../lib/protocol/share.ts';
import { callApi, toApiUrl } from './call-api.ts';

export function exportUrl(sessionId: string, format: ExportFormat): string {
  return toApiUrl('exportSession', { params: { sessionId }, query: { format } });
}

export async function listShares(sessionId: string): Promise<Share[]> {
  return (await callApi('listShares', { params: { sessionId } })).shares;
}

/** Creates a link; its address is returned only this once. */
export async function createShare(sessionId: string): Promise<{ id: string; url: string }> {
  const { id, path } = await callApi('createShare', { params: { sessionId } });
  return { id, url: new URL(path, location.origin).href };
}

/** The link stops working. */
export async function revokeShare(sessionId: string, shareId: string): Promise<void> {
  await callApi('revokeShare', { params: { sessionId, shareId } });
}

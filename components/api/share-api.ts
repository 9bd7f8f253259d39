/** Exports and read-only links, as the page uses the HTTP API. */
import type { ExportFormat } from '../../lib/protocol/export-format.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { send } from './request.ts';

export interface ShareEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export function exportUrl(sessionId: string, format: ExportFormat): string {
  return `/api/sessions/${sessionId}/export?format=${format}`;
}

export async function listShares(sessionId: string): Promise<ShareEntry[]> {
  const body = await send('GET', `/api/sessions/${sessionId}/shares`);
  const shares = typeof body === 'object' && body !== null && 'shares' in body ? body.shares : null;
  return Array.isArray(shares) ? shares.filter(isShare) : [];
}

/** Makes a link; its address is told this once. */
export async function createShare(sessionId: string): Promise<{ id: string; url: string }> {
  const body = await send('POST', `/api/sessions/${sessionId}/shares`);
  if (isShare(body) && 'path' in body && typeof body.path === 'string')
    return { id: body.id, url: new URL(body.path, location.origin).href };
  throw new AppError('internal', 'The server made a link without telling it. Revoke it and try again.');
}

/** From now on the link opens nothing. */
export async function revokeShare(sessionId: string, shareId: string): Promise<void> {
  await send('DELETE', `/api/sessions/${sessionId}/shares/${shareId}`);
}

function isShare(value: unknown): value is ShareEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'id') === 'string' &&
    typeof Reflect.get(value, 'createdAt') === 'number'
  );
}

/** Files and tables of a session over the HTTP API. */
import type { TablePage, TableWindow } from '../../lib/protocol/table-page.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { fileUrl } from './actbook-api.ts';
import { parseJson, send, toAppError, unreachable } from './request.ts';

export interface WorkspaceFile {
  /** With slashes between folders. */
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

export interface FileListing {
  readonly files: readonly WorkspaceFile[];
  /** Whether there are more than are told. */
  readonly isCut: boolean;
}

/** The files as they lie in the workspace now. */
export async function listFiles(sessionId: string): Promise<FileListing> {
  const body = await send('GET', `/api/sessions/${sessionId}/files`);
  // The server that sent the page speaks the page's own types.
  if (isListing(body)) return body;
  throw new AppError('internal', 'The server did not list the files. Try again.');
}

function isListing(body: unknown): body is FileListing {
  return typeof body === 'object' && body !== null && 'files' in body && Array.isArray(body.files);
}

/** A file's first bytes, at most `maxBytes`, under a type of our choice. */
export async function readFileHead(
  sessionId: string,
  name: string,
  { maxBytes, type }: { maxBytes: number; type: string },
): Promise<Blob> {
  const headers = { Range: `bytes=0-${maxBytes - 1}` };
  const response = await fetch(fileUrl(sessionId, name), { headers }).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw toAppError(parseJson(await response.text()), response.status);
  return new Blob([await response.arrayBuffer()], { type });
}

/** The first rows of a Parquet or Excel file. */
export async function readFileTable(sessionId: string, name: string): Promise<TablePage> {
  return readTable(
    `/api/sessions/${sessionId}/tables/files/${name.split('/').map(encodeURIComponent).join('/')}`,
  );
}

/** A piece of a table in the kernel. */
export async function readVariableTable(
  sessionId: string,
  name: string,
  window: TableWindow,
): Promise<TablePage> {
  const given = Object.entries(window).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return readTable(`/api/sessions/${sessionId}/tables/variables/${encodeURIComponent(name)}?${query}`);
}

async function readTable(url: string): Promise<TablePage> {
  const body = await send('GET', url);
  if (isTablePage(body)) return body;
  throw new AppError('internal', 'The server did not send a table. Try again.');
}

/** The server has checked its form already. */
function isTablePage(body: unknown): body is TablePage {
  return typeof body === 'object' && body !== null && 'columns' in body && 'rows' in body;
}

import { FILE_ENDPOINTS } from '../../lib/protocol/api/file-endpoints.ts';
import { parseFilePath } from '../../lib/protocol/files/file-name.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { type Handlers, toAttachment } from './handler.ts';

export const FILE_HANDLERS: Handlers<typeof FILE_ENDPOINTS> = {
  listFiles: async ({ params, container }) => {
    const { sessionId } = params;
    if (!(await container.getSession(sessionId)))
      throw new AppError('not-found', 'This session does not exist.');
    return container.runtime.sessions.listFiles(sessionId);
  },
  addFile: async ({ params, query, body, container }) =>
    container.runtime.sessions.addFile(params.sessionId, {
      name: parseFilePath(params.path),
      isForCode: query.forCode === '1',
      source: body,
    }),
  putBackFile: async ({ params, container }) =>
    container.runtime.sessions.putBackFile(params.sessionId, parseFilePath(params.path)),
  /** Always an attachment: a file made by code must never be rendered in the app's origin. */
  readFile: async ({ request, params, container }) => {
    const name = parseFilePath(params.path);
    const headBytes = readHeadBytes(request);
    const { stream, bytes } = await container.workspaces.openFile(params.sessionId, name, headBytes);
    const headers = toAttachment(name.slice(name.lastIndexOf('/') + 1));
    if (headBytes === undefined || headBytes >= bytes)
      return { body: stream, headers: { ...headers, 'content-length': String(bytes) } };
    const range = `bytes 0-${headBytes - 1}/${bytes}`;
    return { body: stream, range, headers: { ...headers, 'content-length': String(headBytes) } };
  },
  renameFile: async ({ params, body, container }) =>
    container.runtime.sessions.renameFile(
      params.sessionId,
      parseFilePath(params.path),
      parseFilePath(body.name),
    ),
  deleteFile: async ({ params, container }) => ({
    id: await container.runtime.sessions.deleteFile(params.sessionId, parseFilePath(params.path)),
  }),
  listTrashedFiles: async ({ params, container }) => ({
    files: await container.runtime.sessions.listTrashedFiles(params.sessionId),
  }),
  restoreFile: async ({ params, container }) => ({
    name: await container.runtime.sessions.restoreFile(params.sessionId, params.fileId),
  }),
  eraseFile: async ({ params, container }) =>
    container.runtime.sessions.eraseFile(params.sessionId, params.fileId),
  readContext: async ({ params, container }) => ({
    text: await container.runtime.sessions.readContext(params.sessionId),
  }),
  writeContext: async ({ params, body, container }) =>
    container.runtime.sessions.writeContext(params.sessionId, body),
  /** A stored MIME value. Content-addressed, so a browser may keep it for good. */
  readBlob: async ({ params, query, container }) => {
    if (!(await container.store.hasBlob(params.sessionId, params.blob)))
      throw new AppError('not-found', 'This session has no such content.');
    const bytes = await container.blobs.get(params.blob);
    const { types } = FILE_ENDPOINTS.readBlob.reply;
    return {
      // Bytes of any other type are sent as what no browser renders.
      type: types.find((type) => type === query.type) ?? 'application/octet-stream',
      body: new Uint8Array(bytes),
      headers: { 'cache-control': 'private, max-age=31536000, immutable' },
    };
  },
};

/** The one range that is answered is a file's head; any other gets the whole (RFC 9110, 14.2). */
function readHeadBytes(request: Request): number | undefined {
  const last = /^bytes=0-(\d{1,15})$/.exec(request.headers.get('range') ?? '')?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}

import { parseFilePath } from '../../../../../../lib/protocol/file-name.ts';
import { route } from '../../../../handler.ts';
import { toAttachment } from '../../../../to-attachment.ts';
import { toSource } from '../../../../to-source.ts';

/** Always an attachment: a file made by code must never be rendered in the app's origin. */
export const GET = route('readFile', async ({ request, params, container }) => {
  const name = parseFilePath(params.path);
  const headBytes = readHeadBytes(request);
  const { stream, bytes } = await container.workspaces.openFile(params.sessionId, name, headBytes);
  const headers = toAttachment(name.slice(name.lastIndexOf('/') + 1));
  if (headBytes === undefined || headBytes >= bytes)
    return { body: stream, headers: { ...headers, 'content-length': String(bytes) } };
  const range = `bytes 0-${headBytes - 1}/${bytes}`;
  return { body: stream, range, headers: { ...headers, 'content-length': String(headBytes) } };
});

export const PUT = route('addFile', async ({ request, params, query, container }) =>
  container.runtime.sessions.addFile(params.sessionId, {
    name: parseFilePath(params.path),
    isForCode: query.forCode === '1',
    source: toSource(request),
  }),
);

export const POST = route('putBackFile', async ({ params, container }) =>
  container.runtime.sessions.putBackFile(params.sessionId, parseFilePath(params.path)),
);

export const PATCH = route('renameFile', async ({ params, body, container }) =>
  container.runtime.sessions.renameFile(
    params.sessionId,
    parseFilePath(params.path),
    parseFilePath(body.name),
  ),
);

export const DELETE = route('deleteFile', async ({ params, container }) => ({
  id: await container.runtime.sessions.deleteFile(params.sessionId, parseFilePath(params.path)),
}));

/** The one range that is answered is a file's head; any other gets the whole (RFC 9110, 14.2). */
function readHeadBytes(request: Request): number | undefined {
  const last = /^bytes=0-(\d{1,15})$/.exec(request.headers.get('range') ?? '')?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}

import { parseFileName, parseFilePath } from '../../../../../../lib/protocol/file-name.ts';
import { route } from '../../../../handler.ts';
import { toAttachment } from '../../../../to-attachment.ts';

type Params = { sessionId: string; path: string[] };

/** Always an attachment: a file made by code must never be rendered in the app's origin. */
export const GET = route<Params>(async ({ request, params, container }) => {
  const name = parseFilePath(params.path.join('/'));
  const headBytes = readHeadBytes(request);
  const { stream, bytes } = await container.workspaces.openFile(params.sessionId, name, headBytes);
  const isWhole = headBytes === undefined || headBytes >= bytes;
  const sent = isWhole ? bytes : headBytes;
  return new Response(stream, {
    status: isWhole ? 200 : 206,
    headers: {
      ...toAttachment(name.slice(name.lastIndexOf('/') + 1)),
      'content-type': 'application/octet-stream',
      'content-length': String(sent),
      ...(isWhole ? {} : { 'content-range': `bytes 0-${sent - 1}/${bytes}` }),
    },
  });
});

export const PUT = route<Params>(async ({ request, params, container }) => {
  const source = request.body ?? new ReadableStream({ start: (controller) => controller.close() });
  const name = parseFileName(params.path.join('/'));
  const file = await container.runtime.addFile(params.sessionId, { name, source });
  return Response.json(file, { status: 201 });
});

/** The one range that is answered is a file's head; any other gets the whole (RFC 9110, 14.2). */
function readHeadBytes(request: Request): number | undefined {
  const last = /^bytes=0-(\d{1,15})$/.exec(request.headers.get('range') ?? '')?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}

import { parseFileName } from '../../../../../../lib/protocol/file-name.ts';
import { route } from '../../../../handler.ts';
import { toAttachment } from '../../../../to-attachment.ts';

type Params = { sessionId: string; path: string[] };

/** Always an attachment: a file made by code must never be rendered in the app's origin. */
export const GET = route<Params>(async ({ params, container }) => {
  const name = toName(params);
  const { stream, bytes } = await container.workspaces.openFile(params.sessionId, name);
  return new Response(stream, {
    headers: {
      ...toAttachment(name),
      'content-type': 'application/octet-stream',
      'content-length': String(bytes),
    },
  });
});

export const PUT = route<Params>(async ({ request, params, container }) => {
  const source = request.body ?? new ReadableStream({ start: (controller) => controller.close() });
  const file = await container.runtime.addFile(params.sessionId, { name: toName(params), source });
  return Response.json(file, { status: 201 });
});

function toName({ path }: Params): string {
  return parseFileName(path.join('/'));
}

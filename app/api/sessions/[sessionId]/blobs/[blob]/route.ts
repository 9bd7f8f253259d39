import { API } from '../../../../../../lib/protocol/api/api.ts';
import { AppError } from '../../../../../../lib/util/app-error.ts';
import { route } from '../../../../handler.ts';

/** A stored MIME value. Content-addressed, so a browser may keep it for good. */
export const GET = route('readBlob', async ({ params, query, container }) => {
  if (!(await container.store.hasBlob(params.sessionId, params.blob))) {
    throw new AppError('not-found', 'This session has no such content.');
  }
  const bytes = await container.blobs.get(params.blob);
  return {
    // Bytes of any other type are sent as what no browser renders.
    type: API.readBlob.reply.types.find((type) => type === query.type) ?? 'application/octet-stream',
    body: new Uint8Array(bytes),
    headers: { 'cache-control': 'private, max-age=31536000, immutable' },
  };
});

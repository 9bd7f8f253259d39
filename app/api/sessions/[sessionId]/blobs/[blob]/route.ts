import { AppError } from '../../../../../../lib/util/app-error.ts';
import { route } from '../../../../handler.ts';

/** Types an `<img>` may ask for; everything else is sent as bytes that no browser renders. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']);

/** A stored MIME value. Content-addressed, so a browser may keep it for good. */
export const GET = route<{ sessionId: string; blob: string }>(async ({ request, params, container }) => {
  if (!(await container.store.hasBlob(params.sessionId, params.blob))) {
    throw new AppError('not-found', 'This session has no such content.');
  }
  const type = new URL(request.url).searchParams.get('type') ?? '';
  const bytes = await container.blobs.get(params.blob);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': IMAGE_TYPES.has(type) ? type : 'application/octet-stream',
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
});

import { route } from '../../../../../handler.ts';
import { toAttachment } from '../../../../../to-attachment.ts';

/** Never as a page: code wrote it. */
export const GET = route('readOutput', async ({ params, container }) => ({
  body: await container.openOutput(params.sessionId, params.cellId),
  headers: toAttachment('output.txt'),
}));

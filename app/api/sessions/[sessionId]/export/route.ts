import { route } from '../../../handler.ts';
import { toAttachment } from '../../../to-attachment.ts';

export const GET = route('exportSession', async ({ params, query, container }) => {
  const { content, fileName, mimeType } = await container.exportSession(params.sessionId, query.format);
  return { type: mimeType, body: content, headers: toAttachment(fileName) };
});

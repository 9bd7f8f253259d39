import { ExportFormat } from '../../../../../lib/protocol/export-format.ts';
import { parseInput, route } from '../../../handler.ts';
import { toAttachment } from '../../../to-attachment.ts';

export const GET = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const format = parseInput(ExportFormat, new URL(request.url).searchParams.get('format') ?? 'ipynb');
  const file = await container.exportSession(params.sessionId, format);
  return new Response(file.content, {
    headers: { ...toAttachment(file.fileName), 'content-type': file.mimeType },
  });
});

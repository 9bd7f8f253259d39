import { route } from '../../../../../handler.ts';

/** The full output as a file of text, also what the log has left out. Never as a page: code wrote it. */
export const GET = route<{ sessionId: string; cellId: string }>(async ({ params, container }) => {
  const stream = await container.openOutput(params.sessionId, params.cellId);
  return new Response(stream, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="output.txt"',
    },
  });
});

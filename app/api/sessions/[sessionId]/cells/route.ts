import { route } from '../../../handler.ts';

export const POST = route('insertCell', async ({ params, body, container }) => ({
  cellId: await container.runtime.cells.insert(params.sessionId, body),
}));

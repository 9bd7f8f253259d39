import { route } from '../../handler.ts';
import { toSource } from '../../to-source.ts';

export const POST = route('importNotebook', async ({ request, query, container }) =>
  container.importNotebook({ name: query.name, source: toSource(request), signal: request.signal }),
);

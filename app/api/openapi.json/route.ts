import { toOpenApi } from '../../../lib/protocol/api/to-open-api.ts';
import { route } from '../handler.ts';

export const GET = route('readOpenApi', async ({ container }) => toOpenApi(container.version));

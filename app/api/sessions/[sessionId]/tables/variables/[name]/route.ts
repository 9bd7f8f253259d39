import { route } from '../../../../../handler.ts';

export const GET = route('readVariableTable', async ({ params, query, container }) =>
  container.runtime.kernels.readTable(params.sessionId, params.name, query),
);

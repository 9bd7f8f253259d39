import { parseTableSource } from '../../../../../../../lib/protocol/table-source.ts';
import { route } from '../../../../../handler.ts';

export const GET = route('readTable', async ({ params, query, container, request }) =>
  container.runtime.kernels.readTable(params.sessionId, parseTableSource(params), query, request.signal),
);

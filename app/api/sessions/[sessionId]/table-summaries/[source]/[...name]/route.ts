import { parseTableSource } from '../../../../../../../lib/protocol/table-source.ts';
import { route } from '../../../../../handler.ts';

export const GET = route('summarizeTable', async ({ params, query, container, request }) =>
  container.runtime.kernels.summarizeTable(params.sessionId, parseTableSource(params), query, request.signal),
);

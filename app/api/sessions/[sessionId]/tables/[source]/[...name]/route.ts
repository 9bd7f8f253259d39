import { parseTableSource } from '../../../../../../../lib/protocol/table-source.ts';
import { route } from '../../../../../handler.ts';

export const GET = route('readTable', async ({ params, query, container }) =>
  container.runtime.kernels.readTable(params.sessionId, parseTableSource(params), query),
);

import { parseFilePath } from '../../../../../../../lib/protocol/file-name.ts';
import { route } from '../../../../../handler.ts';

export const GET = route('readFileTable', async ({ params, container }) =>
  container.runtime.kernels.readFileTable(params.sessionId, parseFilePath(params.path)),
);

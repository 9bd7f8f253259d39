import { route } from '../../../handler.ts';

export const POST = route('controlKernel', async ({ params, body, container }) =>
  container.runtime.kernels.control(params.sessionId, body),
);

import { route } from '../../../../handler.ts';

export const POST = route('sendToWidget', async ({ params, body, container }) =>
  container.runtime.kernels.sendToWidget(params.sessionId, params.modelId, body),
);

import { route } from '../../../../handler.ts';

export const POST = route('askAboutCode', async ({ params, body, container }) =>
  container.runtime.kernels.ask(params.sessionId, body),
);

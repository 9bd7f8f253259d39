import type { KERNEL_ENDPOINTS } from '../../lib/protocol/api/kernel-endpoints.ts';
import type { Handlers } from './handler.ts';
import { STREAM_HEADERS, streamWork } from './stream-work.ts';

export const KERNEL_HANDLERS: Handlers<typeof KERNEL_ENDPOINTS> = {
  controlKernel: async ({ params, body, container }) =>
    container.runtime.kernels.control(params.sessionId, body),
  listCheckpoints: async ({ params, container }) =>
    container.runtime.kernels.listCheckpoints(params.sessionId),
  planTakeBack: async ({ params, container }) =>
    container.runtime.kernels.planTakeBack(params.sessionId, params.cellId),
  takeBack: async ({ params, container }) =>
    container.runtime.kernels.takeBack(params.sessionId, params.cellId),
  changePackages: async ({ request, params, body, container }) => {
    const signal = AbortSignal.any([request.signal, container.closing]);
    return container.runtime.kernels.changePackages(params.sessionId, body, { signal });
  },
  streamPackages: async ({ request, params, body, container }) => {
    const signal = AbortSignal.any([request.signal, container.closing]);
    return {
      body: streamWork((onProgress: (sentence: string) => void) =>
        container.runtime.kernels.changePackages(params.sessionId, body, { signal, onProgress }),
      ),
      headers: STREAM_HEADERS,
    };
  },
  askAboutCode: async ({ params, body, container }) => container.runtime.kernels.ask(params.sessionId, body),
  sendToWidget: async ({ params, body, container }) =>
    container.runtime.kernels.sendToWidget(params.sessionId, params.modelId, body),
};

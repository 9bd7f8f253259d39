import type { KERNEL_ENDPOINTS } from '../../lib/protocol/api/kernel-endpoints.ts';
import type { Handlers } from './handler.ts';

export const KERNEL_HANDLERS: Handlers<typeof KERNEL_ENDPOINTS> = {
  controlKernel: async ({ params, body, container }) =>
    container.runtime.kernels.control(params.sessionId, body),
  listCheckpoints: async ({ params, container }) =>
    container.runtime.kernels.listCheckpoints(params.sessionId),
  planTakeBack: async ({ params, container }) =>
    container.runtime.kernels.planTakeBack(params.sessionId, params.cellId),
  takeBack: async ({ params, container }) =>
    container.runtime.kernels.takeBack(params.sessionId, params.cellId),
  askAboutCode: async ({ params, body, container }) => container.runtime.kernels.ask(params.sessionId, body),
  sendToWidget: async ({ params, body, container }) =>
    container.runtime.kernels.sendToWidget(params.sessionId, params.modelId, body),
};

import type { RUN_ENDPOINTS } from '../../lib/protocol/api/run-endpoints.ts';
import type { Handlers } from './handler.ts';

export const RUN_HANDLERS: Handlers<typeof RUN_ENDPOINTS> = {
  startRun: async ({ params, body, container }) => ({
    runId: await container.runtime.runs.start(params.sessionId, body),
  }),
  cancelRun: async ({ params, container }) => container.runtime.runs.cancel(params.sessionId, params.runId),
  steerRun: async ({ params, body, container }) =>
    container.runtime.runs.steer(params.sessionId, params.runId, body),
  deleteRun: async ({ params, container }) => ({
    operationId: await container.runtime.cells.deleteRun(params.sessionId, params.runId),
  }),
  startWays: async ({ params, body, container }) => container.runtime.ways.start(params.sessionId, body),
  cancelWays: async ({ params, container }) => container.runtime.ways.cancel(params.sessionId, params.waysId),
  chooseWay: async ({ params, body, container }) => ({
    kernel: await container.runtime.ways.choose(params.sessionId, params.waysId, body.sessionId),
  }),
  replyApproval: async ({ params, body, container }) => {
    const { requestId, ...decision } = body;
    await container.runtime.inputs.decide(params.sessionId, requestId, decision);
  },
  replyInput: async ({ params, body, container }) =>
    container.runtime.inputs.reply(params.sessionId, body.requestId, body.value),
};

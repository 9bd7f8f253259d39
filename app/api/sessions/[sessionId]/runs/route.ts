import { z } from 'zod';
import { Limits, Task } from '../../../../../lib/protocol/run.ts';
import { readJson, route } from '../../../handler.ts';

const NewRun = z.object({
  task: Task.shape.text,
  files: z.array(z.string()).optional(),
  tools: Task.shape.tools,
  model: z.string().optional(),
  limits: Limits.partial().optional(),
});

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const { task, files = [], tools, model, limits = {} } = await readJson(request, NewRun);
  const runId = await container.runtime.startRun(params.sessionId, {
    text: task,
    files,
    limits,
    ...(tools === undefined ? {} : { tools }),
    ...(model === undefined ? {} : { modelId: model }),
  });
  return Response.json({ runId }, { status: 202 });
});

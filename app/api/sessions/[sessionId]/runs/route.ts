import { z } from 'zod';
import { ApprovalMode, Limits, Task } from '../../../../../lib/protocol/run.ts';
import { readJson, route } from '../../../handler.ts';

const NewRun = z.object({
  task: Task.shape.text,
  files: z.array(z.string()).optional(),
  tools: Task.shape.tools,
  schema: Task.shape.schema,
  about: Task.shape.about,
  model: z.string().optional(),
  /** `true`: by the configured reviewer, else by the model that answers. */
  review: z.union([z.boolean(), z.object({ model: z.string().optional() })]).optional(),
  limits: Limits.partial().optional(),
  approval: ApprovalMode.optional(),
});

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const body = await readJson(request, NewRun);
  const { task, files = [], tools, schema, about, model, review, limits = {}, approval } = body;
  const runId = await container.runtime.startRun(params.sessionId, {
    text: task,
    files,
    limits,
    review: toReview(review),
    approval,
    ...(tools === undefined ? {} : { tools }),
    ...(schema === undefined ? {} : { schema }),
    ...(about === undefined ? {} : { about }),
    ...(model === undefined ? {} : { modelId: model }),
  });
  return Response.json({ runId }, { status: 202 });
});

function toReview(review: z.infer<typeof NewRun>['review']) {
  return typeof review === 'object' ? { modelId: review.model } : review;
}

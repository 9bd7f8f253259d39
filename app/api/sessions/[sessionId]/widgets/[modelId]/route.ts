import { WidgetMessage } from '../../../../../../lib/protocol/widget-message.ts';
import { readJson, route } from '../../../../handler.ts';

/** What a person did to a widget; answered when the widget's callbacks have ended. */
export const POST = route<{ sessionId: string; modelId: string }>(async ({ request, params, container }) => {
  const message = await readJson(request, WidgetMessage);
  await container.runtime.sendToWidget(params.sessionId, params.modelId, message);
  return new Response(null, { status: 204 });
});

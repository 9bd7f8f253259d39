/** One update for each widget an execution changed: an Output widget repeats all it holds at every change. */
import type { ExecutionEvent } from '../kernel/kernel.ts';
import type { WidgetModels, WidgetUpdate } from '../notebook/widget-model.ts';
import { updateWidget } from '../notebook/widget-state.ts';

/** A widget's state and buffers as JSON, characters; bigger ones are left out. */
const MAX_WIDGET_LENGTH = 4_000_000;

/** The same events, with the widgets as they are at the end before `end`. */
export async function* joinWidgetUpdates(
  events: AsyncIterable<ExecutionEvent>,
): AsyncGenerator<ExecutionEvent> {
  let widgets: WidgetModels = {};
  for await (const event of events) {
    if (event.type === 'widget') {
      widgets = updateWidget(widgets, event.update);
      continue;
    }
    if (event.type === 'end') for (const update of toUpdates(widgets)) yield { type: 'widget', update };
    yield event;
  }
}

function toUpdates(widgets: WidgetModels): WidgetUpdate[] {
  return Object.entries(widgets)
    .map(([modelId, { state, buffers }]) => ({ modelId, state, buffers: [...buffers] }))
    .filter((update) => JSON.stringify(update).length <= MAX_WIDGET_LENGTH);
}

/** One update for each widget an execution changed: an Output widget repeats all it holds at every change. */
import type { ExecutionEvent } from '../../kernel/kernel.ts';
import type { WidgetModels, WidgetUpdate } from '../../notebook/widget-model.ts';
import { updateWidget } from '../../notebook/widget-state.ts';
import { measureJson } from '../../util/is-modest-json.ts';

/** A widget's state and buffers as JSON, characters; bigger ones are left out. */
const MAX_WIDGET_LENGTH = 4_000_000;
/** All widgets that one execution changed, characters; the ones that come after are left out. */
const MAX_WIDGETS_LENGTH = 16_000_000;

/** The same events, with the widgets as they are at the end before `end`. */
export async function* joinWidgetUpdates(
  events: AsyncIterable<ExecutionEvent>,
): AsyncGenerator<ExecutionEvent> {
  const widgets = createWidgets();
  for await (const event of events) {
    if (event.type === 'widget') {
      widgets.apply(event.update);
      continue;
    }
    if (event.type === 'end') for (const update of widgets.toUpdates()) yield { type: 'widget', update };
    yield event;
  }
}

function createWidgets() {
  let widgets: WidgetModels = {};
  const lengths = new Map<string, number>();
  let sum = 0;

  return {
    apply: (update: WidgetUpdate): void => {
      const { modelId } = update;
      const before = Object.hasOwn(widgets, modelId) ? widgets[modelId] : undefined;
      const next = updateWidget(before ? { [modelId]: before } : {}, update);
      const length = measureJson(next, MAX_WIDGET_LENGTH);
      const nextSum = sum + length - (lengths.get(modelId) ?? 0);
      if (nextSum > MAX_WIDGETS_LENGTH) return;
      sum = nextSum;
      lengths.set(modelId, length);
      widgets = { ...widgets, ...next };
    },
    toUpdates: (): WidgetUpdate[] =>
      Object.entries(widgets).map(([modelId, { state, buffers }]) => ({
        modelId,
        state,
        buffers: [...buffers],
      })),
  };
}

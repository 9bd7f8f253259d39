/**
 * Widgets while their cell runs: what changed since the last time, at most every 100 ms, and less often the more has
 * been written. An Output widget repeats all it holds at every change.
 */
import type { ExecutionEvent } from '../../kernel/kernel.ts';
import type { WidgetModels, WidgetUpdate } from '../../notebook/widget-model.ts';
import { updateWidget } from '../../notebook/widget-state.ts';
import { measureJson } from '../../util/is-modest-json.ts';
import { isWithin } from '../../util/is-within.ts';

/** A widget's state and buffers as JSON, characters; bigger ones are left out. */
const MAX_WIDGET_LENGTH = 4_000_000;
/** All widgets that one execution changed, characters; the ones that come after are left out. */
const MAX_WIDGETS_LENGTH = 16_000_000;
/** The shortest time between two sets of updates, milliseconds. */
const MIN_INTERVAL_MS = 100;
/** What it grows by for each thousand characters written: ten progress bars of an hour are about 6 MB. */
const INTERVAL_MS_PER_KILOCHARACTER = 1;
/** What an update takes in the log besides its state, about, characters. */
const ENVELOPE_LENGTH = 200;

/** The same events, with the changes of each widget joined. All of them come before `end`. */
export async function* joinWidgetUpdates(
  events: AsyncIterable<ExecutionEvent>,
): AsyncGenerator<ExecutionEvent> {
  const widgets = createWidgets();
  const source = events[Symbol.asyncIterator]();
  let arriving: ReturnType<typeof source.next> | null = null;
  try {
    for (;;) {
      arriving ??= source.next();
      if (widgets.hasChanges && !(await isWithin(widgets.dueInMs(), arriving))) {
        yield* widgets.takeChanges();
        continue;
      }
      const arrived = await arriving;
      arriving = null;
      if (arrived.done) return;
      const event = arrived.value;
      if (event.type === 'widget') {
        widgets.apply(event.update);
        if (widgets.dueInMs() <= 0) yield* widgets.takeChanges();
        continue;
      }
      // An output that shows a widget comes after its first state.
      if (event.type === 'end' || widgets.hasNew) yield* widgets.takeChanges();
      yield event;
    }
  } finally {
    const returned = source.return?.();
    // A reader that leaves does not wait for what code shows next.
    if (arriving) void Promise.allSettled([arriving, returned]);
    else await returned;
  }
}

function createWidgets() {
  let widgets: WidgetModels = {};
  /** What the events that were yielded do not say yet. */
  let changes: WidgetModels = {};
  let hasNew = false;
  let dueAt = 0;
  let writtenLength = 0;
  const lengths = new Map<string, number>();
  let sum = 0;

  return {
    get hasChanges() {
      return Object.keys(changes).length > 0;
    },
    get hasNew() {
      return hasNew;
    },
    dueInMs: () => dueAt - performance.now(),
    apply: (update: WidgetUpdate): void => {
      const { modelId } = update;
      const before = Object.hasOwn(widgets, modelId) ? widgets[modelId] : undefined;
      const next = updateWidget(before ? { [modelId]: before } : {}, update);
      const length = measureJson(next, MAX_WIDGET_LENGTH);
      const nextSum = sum + length - (lengths.get(modelId) ?? 0);
      if (nextSum > MAX_WIDGETS_LENGTH) return;
      sum = nextSum;
      lengths.set(modelId, length);
      hasNew ||= !before;
      widgets = { ...widgets, ...next };
      changes = updateWidget(changes, update);
    },
    takeChanges: (): ExecutionEvent[] => {
      const updates = Object.entries(changes).map(([modelId, { state, buffers }]) => ({
        modelId,
        state,
        buffers: [...buffers],
      }));
      changes = {};
      hasNew = false;
      writtenLength += measureJson(updates, MAX_WIDGETS_LENGTH) + updates.length * ENVELOPE_LENGTH;
      const intervalMs = (writtenLength / 1000) * INTERVAL_MS_PER_KILOCHARACTER;
      dueAt = performance.now() + Math.max(MIN_INTERVAL_MS, intervalMs);
      return updates.map((update) => ({ type: 'widget', update }));
    },
  };
}

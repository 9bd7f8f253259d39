/** The widgets of a notebook as a pure fold, and as notebook files keep them. */
import type { WidgetModels, WidgetUpdate } from './widget-model.ts';

/** Models stay after their widget was closed: outputs that show it are still in the notebook. */
export function updateWidget(models: WidgetModels, update: WidgetUpdate): WidgetModels {
  const { modelId, state, buffers } = update;
  // The kernel chooses the ids, `constructor` and the like included.
  const before = (Object.hasOwn(models, modelId) ? models[modelId] : null) ?? { state: {}, buffers: [] };
  // A path identifies a buffer.
  const byPath = new Map([...before.buffers, ...buffers].map((each) => [JSON.stringify(each.path), each]));
  return { ...models, [modelId]: { state: { ...before.state, ...state }, buffers: [...byPath.values()] } };
}

/** Value of a notebook's `metadata.widgets` (schema: @jupyter-widgets/schema, v2), or null without widgets. */
export function toWidgetMetadata(models: WidgetModels): Record<string, unknown> | null {
  const entries = Object.entries(models).filter(([, { state }]) => '_model_name' in state);
  if (entries.length === 0) return null;
  const state = Object.fromEntries(
    entries.map(([modelId, model]) => [
      modelId,
      {
        model_name: model.state._model_name,
        model_module: model.state._model_module,
        model_module_version: model.state._model_module_version,
        state: model.state,
        ...(model.buffers.length > 0 ? { buffers: model.buffers } : {}),
      },
    ]),
  );
  return { 'application/vnd.jupyter.widget-state+json': { version_major: 2, version_minor: 0, state } };
}

/** The models that one view needs: a widget, its children, layouts and styles, and what its outputs show. */
import { toText } from './mime-value.ts';
import { toVisibleText } from './terminal-text.ts';
import { toPlainText } from './to-plain-text.ts';
import type { WidgetModel, WidgetModels } from './widget-model.ts';

const REFERENCE = 'IPY_MODEL_';
const MAX_MODELS = 5_000;

/** Widgets by id; empty when the widget itself is not there. Source: @jupyter-widgets/base, `unpack_models`. */
export function collectWidgets(models: WidgetModels, rootId: string): Record<string, WidgetModel> {
  const found = new Map<string, WidgetModel>();
  const open = [rootId];
  while (open.length > 0 && found.size < MAX_MODELS) {
    const id = open.pop() ?? '';
    const model = Object.hasOwn(models, id) ? models[id] : undefined;
    if (!model || found.has(id)) continue;
    found.set(id, withPlainOutputs(model));
    open.push(...listReferences(model.state));
  }
  return Object.fromEntries(found);
}

/** What an `Output` widget has caught, as a terminal shows it: its frame only places text. */
function withPlainOutputs(model: WidgetModel): WidgetModel {
  const { outputs } = model.state;
  if (!Array.isArray(outputs)) return model;
  return { ...model, state: { ...model.state, outputs: outputs.map(toPlainOutput) } };
}

function toPlainOutput(output: unknown): unknown {
  if (typeof output !== 'object' || output === null) return output;
  if ('text' in output) return { ...output, text: readTerminal(output.text) };
  if ('traceback' in output && Array.isArray(output.traceback))
    return { ...output, traceback: [readTerminal(output.traceback.join('\n'))] };
  return output;
}

function readTerminal(text: unknown): string {
  return toPlainText(toVisibleText(toText(text)));
}

function listReferences(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(REFERENCE) ? [value.slice(REFERENCE.length)] : [];
  if (typeof value !== 'object' || value === null) return [];
  const shown = 'model_id' in value && typeof value.model_id === 'string' ? [value.model_id] : [];
  return [...shown, ...Object.values(value).flatMap(listReferences)];
}

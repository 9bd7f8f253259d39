/** Widgets in files that no kernel stands behind: what they showed last, as text, beside the outputs that they hold. */
import { toText } from '../../notebook/mime-value.ts';
import type { WidgetModels } from '../../notebook/widget-model.ts';
import { htmlToText } from '../../observation/html-to-text.ts';
import type { NotebookCell } from '../../session/notebook/to-notebook.ts';

type Output = Record<string, unknown>;
/** A line, or an output that a widget has caught. */
type Part = string | Output;

const VIEW = 'application/vnd.jupyter.widget-view+json';
const REFERENCE = 'IPY_MODEL_';
const MAX_DEPTH = 20;
const BAR_LENGTH = 20;

export function settleWidgets(cell: NotebookCell, models: WidgetModels): NotebookCell {
  return cell.outputs ? { ...cell, outputs: cell.outputs.flatMap((each) => settle(each, models)) } : cell;
}

/** An output whose widget is not there stays as it is. */
function settle(output: Output, models: WidgetModels): Output[] {
  const { data } = output;
  const view = typeof data === 'object' && data !== null && VIEW in data ? data[VIEW] : null;
  if (typeof view !== 'object' || view === null || !('model_id' in view)) return [output];
  const parts = readParts(String(view.model_id), models, 0);
  if (parts.length === 0) return [output];
  const settled: Output[] = [];
  const lines: string[] = [];
  const endText = () => {
    const text = lines.splice(0).join('\n');
    if (text.trim() !== '')
      settled.push({ output_type: 'display_data', data: { 'text/plain': text }, metadata: {} });
  };
  for (const part of parts) {
    if (typeof part === 'string') lines.push(part);
    else {
      endText();
      settled.push(part);
    }
  }
  endText();
  return settled;
}

function readParts(id: string, models: WidgetModels, depth: number): Part[] {
  const model = Object.hasOwn(models, id) ? models[id] : undefined;
  if (!model || depth > MAX_DEPTH) return [];
  const { state } = model;
  if (Array.isArray(state.outputs)) return state.outputs.filter(isOutput);
  if (!Array.isArray(state.children)) return [describe(state)].filter((line) => line !== '');
  const parts = state.children.map((child) =>
    readParts(String(child).replace(REFERENCE, ''), models, depth + 1),
  );
  const isRow = state._model_name === 'HBoxModel' && parts.flat().every((part) => typeof part === 'string');
  return isRow ? [parts.flat().join(' ').trim()] : parts.flat();
}

function isOutput(value: unknown): value is Output {
  return typeof value === 'object' && value !== null && 'output_type' in value;
}

/** `Rate: 0.5`; the name of its class where nothing else is known. */
function describe(state: Readonly<Record<string, unknown>>): string {
  const name = String(state._model_name ?? '').replace(/Model$/, '');
  const { value, index } = state;
  const label = toText(state.description ?? '').trim();
  if (/Progress$/.test(name)) return [label, drawBar(state)].filter((part) => part !== '').join(' ');
  if (name === 'HTML' || name === 'HTMLMath') return htmlToText(toText(value ?? '')).trim();
  if (name === 'Label') return toText(value ?? '').trim();
  const options = Array.isArray(state._options_labels) ? state._options_labels : null;
  const chosen = options ? [index].flat().map((at) => options[Number(at)]) : [value].flat();
  const shown = chosen.filter((each) => each !== undefined && each !== null && typeof each !== 'object');
  if (shown.length === 0 || name === 'Image') return `[${label || name}]`;
  return `${label || name}: ${shown.join(' – ')}`;
}

/** How far it is, as terminals show it. */
function drawBar({ value, min, max }: Readonly<Record<string, unknown>>): string {
  const [from, to, now] = [min ?? 0, max ?? 100, value ?? 0].map(Number) as [number, number, number];
  const part = to > from ? Math.min(1, Math.max(0, (now - from) / (to - from))) : 0;
  const filled = Math.round(part * BAR_LENGTH);
  return `|${'█'.repeat(filled)}${' '.repeat(BAR_LENGTH - filled)}|`;
}

/**
 * Output widgets (`with out:`): while one names a request, what that request shows goes into the widget's state
 * instead of the cell, and the kernel's copy of the state follows. They nest: the last to name a request gets it.
 * Source: ipywidgets, docs/source/examples/Output Widget.ipynb and jupyterlab_widgets/src/output.ts.
 */
import {
  appendOutput,
  clearOutput,
  EMPTY_OUTPUT_AREA,
  type OutputArea,
  updateDisplay,
} from '../../notebook/apply-output.ts';
import { Output } from '../../notebook/output.ts';
import { toNbformatOutput } from '../../notebook/to-nbformat-output.ts';
import type { WidgetUpdate } from '../../notebook/widget-model.ts';
import { measureJson } from '../../util/is-modest-json.ts';
import type { OutputEvent } from '../kernel.ts';

interface OutputWidget {
  area: OutputArea;
  /** `msg_id` of the request whose outputs it takes; empty for none. */
  requestId: string;
  /** How much it took, in characters, about. */
  length: number;
}

/** What one widget takes before it takes no more, characters: each change sends all of it again. */
const MAX_LENGTH = 500_000;
const MAX_WIDGETS = 1_000;

type SendState = (modelId: string, state: { outputs: Record<string, unknown>[] }) => void;

export class OutputWidgets {
  /** In the order in which they named their request. */
  readonly #widgets = new Map<string, OutputWidget>();
  readonly #send: SendState;

  constructor(send: SendState) {
    this.#send = send;
  }

  /** The events that are in place of one that the request `requestId` caused. */
  route(event: OutputEvent, requestId: string): OutputEvent[] {
    switch (event.type) {
      case 'widget':
        this.#note(event.update);
        return [event];
      case 'update':
        return [event, ...[...this.#widgets.keys()].flatMap((id) => this.#apply(id, event))];
      default: {
        const taker = [...this.#widgets].findLast(([, widget]) => widget.requestId === requestId);
        return taker ? this.#apply(taker[0], event) : [event];
      }
    }
  }

  #note({ modelId, state }: WidgetUpdate): void {
    const isNew = state._model_module === '@jupyter-widgets/output' && state._model_name === 'OutputModel';
    const widget =
      this.#widgets.get(modelId) ?? (isNew ? { area: EMPTY_OUTPUT_AREA, requestId: '', length: 0 } : null);
    if (!widget || (isNew && this.#widgets.size >= MAX_WIDGETS)) return;
    if ('outputs' in state) {
      widget.area = toArea(state.outputs);
      widget.length = measureJson(widget.area, MAX_LENGTH);
    }
    if (typeof state.msg_id === 'string') {
      widget.requestId = state.msg_id;
      this.#widgets.delete(modelId);
    }
    this.#widgets.set(modelId, widget);
  }

  #apply(modelId: string, event: Exclude<OutputEvent, { type: 'widget' }>): OutputEvent[] {
    const widget = this.#widgets.get(modelId);
    if (!widget) return [];
    if (event.type === 'clear') widget.length = 0;
    if (widget.length > MAX_LENGTH) return [];
    widget.length += measureJson(event, MAX_LENGTH);
    const area = applyToArea(widget.area, widget.length > MAX_LENGTH ? LEFT_OUT : event);
    if (area === widget.area) return [];
    const isChanged = area.outputs !== widget.area.outputs;
    widget.area = area;
    if (!isChanged) return [];
    const state = { outputs: area.outputs.map(toNbformatOutput) };
    this.#send(modelId, state);
    return [{ type: 'widget', update: { modelId, state, buffers: [] } }];
  }
}

const LEFT_OUT: Extract<OutputEvent, { type: 'output' }> = {
  type: 'output',
  output: { output_type: 'stream', name: 'stderr', text: '[… the rest is left out …]\n' },
};

function applyToArea(area: OutputArea, event: Exclude<OutputEvent, { type: 'widget' }>): OutputArea {
  if (event.type === 'output') return appendOutput(area, event.output);
  return event.type === 'clear' ? clearOutput(area, event.wait) : updateDisplay(area, event);
}

function toArea(outputs: unknown): OutputArea {
  const parsed = Array.isArray(outputs) ? outputs.map((each) => Output.safeParse(each).data) : [];
  return { outputs: parsed.filter((each) => each !== undefined), clearPending: false };
}

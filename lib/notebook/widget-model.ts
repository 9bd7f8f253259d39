/** Widgets as the log records them. Source: @jupyter-widgets/schema, messages.md (protocol 2). */
import { z } from 'zod';

/** Binary data taken out of a widget's state, at the path it belongs to. */
export const WidgetBuffer = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  encoding: z.literal('base64'),
  data: z.string(),
});
export type WidgetBuffer = z.infer<typeof WidgetBuffer>;

/** New values of some of a model's keys; the first update of a model carries all of them. */
export const WidgetUpdate = z.object({
  /** The model's id, which is its comm's. */
  modelId: z.string(),
  state: z.record(z.string(), z.unknown()),
  buffers: z.array(WidgetBuffer),
});
export type WidgetUpdate = z.infer<typeof WidgetUpdate>;

export interface WidgetModel {
  readonly state: Readonly<Record<string, unknown>>;
  readonly buffers: readonly WidgetBuffer[];
}

/** By model id, in order of creation. */
export type WidgetModels = Readonly<Record<string, WidgetModel>>;

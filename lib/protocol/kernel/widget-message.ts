/** What the user does to a widget, as its comm is told. Source: @jupyter-widgets/schema, messages.md (protocol 2). */
import { z } from 'zod';
import { isModestJson } from '../../util/is-modest-json.ts';

const MAX_LENGTH = 256_000;
const isModest = (value: unknown) => isModestJson(value, MAX_LENGTH);

export const WidgetMessage = z.discriminatedUnion('method', [
  z.object({ method: z.literal('update'), state: z.record(z.string(), z.unknown()).refine(isModest) }),
  z.object({ method: z.literal('custom'), content: z.unknown().refine(isModest) }),
]);
export type WidgetMessage = z.infer<typeof WidgetMessage>;

/** `seq`: number of an event by which the log has what became of the message. */
export const WidgetReply = z.object({ seq: z.number().int().nonnegative() });
export type WidgetReply = z.infer<typeof WidgetReply>;

import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createRunSpans } from '../../../lib/telemetry/run-spans.ts';
import { insertOfRun, ranCell, replyOf, startRun, toEvents } from '../../helpers/session-events.ts';

const START = startRun('r', 'secret', { model: { id: 'm', label: 'M', kind: 'custom' } });
const STEP = { runId: 'r', step: 1 };
const usage = { promptTokens: 5, completionTokens: 2, estimated: false, cachedTokens: 4, cost: 0.5 };

/** The spans that the events make, in the order of their ends. */
function collect(bodies: EventBody[]) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  createRunSpans(provider.getTracer('test'))(toEvents(bodies));
  const spans = exporter.getFinishedSpans();
  const parentOf = (id: string | undefined) => spans.find((span) => span.spanContext().spanId === id)?.name;
  return spans.map((span) => ({
    name: span.name,
    parent: parentOf(span.parentSpanContext?.spanId),
    error: span.attributes['error.type'],
    attributes: span.attributes,
  }));
}

test('calls of tools are spans below their cell; usage, cost and failures are attributes', () => {
  const spans = collect([
    ...[START, ...replyOf(STEP, 'secret', { usage })],
    { ...insertOfRun(STEP, 'c', 'secret'), toolCallId: 'call-1' },
    { type: 'cell-start', cellId: 'c' },
    { type: 'tool-call-start', cellId: 'c', callId: 'a', name: 'shop.price', arguments: '{"secret": 1}' },
    { type: 'tool-call-end', cellId: 'c', callId: 'a', status: 'error', error: 'secret' },
    ...ranCell('c', undefined, { status: 'timed-out' }).slice(1),
    { type: 'run-end', runId: 'r', outcome: { status: 'failed', code: 'model-auth', message: 'secret' } },
  ]);

  expect(spans.map(({ name, parent, error }) => [name, parent, error])).toEqual([
    ['chat m', 'step 1', undefined],
    ['execute_tool shop.price', 'execute_tool execute_code', 'error'],
    ['execute_tool execute_code', 'step 1', 'timed-out'],
    ['step 1', 'invoke_agent actbook', undefined],
    ['invoke_agent actbook', undefined, 'model-auth'],
  ]);
  expect(spans[0]?.attributes).toMatchObject({
    'gen_ai.provider.name': 'actbook.custom',
    'gen_ai.usage.cache_read.input_tokens': 4,
    'actbook.usage.cost_usd': 0.5,
  });
  expect(spans[2]?.attributes['gen_ai.tool.call.id']).toBe('call-1');
  expect(JSON.stringify(spans)).not.toContain('secret');
});

test('what is open when a run ends is ended with it, a person’s stop is not an error, and cells of people have no span', () => {
  const spans = collect([
    { type: 'cell-start', cellId: 'theirs' },
    START,
    { type: 'cell-start', cellId: 'theirs' },
    { type: 'step-start', ...STEP },
    { type: 'run-end', runId: 'r', outcome: { status: 'stopped', reason: 'cancelled', message: '' } },
    { type: 'step-start', runId: 'r', step: 2 },
  ]);

  expect(spans.map(({ name, error }) => [name, error])).toEqual([
    ['chat m', undefined],
    ['step 1', undefined],
    ['invoke_agent actbook', undefined],
  ]);
});

/** Spans as a collector receives them, over HTTP: of a program with an SDK of its own, and of the command. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test } from 'vitest';
import { createActbook } from '../../../lib/index.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { startModelServer } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { startSpanCollector } from '../../helpers/telemetry/span-collector.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const CARS = join(import.meta.dirname, '../../fixtures/cars.csv');

/** Contexts as the SDK for Node carries them through asynchronous calls. */
function keepContexts(): void {
  const storage = new AsyncLocalStorage<Context>();
  const manager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: <A extends unknown[], R>(active: Context, fn: (...args: A) => R, self?: unknown, ...args: A): R =>
      storage.run(active, () => Reflect.apply(fn, self, args)),
    bind: <T>(_: Context, target: T) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
}

test('a program with an SDK of its own gets the spans of a run below its own, without what anybody wrote', async () => {
  const collector = await startSpanCollector();
  const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  keepContexts();
  onTestFinished(() => {
    trace.disable();
    context.disable();
  });
  const server = await startModelServer([
    { text: fence('print("spoken".upper())'), usage: { prompt_tokens: 30, completion_tokens: 7 } },
    fence('1 / 0'),
    'It is SPOKEN.',
    'VERDICT: APPROVE',
  ]);
  const model = { baseUrl: server.baseUrl, modelId: 'scripted-1' };
  const actbook = await createActbook({ model, sandbox: 'off' });
  const session = await actbook.createSession();

  const mine = trace.getTracer('program').startSpan('my request');
  const run = await context.with(trace.setSpan(context.active(), mine), () =>
    session.run('Keep this question to yourself', { review: true }),
  );
  await run.result();
  mine.end();
  await actbook.dispose();
  await provider.shutdown();
  await server.close();

  const spans = collector.list();
  expect(spans.map(({ name, parent }) => [parent, name])).toEqual([
    [null, 'my request'],
    ['my request', 'invoke_agent actbook'],
    ['invoke_agent actbook', 'step 1'],
    ['step 1', 'chat scripted-1'],
    ['step 1', 'execute_tool execute_code'],
    ['invoke_agent actbook', 'step 2'],
    ['step 2', 'chat scripted-1'],
    ['step 2', 'execute_tool execute_code'],
    ['invoke_agent actbook', 'step 3'],
    ['step 3', 'chat scripted-1'],
    // The reviewer's.
    ['step 3', 'chat scripted-1'],
  ]);
  const [, agent, first, chat, cell, , , failing] = spans;
  expect(agent?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'actbook',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'scripted-1',
    'gen_ai.conversation.id': session.id,
    'gen_ai.usage.input_tokens': 330,
    'gen_ai.usage.output_tokens': 67,
    'actbook.run.id': run.id,
    'actbook.outcome': 'answered',
  });
  expect(first?.attributes).toMatchObject({ 'actbook.step': 1, 'actbook.action': 'code' });
  expect(chat).toMatchObject({
    kind: 3,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 30,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.response.finish_reasons': { values: [{ stringValue: 'stop' }] },
    },
  });
  expect(cell).toMatchObject({
    isError: false,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'execute_code' },
  });
  expect(spans.at(-1)?.attributes).toMatchObject({ 'actbook.review': 'approved' });
  expect(failing).toMatchObject({ isError: true, attributes: { 'error.type': 'error' } });
  expect(cell?.startMs).toBeGreaterThanOrEqual(chat?.endMs ?? 0);
  expect(collector.raw()).not.toMatch(/Keep this question|spoken|ZeroDivision/i);
});

test('the command sends its spans to the collector that the environment names', async () => {
  const collector = await startSpanCollector();
  const { code, stderr } = await runCli(['run', 'How many rows?', '--data', CARS], {
    home: await createTempDir(),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_RESOURCE_ATTRIBUTES: 'team=blue' },
  });

  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const spans = collector.list();
  expect(spans[0]).toMatchObject({
    name: 'invoke_agent actbook',
    parentId: null,
    attributes: { 'gen_ai.provider.name': 'actbook.builtin' },
    resource: { 'service.name': 'actbook', team: 'blue' },
  });
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(spans.map(({ name }) => name)).toContain('chat builtin');
  expect(spans.filter(({ name }) => name === 'execute_tool execute_code').length).toBeGreaterThan(0);
});

test('a collector that is away holds no command up', async () => {
  const { code } = await runCli(['sessions'], {
    home: await createTempDir(),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
  });
  expect(code).toBe(0);
});

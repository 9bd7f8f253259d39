/**
 * OpenTelemetry spans of runs, their steps, model calls, cells and tool calls, made of the events as they are stored.
 * Names and attributes: semantic conventions for generative AI, https://opentelemetry.io/docs/specs/semconv/gen-ai/.
 * What users, models and code wrote is in no span.
 */
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Event } from '../protocol/events/event.ts';
import type { ModelInfo, Outcome, Usage } from '../protocol/runs/run.ts';
import { addUsage, countTokens, NO_USAGE } from '../protocol/runs/usage.ts';

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** The open spans of one run. */
interface RunSpans {
  tracer: Tracer;
  run: Span;
  step: Span | null;
  model: Span | null;
  /** Spans by cell, from its start to its end. */
  cells: Map<string, Span>;
  /** Spans by call, while it is running. */
  calls: Map<string, Span>;
  /** Cells of the run that have not started yet: the ids of the tool calls that brought them. */
  toolCallIds: Map<string, string>;
  info: ModelInfo;
  usage: Usage;
}

const AGENT = 'actbook';
/** The kernel, as the one tool that every run has. */
const CODE_TOOL = 'execute_code';

/** Takes the events of all sessions, each session's in order. A run whose start it did not see has no spans. */
export function createRunSpans(tracer: Tracer): (events: readonly Event[]) => void {
  /** Spans by session, which has one run at a time. */
  const open = new Map<string, RunSpans>();

  function observe(event: Event): void {
    const { sessionId } = event;
    if (event.type === 'run-start') {
      const spans = startRun(tracer, event);
      if (spans) open.set(sessionId, spans);
      return;
    }
    const spans = open.get(sessionId);
    if (spans) follow(spans, event);
    if (event.type === 'run-end') open.delete(sessionId);
  }

  return (events) => {
    for (const event of events) observe(event);
  };
}

/** Null without an exporter, and for a run that is not sampled: nothing is kept of it. */
function startRun(tracer: Tracer, event: EventOf<'run-start'>): RunSpans | null {
  const { model: info, runId, sessionId, at } = event;
  const attributes = {
    ...toModelAttributes('invoke_agent', info),
    'gen_ai.agent.name': AGENT,
    'gen_ai.conversation.id': sessionId,
    'actbook.run.id': runId,
  };
  // The span of whoever started the run is its parent: the event is stored in that call's context.
  const run = tracer.startSpan(`invoke_agent ${AGENT}`, { startTime: at, attributes });
  if (!run.isRecording()) return null;
  const none = { step: null, model: null, cells: new Map(), calls: new Map(), toolCallIds: new Map() };
  return { tracer, run, info, usage: NO_USAGE, ...none };
}

function follow(spans: RunSpans, event: Event): void {
  switch (event.type) {
    case 'step-start':
      startStep(spans, event);
      break;
    case 'step-end':
      endModelCall(spans, event);
      break;
    case 'review-start':
      // The app calls no model.
      if (event.model) startModelCall(spans, event, event.model);
      break;
    case 'review-end':
      endReview(spans, event);
      break;
    case 'context-compact':
      // Its call is over when it is known: it counts, without a span of its own.
      spans.usage = addUsage(spans.usage, event.summary?.usage ?? NO_USAGE);
      break;
    case 'cell-insert':
      if (event.runId !== null) spans.toolCallIds.set(event.cellId, event.toolCallId ?? event.cellId);
      break;
    case 'cell-edit':
      if (event.from) spans.toolCallIds.set(event.cellId, event.from.toolCallId ?? event.cellId);
      break;
    case 'cell-start':
      startCell(spans, event);
      break;
    case 'cell-end':
      endCell(spans, event);
      break;
    case 'tool-call-start':
      startCall(spans, event);
      break;
    case 'tool-call-end':
      endCall(spans, event);
      break;
    case 'run-end':
      endRun(spans, event);
      break;
  }
}

function startBelow(
  { tracer }: RunSpans,
  parent: Span,
  name: string,
  options: { startTime: number; attributes: Attributes; kind?: SpanKind },
): Span {
  return tracer.startSpan(name, options, trace.setSpan(context.active(), parent));
}

function startStep(spans: RunSpans, event: EventOf<'step-start'>): void {
  const { step, at } = event;
  spans.step?.end(at);
  const attributes = { 'actbook.step': step };
  spans.step = startBelow(spans, spans.run, `step ${step}`, { startTime: at, attributes });
  startModelCall(spans, event, spans.info);
}

function startModelCall(spans: RunSpans, { at, sessionId }: Event, info: ModelInfo): void {
  const attributes = { ...toModelAttributes('chat', info), 'gen_ai.conversation.id': sessionId };
  // The analyst thinks in this process.
  const kind = info.kind === 'openai' ? SpanKind.CLIENT : SpanKind.INTERNAL;
  spans.model = startBelow(spans, spans.step ?? spans.run, `chat ${info.id}`, {
    startTime: at,
    attributes,
    kind,
  });
}

function endModelCall(spans: RunSpans, { at, action, finishReason, usage }: EventOf<'step-end'>): void {
  spans.step?.setAttribute('actbook.action', action);
  spans.model?.setAttributes({ 'gen_ai.response.finish_reasons': [finishReason], ...toUsage(usage) });
  if (action === 'none') fail(spans.model, finishReason);
  spans.model?.end(at);
  spans.model = null;
  spans.usage = addUsage(spans.usage, usage);
}

function endReview(spans: RunSpans, { at, verdict, usage }: EventOf<'review-end'>): void {
  spans.model?.setAttributes({ 'actbook.review': verdict, ...toUsage(usage) });
  if (verdict === 'failed') fail(spans.model, verdict);
  spans.model?.end(at);
  spans.model = null;
  spans.usage = addUsage(spans.usage, usage);
}

function startCell(spans: RunSpans, { cellId, at }: EventOf<'cell-start'>): void {
  const toolCallId = spans.toolCallIds.get(cellId);
  if (toolCallId === undefined) return;
  const attributes = toToolAttributes(CODE_TOOL, 'extension', toolCallId);
  const name = `execute_tool ${CODE_TOOL}`;
  spans.cells.set(cellId, startBelow(spans, spans.step ?? spans.run, name, { startTime: at, attributes }));
}

function endCell(spans: RunSpans, { cellId, status, at }: EventOf<'cell-end'>): void {
  const span = spans.cells.get(cellId);
  spans.cells.delete(cellId);
  span?.setAttribute('actbook.cell.status', status);
  if (status !== 'ok') fail(span, status);
  span?.end(at);
}

function startCall(spans: RunSpans, { cellId, callId, name, at }: EventOf<'tool-call-start'>): void {
  const parent = spans.cells.get(cellId) ?? spans.step ?? spans.run;
  const attributes = toToolAttributes(name, 'function', callId);
  spans.calls.set(callId, startBelow(spans, parent, `execute_tool ${name}`, { startTime: at, attributes }));
}

function endCall(spans: RunSpans, event: EventOf<'tool-call-end'>): void {
  const span = spans.calls.get(event.callId);
  spans.calls.delete(event.callId);
  if (event.status !== 'ok') fail(span, event.status);
  span?.end(event.at);
}

function endRun(spans: RunSpans, { outcome, at }: EventOf<'run-end'>): void {
  for (const span of [...spans.calls.values(), ...spans.cells.values(), spans.model, spans.step])
    span?.end(at);
  spans.run.setAttributes({ ...toUsage(spans.usage), 'actbook.outcome': outcome.status });
  const failure = toErrorType(outcome);
  if (failure !== null) fail(spans.run, failure);
  spans.run.end(at);
}

type Attributes = Record<string, string | number | string[]>;

function toModelAttributes(operation: string, { id, kind }: ModelInfo): Attributes {
  return {
    'gen_ai.operation.name': operation,
    // The flavor of the protocol: every configured server speaks OpenAI's, whoever runs it.
    'gen_ai.provider.name': kind === 'openai' ? 'openai' : `${AGENT}.${kind}`,
    'gen_ai.request.model': id,
  };
}

function toToolAttributes(name: string, type: 'extension' | 'function', callId: string): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.type': type,
    'gen_ai.tool.call.id': callId,
  };
}

function toUsage(usage: Usage): Attributes {
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens, cost } = usage;
  const isUnknown = usage.estimated && countTokens(usage) === 0;
  return {
    ...(isUnknown
      ? {}
      : {
          'gen_ai.usage.input_tokens': promptTokens,
          'gen_ai.usage.output_tokens': completionTokens,
        }),
    ...(cachedTokens === undefined ? {} : { 'gen_ai.usage.cache_read.input_tokens': cachedTokens }),
    ...(reasoningTokens === undefined ? {} : { 'gen_ai.usage.reasoning.output_tokens': reasoningTokens }),
    ...(cost === undefined ? {} : { 'actbook.usage.cost_usd': cost }),
  };
}

/** What ended the run early, as a word of a small set; null for an answer, and for the user's stop. */
function toErrorType(outcome: Outcome): string | null {
  if (outcome.status === 'failed') return outcome.code;
  return outcome.status === 'stopped' && outcome.reason !== 'cancelled' ? outcome.reason : null;
}

function fail(span: Span | null | undefined, errorType: string): void {
  span?.setAttribute('error.type', errorType);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}

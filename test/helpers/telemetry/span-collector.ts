/** An OTLP/HTTP collector over a real socket: keeps the spans it is sent. */
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { serveHttp } from '../serve-http.ts';

const Attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
const Batch = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: Attributes,
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface CollectedSpan {
  name: string;
  id: string;
  traceId: string;
  /** Name of the parent among the collected; null for a root. */
  parent: string | null;
  parentId: string | null;
  kind: number;
  isError: boolean;
  startMs: number;
  endMs: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
}

export interface SpanCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** In the order of their starts, parents before children. */
  list(): CollectedSpan[];
  /** Everything that was sent, as it came. */
  raw(): string;
}

/** Closed when the test ends. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const bodies: string[] = [];
  const url = await serveHttp(async (request, response) => {
    if (request.url !== '/v1/traces' || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    bodies.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url, list: () => toSpans(bodies), raw: () => bodies.join('\n') };
}

function toSpans(bodies: readonly string[]): CollectedSpan[] {
  const found = bodies
    .flatMap((body) => Batch.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({ span, resource: toRecord(resource.attributes) })),
      ),
    );
  const nameOf = (id: string | undefined) => found.find(({ span }) => span.spanId === id)?.span.name ?? null;
  const depthOf = (id: string | undefined): number => {
    const above = found.find(({ span }) => span.spanId === id)?.span.parentSpanId;
    return above ? 1 + depthOf(above) : 0;
  };
  return found
    .map(({ span, resource }) => ({
      name: span.name,
      id: span.spanId,
      traceId: span.traceId,
      parent: nameOf(span.parentSpanId),
      parentId: span.parentSpanId ?? null,
      kind: span.kind,
      isError: span.status.code === 2,
      startMs: Number(span.startTimeUnixNano) / 1e6,
      endMs: Number(span.endTimeUnixNano) / 1e6,
      attributes: toRecord(span.attributes),
      resource,
    }))
    .sort((left, right) => left.startMs - right.startMs || depthOf(left.id) - depthOf(right.id));
}

function toRecord(attributes: z.infer<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

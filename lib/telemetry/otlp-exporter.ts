/** Sends spans to the collector that the standard `OTEL_EXPORTER_OTLP_…` variables name; they are the exporter's to read. */
import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { VERSION } from '../config/version.ts';

export interface OtlpExporter {
  tracer: Tracer;
  /** Sends what is left. */
  dispose(): Promise<void>;
}

/** A batch that the collector has not taken by then is dropped, milliseconds: so long may it hold up the end of a command. */
const SEND_TIMEOUT_MS = 3_000;

export function createOtlpExporter(): OtlpExporter {
  const own = resourceFromAttributes({ 'service.name': 'actbook', 'service.version': VERSION });
  const provider = new TracerProvider({
    // What the user says in OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES counts most.
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ timeoutMillis: SEND_TIMEOUT_MS }) }),
    ],
  });
  return {
    tracer: provider.getTracer('actbook', VERSION),
    // A span that cannot be sent is lost, and no failure is reported.
    dispose: () => provider.shutdown().catch(() => {}),
  };
}

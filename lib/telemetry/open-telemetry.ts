/** Where spans go: to the SDK that the program around us has registered, or to a collector, or nowhere. */
import { ProxyTracerProvider, trace } from '@opentelemetry/api';
import { VERSION } from '../config/version.ts';
import type { Event } from '../protocol/events/event.ts';
import { AppError } from '../util/app-error.ts';
import type { OtlpExporter } from './otlp-exporter.ts';
import { createRunSpans } from './run-spans.ts';

export interface Telemetry {
  /** Takes events as they are stored. */
  observe(events: readonly Event[]): void;
  dispose(): Promise<void>;
}

/**
 * With `exports`, an exporter of our own is loaded, unless an SDK is registered, which then has its own. Throws AppError
 * `setup-missing` when it is not installed.
 */
export async function openTelemetry({ exports }: { exports: boolean }): Promise<Telemetry> {
  const exporter = exports && !hasSdk() ? await loadExporter() : null;
  return {
    observe: createRunSpans(exporter?.tracer ?? trace.getTracer('actbook', VERSION)),
    dispose: async () => exporter?.dispose(),
  };
}

function hasSdk(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('actbook') !== undefined;
}

/** Loaded only when asked for: most installations have no collector, and it takes a moment. */
async function loadExporter(): Promise<OtlpExporter> {
  try {
    const { createOtlpExporter } = await import('./otlp-exporter.ts');
    return createOtlpExporter();
  } catch (cause) {
    throw new AppError('setup-missing', NOT_INSTALLED, { cause });
  }
}

const NOT_INSTALLED =
  'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the exporter cannot be loaded. Run “npm install”, or unset the variable.';

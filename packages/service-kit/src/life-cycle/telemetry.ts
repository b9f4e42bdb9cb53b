import { register } from 'node:module';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { AmqplibInstrumentation } from '@opentelemetry/instrumentation-amqplib';
import { ExpressInstrumentation } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MongooseInstrumentation } from '@opentelemetry/instrumentation-mongoose';
import { NodeSDK } from '@opentelemetry/sdk-node';

let started: NodeSDK | undefined;

/**
 * Switches OpenTelemetry tracing on; costs two to four times the processor time of a small request, so it is only
 * imported when `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Spans of Express and mongoose need this file loaded before them
 * (`--import @kinmel/service-kit/telemetry`); without that the spans of HTTP and the broker remain.
 */
export function startTelemetry(service: string): () => Promise<void> {
  if (started === undefined) {
    started = new NodeSDK({
      serviceName: service,
      traceExporter: new OTLPTraceExporter(),
      instrumentations: [
        new HttpInstrumentation({
          ignoreIncomingRequestHook: ({ url }) => url?.startsWith('/health/') ?? false,
        }),
        new ExpressInstrumentation(),
        new MongooseInstrumentation(),
        new AmqplibInstrumentation(),
      ],
    });
    started.start();
  }
  const sdk = started;
  return () => sdk.shutdown();
}

// Loaded by `--import`: the service's own name comes from the usual variable.
if (process.execArgv.some((argument) => argument.includes('telemetry'))) {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  startTelemetry(process.env['OTEL_SERVICE_NAME'] ?? 'kinmel');
}

import { createRequire, register } from 'node:module';
import type { NodeSDK, NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import type { InSpan } from './spans.ts';

let startedTelemetry: Telemetry | undefined;

type Exporter = NodeSDKConfiguration['traceExporter'];
type WithoutSecret = (text: string) => string;

interface Telemetry {
  readonly stop: () => Promise<void>;
  readonly inSpan: InSpan;
}

const spansOf =
  ({ context, propagation, trace, SpanKind, SpanStatusCode }: typeof import('@opentelemetry/api')): InSpan =>
  (name, traceparent, work) => {
    const parent = propagation.extract(context.active(), { traceparent: traceparent ?? undefined });
    return trace
      .getTracer('kinmel')
      .startActiveSpan(name, { kind: SpanKind.CONSUMER }, parent, async (span) => {
        try {
          return await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : '' });
          throw error;
        } finally {
          span.end();
        }
      });
  };

/** Masks tracking tokens in the URLs of spans. */
const withoutSecrets = (exporter: Exporter, withoutSecret: WithoutSecret): Exporter => ({
  export(spans, onDone) {
    for (const { attributes } of spans) {
      for (const [name, value] of Object.entries(attributes))
        if (typeof value === 'string') attributes[name] = withoutSecret(value);
    }
    exporter.export(spans, onDone);
  },
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  shutdown: () => exporter.shutdown(),
});

/**
 * Starts OpenTelemetry. It costs two to four times the processor time of a small request, so it is imported only when
 * `OTEL_EXPORTER_OTLP_ENDPOINT` is set; in a bundle it is a file of its own (`service-build.ts`). Spans of Express,
 * mongoose and amqplib need this file to be loaded first: `node --import @kinmel/service-kit/telemetry src/main.ts`;
 * otherwise, as in a bundle, there are only those of HTTP. `withoutSecret` is a parameter because a bundle evaluates
 * this file's imports too late.
 */
export async function startTelemetry(service: string, withoutSecret: WithoutSecret): Promise<Telemetry> {
  if (startedTelemetry === undefined) {
    const [api, sdk, exporter, http, express, mongoose, amqplib] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-express'),
      import('@opentelemetry/instrumentation-mongoose'),
      import('@opentelemetry/instrumentation-amqplib'),
    ]);
    const nodeSdk: NodeSDK = new sdk.NodeSDK({
      serviceName: service,
      traceExporter: withoutSecrets(new exporter.OTLPTraceExporter(), withoutSecret),
      instrumentations: [
        new http.HttpInstrumentation({
          ignoreIncomingRequestHook: ({ url }) => url?.startsWith('/health/') ?? false,
        }),
        new express.ExpressInstrumentation(),
        new mongoose.MongooseInstrumentation(),
        new amqplib.AmqplibInstrumentation(),
      ],
    });
    nodeSdk.start();
    // Instrumentations patch a module when it is required, and bundles load Node's own modules in another way.
    const load = createRequire(import.meta.url);
    for (const name of ['http', 'https']) load(name);
    startedTelemetry = { stop: () => nodeSdk.shutdown(), inSpan: spansOf(api) };
  }
  return startedTelemetry;
}

// Loaded by `--import`: the service name comes from `OTEL_SERVICE_NAME`.
if (process.execArgv.some((argument) => argument.includes('telemetry'))) {
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const file = new URL('../http/without-secret.ts', import.meta.url).href;
  const { withoutSecret } = (await import(file)) as { withoutSecret: WithoutSecret };
  await startTelemetry(process.env['OTEL_SERVICE_NAME'] ?? 'kinmel', withoutSecret);
}

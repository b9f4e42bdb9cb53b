import express from 'express';
import { exportSchema, type Span, spansOf } from './spans.ts';
import { listPage, tracePage, unknownPage } from './trace-pages.ts';

const maxTraces = 500;
const maxSpansPerTrace = 1_000;

/**
 * Collects spans (OTLP over HTTP, JSON) in memory and shows the latest traces as a list and as waterfalls, on the
 * loopback address.
 * @returns its address and how to stop it
 */
export async function serveTraces(port: number): Promise<{ url: string; stop(): void }> {
  const traces = new Map<string, Span[]>();
  const app = express().disable('x-powered-by');
  app.post('/v1/traces', express.json({ limit: '20mb' }), (request, response) => {
    const { success, data, error } = exportSchema.safeParse(request.body);
    if (!success) return void response.status(400).json({ message: error.issues[0]?.message });
    for (const span of spansOf(data)) {
      const spans = traces.get(span.traceId) ?? [];
      if (spans.length < maxSpansPerTrace) spans.push(span);
      traces.set(span.traceId, spans);
    }
    for (const traceId of [...traces.keys()].slice(0, -maxTraces)) traces.delete(traceId);
    response.json({});
  });
  app.get('/', (_request, response) => void response.send(listPage(traces)));
  app.get('/traces/:traceId', ({ params: { traceId } }, response) => {
    const spans = traces.get(traceId);
    response.status(spans ? 200 : 404).send(spans ? tracePage(traceId, spans) : unknownPage());
  });
  const server = app.listen(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

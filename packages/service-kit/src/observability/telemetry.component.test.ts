import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { eventually } from '@kinmel/testing';

// Starts a process, which is slow on busy machines.
jest.setTimeout(60_000);

/** A service that calls itself once and sends its spans to a collector. */
const service = (telemetry: string) => `
  const http = await import('node:http');
  const { default: express } = await import('express');
  const { startTelemetry } = await import(${JSON.stringify(telemetry)});
  const app = express();
  app.get('/api/request-links/:token', (_request, response) => response.json({}));
  const server = app.listen(0, '127.0.0.1', () => {
    http.get({ port: server.address().port, host: '127.0.0.1', path: process.env.ADDRESS }, (answer) => {
      answer.resume();
      answer.on('end', async () => {
        server.close();
        const { stop, inSpan } = await startTelemetry('tracked');
        await inSpan('handles order.placed', process.env.CAUSE, async () => undefined);
        await stop();
      });
    });
  });`;

it('masks the tracking token in spans of client and server (SIL-49), and continues the trace of an event', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const token = 'sPlanted-token-that-nobody-may-see';
  let collected = '';
  const collector = createServer((request, response) => {
    request.on('data', (part) => (collected += part));
    request.on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const telemetry = path.join(__dirname, 'telemetry.ts');
  const script = service(telemetry);
  const child = spawn(process.execPath, ['--import', telemetry, '--input-type=module', '--eval', script], {
    cwd: __dirname,
    env: {
      ...process.env,
      ADDRESS: `/api/request-links/${token}?again=1`,
      OTEL_SERVICE_NAME: 'tracked',
      CAUSE: `00-${traceId}-1234567890abcdef-01`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
    stdio: 'inherit',
  });
  try {
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await eventually(() => expect(collected).toContain('"/api/request-links/:token"'));
    expect(collected).toContain('http://127.0.0.1');
    expect(collected).not.toContain(token);
    // The span of an event continues the trace of its cause.
    expect(collected).toMatch(
      new RegExp(`"traceId":"${traceId}"[^}]*"parentSpanId":"1234567890abcdef"[^}]*"handles order.placed"`),
    );
  } finally {
    child.kill('SIGKILL');
    collector.close();
  }
});

import { freePort } from '../processes/ports.ts';
import { serveTraces } from './serve-traces.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const nanos = (ms: number) => `${1_764_000_000_000 + ms}000000`;
const span = (
  spanId: string,
  parentSpanId: string,
  name: string,
  [startMs, endMs]: readonly [number, number],
) => ({
  traceId,
  spanId,
  parentSpanId,
  name,
  startTimeUnixNano: nanos(startMs),
  endTimeUnixNano: nanos(endMs),
  attributes: [{ key: 'http.target', value: { stringValue: '/api/<script>' } }],
  status: {},
});
const exportOf = (service: string, ...spans: readonly object[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
      scopeSpans: [{ spans }],
    },
  ],
});

let traces: Awaited<ReturnType<typeof serveTraces>>;
beforeAll(async () => {
  traces = await serveTraces(await freePort());
});
afterAll(() => traces.stop());

const send = (body: object) =>
  fetch(`${traces.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const read = async (path: string) => (await fetch(`${traces.url}${path}`)).text();

it('lists traces, and shows the steps of one below their causes, in any order of reports', async () => {
  expect(await read('/')).toContain('No request has been traced yet');
  // The cause of an event has no span of its own.
  await send(exportOf('notification', span('3', 'unknown', 'sends order-placed', [90, 95])));
  await send(exportOf('order', span('2', '1', 'POST', [10, 80])));
  await send(exportOf('gateway', span('1', '', 'POST', [0, 85])));
  expect(await read('/')).toMatch(/POST \/api\/&lt;script&gt;<\/a><\/td><td>95 ms<\/td><td>3<\/td>/);
  const page = await read(`/traces/${traceId}`);
  const services = [...page.matchAll(/padding-left:(\d+)px"><b>([a-z]+)<\/b>/g)].map(([, left, name]) => [
    name,
    left,
  ]);
  expect(services).toEqual([
    ['gateway', '8'],
    ['order', '24'],
    ['notification', '24'],
  ]);
  expect(page).not.toContain('<script>');
});

it('refuses a body that is no export, and reports an unknown trace', async () => {
  expect((await send({ resourceSpans: [{}] })).status).toBe(400);
  expect((await fetch(`${traces.url}/traces/none`)).status).toBe(404);
});

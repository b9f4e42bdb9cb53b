import { type BrowserReport, maxBrowserReportBytes } from '@kinmel/contracts';
import { adminDeclaration, catalogDeclaration, makeShop } from '../../testing/remote-folder.ts';
import { type RunningGateway, startGateway } from '../../testing/running-gateway.ts';

let gateway: RunningGateway;
beforeEach(async () => {
  const folders = await makeShop(catalogDeclaration, adminDeclaration);
  gateway = await startGateway({ folders, env: { GATEWAY_WRITES_PER_MINUTE: '50' } });
});
afterEach(() => gateway.stop());

const failure: BrowserReport = { kind: 'load-failed', part: 'mfe-catalog', version: '1.0.0', page: '/' };
const post = (body: unknown) =>
  gateway.send('POST', '/reports', { body: typeof body === 'string' ? body : JSON.stringify(body) });
const metrics = () => gateway.context.metrics.registry.metrics();

it('reports are counted by part, version, page and kind, vitals as histograms', async () => {
  const vital = (name: 'LCP' | 'INP' | 'CLS', value: number) =>
    ({ ...failure, kind: 'vital', vital: { name, value } }) as BrowserReport;
  const reports = [
    failure,
    failure,
    { ...failure, kind: 'hydration', page: '/guides/:topic' },
    { kind: 'error-boundary', part: 'shell', version: 's1' },
    vital('LCP', 1200),
    vital('INP', 40),
    vital('CLS', 0.02),
  ];
  for (const report of reports) expect((await post(report)).status).toBe(204);
  const text = await metrics();
  const labels = 'part="mfe-catalog",version="1.0.0"';
  for (const line of [
    `gateway_browser_failures_total{${labels},page="/",kind="load-failed"} 2`,
    `gateway_browser_failures_total{${labels},page="/guides/:topic",kind="hydration"} 1`,
    'gateway_browser_failures_total{part="shell",version="s1",page="other",kind="error-boundary"} 1',
    `gateway_browser_vital_seconds_bucket{le="2.5",${labels},page="/",vital="LCP"} 1`,
    `gateway_browser_vital_seconds_bucket{le="0.1",${labels},page="/",vital="INP"} 1`,
    `gateway_browser_layout_shift_bucket{le="0.05",${labels},page="/"} 1`,
  ])
    expect(text).toContain(line);
});

describe('a report is refused with the name of the field, and not counted,', () => {
  const vital = { ...failure, kind: 'vital', vital: { name: 'LCP', value: 1 } };
  it.each([
    ['with an unknown remote', { ...failure, part: 'mfe-else' }, 'version: there is no mfe-else 1.0.0'],
    ['with an unknown version', { ...failure, version: '9.9.9' }, 'version: there is no mfe-catalog 9.9.9'],
    ['with an unknown page', { ...failure, page: '/nowhere' }, 'page: there is no page /nowhere'],
    ['of a remote for staff', { ...failure, part: 'mfe-admin' }, 'version: there is no mfe-admin 1.0.0'],
    ['with a page for staff', { ...failure, page: '/admin/dashboard' }, 'page: there is no page'],
    ['with an address', { ...failure, page: '/?q=secret' }, 'page: '],
    ['with an extra field', { ...failure, text: 'secret' }, ': Unrecognized key: "text"'],
    ['with an extra field of its vital', { ...vital, vital: { ...vital.vital, id: 'x' } }, 'vital: '],
    ['with a vital in a failure', { ...failure, vital: vital.vital }, ': Unrecognized key: "vital"'],
    ['with another kind', { ...failure, kind: 'click' }, 'kind: '],
    ['with another vital', { ...vital, vital: { name: 'FID', value: 1 } }, 'vital.name: '],
    ['with a value below 0', { ...vital, vital: { name: 'CLS', value: -1 } }, 'vital.value: '],
    ['with a name that is no part', { ...failure, part: '../mfe-catalog' }, 'part: '],
    ['without a version', { ...failure, version: undefined }, 'version: '],
    ['that is a list', [failure], ': '],
  ])('%s', async (_what, body, message) => {
    const before = await metrics();
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, code: 'invalid-request' });
    expect((answer.json() as { message: string }).message).toContain(message);
    const failures = (text: string) => text.split('\n').filter((line) => line.includes('browser'));
    expect(failures(await metrics())).toEqual(failures(before));
  });

  it('of 10 kB, or of one byte too many', async () => {
    for (const bytes of [10_000, maxBrowserReportBytes + 1]) {
      const answer = await post(JSON.stringify(failure).padEnd(bytes));
      expect(answer.status).toBe(413);
      expect(answer.json()).toMatchObject({ code: 'too-large' });
    }
    expect((await post(JSON.stringify(failure).padEnd(maxBrowserReportBytes))).status).toBe(204);
  });

  it('that is not JSON, or sent with another method', async () => {
    expect((await post('{')).json()).toMatchObject({ code: 'invalid-json' });
    expect((await gateway.get('/reports')).json()).toMatchObject({ code: 'method-not-allowed' });
  });

  it('beyond the limit of writes', async () => {
    for (let count = 0; count < 50; count += 1) await post(failure);
    expect((await post(failure)).status).toBe(429);
  });
});

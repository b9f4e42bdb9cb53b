import { catalogDeclaration, makeShop } from '../../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../../testing/running-gateway.ts';

const tokenInAddress = 'secret-reset-token';
let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway({ folders: await makeShop(catalogDeclaration) });
});

afterAll(() => gateway.stop());

const documentHeaders = [
  'content-security-policy',
  'permissions-policy',
  'reporting-endpoints',
  'cross-origin-opener-policy',
  'x-frame-options',
  'referrer-policy',
];

describe('security headers', () => {
  it.each([
    '/shell/s1/main.js',
    '/shell/s1/outfit.woff2',
    '/remotes/mfe-catalog/1.0.0/remote.11111111.css',
    '/remotes/registry.json',
  ])('%s has the headers for files and none for documents', async (path) => {
    const { status, headers } = await gateway.get(path);
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => documentHeaders.includes(name))).toEqual([]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it.each(['/', '/nowhere', '/cart'])('%s has those for documents, cached or not', async (path) => {
    for (const _time of [1, 2])
      expect(Object.keys((await gateway.get(path)).headers)).toEqual(expect.arrayContaining(documentHeaders));
  });

  it('forbid everything for refusals, data and SVG, which a browser may open as a page', async () => {
    for (const path of ['/api/products', '/api/nothing', '/shell/s1/nothing.js', '/shell/s1/icon.svg'])
      expect([path, (await gateway.get(path)).headers['content-security-policy']]).toEqual([
        path,
        expect.stringContaining("default-src 'none'"),
      ]);
  });
});

describe('CSP reports', () => {
  const violation = {
    documentURL: `http://shop.example/resetpassword?token=${tokenInAddress}`,
    effectiveDirective: 'script-src-elem',
    blockedURL: `https://evil.example/x.js?for=${tokenInAddress}`,
    sourceFile: `http://shop.example/shell/s1/main.js?${tokenInAddress}`,
    lineNumber: 7,
    disposition: 'enforce',
    sample: tokenInAddress,
  };
  const report = (body: string, type = 'application/reports+json') =>
    gateway.send('POST', '/csp-reports', { body, headers: { 'content-type': type } });
  const loggedReports = () => gateway.logLines.filter((line) => line.includes('content security policy'));

  beforeEach(() => {
    gateway.logLines.length = 0;
  });

  it('have an address in the headers of every page', async () => {
    const { headers } = await gateway.get('/');
    expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"');
    expect(headers['content-security-policy']).toMatch(/report-uri \/csp-reports;report-to csp/);
  });

  it('are logged in both formats, without queries, samples and secrets', async () => {
    expect((await report(JSON.stringify([{ type: 'csp-violation', body: violation }]))).status).toBe(204);
    const olderFormat = {
      'document-uri': violation.documentURL,
      'effective-directive': 'img-src',
      'blocked-uri': 'inline',
      'source-file': violation.sourceFile,
      'line-number': 9,
    };
    expect(
      (await report(JSON.stringify({ 'csp-report': olderFormat }), 'application/csp-report')).status,
    ).toBe(204);
    await waitUntil(() => loggedReports().length === 2);
    expect(loggedReports().map((line) => JSON.parse(line))).toMatchObject([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/resetpassword',
        source: '/shell/s1/main.js',
        line: 7,
      },
      { directive: 'img-src', blocked: 'inline', page: '/resetpassword', line: 9 },
    ]);
    expect(loggedReports().join()).not.toContain(tokenInAddress);
  });

  it('are logged without tracking tokens (SIL-49)', async () => {
    const documentURL = `http://shop.example/request-links/${tokenInAddress}`;
    await report(JSON.stringify([{ type: 'csp-violation', body: { ...violation, documentURL } }]));
    await waitUntil(() => loggedReports().length === 1);
    expect(JSON.parse(loggedReports()[0] ?? '')).toMatchObject({ page: '/request-links/:token' });
    expect(loggedReports().join()).not.toContain(tokenInAddress);
  });

  it('are limited: large ones are refused, malformed ones ignored, repeated ones not logged', async () => {
    expect((await report('['.padEnd(20_000, ' '))).status).toBe(413);
    for (const malformed of [
      '',
      'no json',
      '[]',
      '[null]',
      '{"csp-report":1}',
      '[{"type":"csp-violation","body":{}}]',
    ])
      expect((await report(malformed)).status).toBe(204);
    expect(loggedReports()).toEqual([]);
    const violations = Array.from({ length: 200 }, (_value, index) => ({
      type: 'csp-violation',
      body: { ...violation, lineNumber: index },
    }));
    await report(JSON.stringify(violations.slice(0, 40)));
    for (const item of violations) await report(JSON.stringify([item]));
    expect(loggedReports().length).toBeGreaterThan(0);
    expect(loggedReports().length).toBeLessThanOrEqual(60);
    expect((await gateway.get('/csp-reports')).status).toBe(405);
  });
});

import { aRegistry } from '@kinmel/testing/samples';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { FailureBoundary, Widget } from '../../index.ts';
import { onFailure, reportFailure } from '../../remotes/failures.ts';
import { setRemoteHost, startBrowserReports } from '../index.ts';

const registry = aRegistry({
  'mfe-catalog': { pages: [{ path: '/guides/:topic', title: 'Guide' }], widgets: ['wishlist-badge'] },
});
const { version } = registry.remotes['mfe-catalog'] ?? {};
const measured = jest.fn();
jest.mock('./vitals.ts', () => ({
  measureVitals: (_beacon: unknown, pathname: string) => measured(pathname),
}));
const load = jest.fn<Promise<unknown>, [string, string]>();
const sendBeacon = jest.fn<boolean, [string, string]>();
const timings = jest.fn<{ responseStatus: number }[], [string, string]>();
const shellBlock = () => document.getElementById('kinmel-shell');

beforeEach(() => {
  load.mockReset();
  sendBeacon.mockReset();
  timings.mockReset().mockReturnValue([]);
  Object.assign(navigator, { sendBeacon });
  performance.getEntriesByName = timings as unknown as typeof performance.getEntriesByName;
  window.history.replaceState(null, '', '/guides/secret-topic?email=asha@kinmel.example');
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="kinmel-shell">{"folder":"/shell/s7/"}</script>',
  );
  jest.spyOn(console, 'error').mockImplementation(() => {});
  setRemoteHost({ registry, load });
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  startBrowserReports();
});
afterEach(() => {
  shellBlock()?.remove();
  jest.restoreAllMocks();
  setRemoteHost(undefined);
  onFailure(undefined);
});

const shown = (element: ReactNode) => act(async () => render(element, { wrapper: MemoryRouter }));
const badge = <Widget name="mfe-catalog/wishlist-badge" />;
/** The reports that were sent, after the beacon's code has loaded. */
const reports = async () => {
  await act(() => import('./beacon.ts'));
  return sendBeacon.mock.calls.map(([address, body]) => {
    expect(address).toBe('/reports');
    return JSON.parse(body) as unknown;
  });
};
const ofWidget = { part: 'mfe-catalog', version, page: '/guides/:topic' };

it('a remote that does not load is reported once, by part, version and page pattern', async () => {
  load.mockRejectedValue(new Error('Loading failed: http://localhost/remotes/mfe-catalog/1.0.0/badge.js'));
  await shown(
    <>
      {badge}
      {badge}
    </>,
  );
  expect(await reports()).toEqual([{ kind: 'load-failed', ...ofWidget }]);
});

it('a file that was received but did not load is reported as refused for its hash', async () => {
  const file = 'http://localhost/remotes/mfe-catalog/1.0.0/badge.1f.js?retry=1';
  timings.mockImplementation((name) => (name === file ? [{ responseStatus: 200 }] : []));
  load.mockRejectedValue(
    new Error('outer', { cause: new Error(`Loading chunk 7 failed.\n(error: ${file})`) }),
  );
  await shown(badge);
  expect(await reports()).toEqual([{ kind: 'hash-refused', ...ofWidget }]);
});

it('a widget that throws is reported as its remote', async () => {
  load.mockResolvedValue({
    default: () => {
      throw new Error('secret text');
    },
  });
  await shown(badge);
  expect(await reports()).toEqual([{ kind: 'error-boundary', ...ofWidget }]);
});

it('an error of the frame is reported as the shell, at an address without a page', async () => {
  window.history.replaceState(null, '', '/nowhere/asha');
  const Broken = () => {
    throw new Error('secret text');
  };
  await shown(
    <FailureBoundary fallback={() => null}>
      <Broken />
    </FailureBoundary>,
  );
  expect(await reports()).toEqual([{ kind: 'error-boundary', part: 'shell', version: 's7' }]);
});

it('a hydration error is reported as the remote of the innermost component', async () => {
  const componentStack = `
    at h1
    at Link (http://localhost/shell/s7/main.js:1:9)
    at Page (http://localhost/remotes/mfe-catalog/1.0.0/page.js:1:9)
    at Shop (http://localhost/shell/s7/main.js:1:5)`;
  reportFailure({ error: new Error('418'), componentStack, isHydration: true });
  expect(await reports()).toEqual([{ kind: 'hydration', ...ofWidget }]);
});

it('a part without a known version, or under development, is not reported', async () => {
  reportFailure({ error: new Error('down'), part: 'mfe-else' });
  await reports();
  for (const folder of ['/shell/development/', '']) {
    shellBlock()?.replaceChildren(JSON.stringify({ folder }));
    reportFailure({ error: new Error('down') });
    await reports();
  }
  expect(await reports()).toEqual([]);
});

it('one visit sends ten reports at most, each below 1 KB', async () => {
  const pages = Array.from({ length: 20 }, (_, index) => ({ path: `/page-${index}`, title: 'A page' }));
  setRemoteHost({ registry: aRegistry({ 'mfe-catalog': { pages } }), load });
  for (const { path } of pages) {
    window.history.replaceState(null, '', path);
    reportFailure({ error: new Error('down'), part: 'mfe-catalog' });
  }
  expect(await reports()).toHaveLength(10);
  for (const [, body] of sendBeacon.mock.calls) expect(body.length).toBeLessThan(1024);
});

describe('the vitals', () => {
  beforeEach(() => {
    measured.mockReset();
    globalThis.requestIdleCallback = ((work: () => void) => {
      work();
      return 1;
    }) as typeof requestIdleCallback;
  });
  const visits = async (random: number) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    startBrowserReports();
    await act(() => Promise.all([import('./vitals.ts'), import('./beacon.ts')]));
    return measured.mock.calls;
  };

  it('are measured in one of ten visits, for the page on which it began', async () => {
    expect(await visits(0.1)).toEqual([]);
    expect(await visits(0.09)).toEqual([['/guides/secret-topic']]);
  });

  it('are not measured for automated browsers', async () => {
    Object.defineProperty(navigator, 'webdriver', { value: true, configurable: true });
    expect(await visits(0)).toEqual([]);
    Reflect.deleteProperty(navigator, 'webdriver');
  });
});

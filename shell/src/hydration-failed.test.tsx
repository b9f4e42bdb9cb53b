import { foreignChangesScript } from '@kinmel/tooling/foreign-changes-script';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { hydrationFailed } from './hydration-failed.ts';

const reportFailure = jest.fn();
jest.mock('@kinmel/web-kit/host', () => ({
  isLoadFailure: () => false,
  reportFailure: (...values: unknown[]) => reportFailure(...values),
}));

const Page = ({ name }: { name: string }) => (
  <main>
    <p>{name}</p>
  </main>
);
const app = () => document.getElementById('app') as HTMLElement;

/** Hydrates a page after `changePage`, and returns the number of reports. */
async function hydrate(changePage: (page: HTMLElement) => void, name = 'Phones') {
  globalThis.reportError = () => {};
  document.body.innerHTML = `<div id="app">${renderToString(<Page name="Phones" />)}</div>`;
  const script = document.createElement('script');
  script.textContent = foreignChangesScript;
  document.body.append(script);
  changePage(app());
  // Observers are called in a microtask.
  await Promise.resolve();
  const isChanged = globalThis.kinmelTakeOver?.() ?? false;
  await act(async () => {
    hydrateRoot(app(), <Page name={name} />, { onRecoverableError: hydrationFailed(isChanged) });
  });
  expect(app()).toHaveTextContent(name);
  return reportFailure.mock.calls.length;
}

beforeEach(() => {
  reportFailure.mockClear();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

describe('a failed hydration', () => {
  it('is reported when the shop renders another page than it sent', async () => {
    expect(await hydrate(() => {}, 'Laptops')).toBeGreaterThan(0);
  });

  it.each<[what: string, change: (page: HTMLElement) => void]>([
    ['an element', (page) => page.querySelector('p')?.before(document.createElement('grammarly-extension'))],
    [
      'an element around a text',
      (page) => {
        const text = page.querySelector('p') as HTMLElement;
        text.innerHTML = `<font>${text.textContent}</font>`;
      },
    ],
    ['a text', (page) => page.querySelector('p')?.replaceChildren('फोन')],
    ['an attribute', (page) => page.querySelector('p')?.setAttribute('bis_skin_checked', '1')],
  ])('is not counted after an extension has changed %s', async (_what, change) => {
    expect(await hydrate(change)).toBe(0);
    expect(globalThis.kinmelTakeOver?.()).toBe(true);
  });

  it('is counted when extensions only add elements outside of the page', async () => {
    expect(
      await hydrate(() => document.body.append(document.createElement('div')), 'Laptops'),
    ).toBeGreaterThan(0);
  });
});

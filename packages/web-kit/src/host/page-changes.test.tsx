import { act, render, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterFrame } from '../pages/after-frame.ts';
import { pageIsShown, usePageChanges } from './index.ts';

const top = { left: 0, top: 0, behavior: 'instant' };
let go: ReturnType<typeof useNavigate>;
/** Whether the code of the next page is still loading. */
let isPageLoading = false;
const scrollTo = jest.fn(({ top }: ScrollToOptions) => {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
});

function Page() {
  usePageChanges();
  const navigate = useNavigate();
  useEffect(() => {
    go = navigate;
    if (!isPageLoading) pageIsShown();
  });
  return <main />;
}

/** Loads a document: opened by URL or from another site, reloaded, or from the history. */
async function load(address: string, type: 'navigate' | 'reload' | 'back_forward') {
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  performance.getEntriesByType = () => [{ type } as PerformanceNavigationTiming];
  scrollTo.mockClear();
  const [pathname = '', search = ''] = address.split('?');
  // The router gives this key to the first entry of every document.
  const entry = { pathname, search: search && `?${search}`, key: 'default' };
  const view = render(
    <MemoryRouter initialEntries={[entry]}>
      <Page />
    </MemoryRouter>,
  );
  await act(async () => {});
  return {
    scroll: (y: number) => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
      window.dispatchEvent(new Event('scroll'));
    },
    leave: () => {
      window.dispatchEvent(new Event('pagehide'));
      view.unmount();
    },
  };
}

beforeEach(() => {
  sessionStorage.clear();
  isPageLoading = false;
  window.scrollTo = scrollTo as unknown as typeof window.scrollTo;
});

describe('the scroll position', () => {
  it('is not restored from the previous URL when another URL is loaded', async () => {
    const first = await load('/categories', 'navigate');
    first.scroll(640);
    first.leave();
    for (const type of ['navigate', 'reload', 'back_forward'] as const) {
      const second = await load('/smartphone', type);
      expect([type, window.scrollY]).toEqual([type, 0]);
      second.leave();
    }
  });

  it.each(['reload', 'back_forward', 'navigate'] as const)(
    'is restored after a %s, and the top when the URL is opened anew',
    async (type) => {
      const first = await load('/laptops?brand=Dell', 'navigate');
      first.scroll(640);
      first.leave();
      await load('/laptops?brand=Dell', type);
      expect(scrollTo.mock.calls).toEqual(type === 'navigate' ? [] : [[{ top: 640, behavior: 'instant' }]]);
    },
  );

  it('is the top while a page is loading, so that the footer does not fill the window', async () => {
    const document = await load('/airpods', 'navigate');
    document.scroll(480);
    isPageLoading = true;
    await act(async () => go('/wishlist'));
    expect(scrollTo.mock.calls).toEqual([[top]]);
    document.scroll(0);
    await act(async () => pageIsShown());
    await act(async () => go(-1));
    await act(async () => pageIsShown());
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 480, behavior: 'instant' });
  });

  it('stays while the previous page is loading on the way back', async () => {
    const document = await load('/airpods', 'navigate');
    document.scroll(480);
    await act(async () => go('/wishlist'));
    isPageLoading = true;
    scrollTo.mockClear();
    await act(async () => go(-1));
    expect(scrollTo).not.toHaveBeenCalled();
    await act(async () => pageIsShown());
    expect(scrollTo.mock.calls).toEqual([[{ top: 480, behavior: 'instant' }]]);
  });

  it('is at the element that the URL names, in a loaded page and in one that is loading (NAV-21)', async () => {
    const document = await load('/airpods', 'navigate');
    const scrollIntoView = jest.fn();
    const services = window.document.createElement('div');
    services.id = 'services';
    services.scrollIntoView = scrollIntoView;
    window.document.body.append(services);
    document.scroll(480);
    await act(async () => go('/#services'));
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
    expect(scrollTo).not.toHaveBeenCalled();
    services.remove();
    await act(async () => go('/airpods'));
    isPageLoading = true;
    await act(async () => go('/#services'));
    expect(scrollTo).toHaveBeenLastCalledWith(top);
    scrollTo.mockClear();
    window.document.body.append(services);
    await act(async () => pageIsShown());
    expect(scrollIntoView).toHaveBeenCalledTimes(2);
    expect(scrollTo).not.toHaveBeenCalled();
    services.remove();
  });
});

describe('the head of the document', () => {
  const landingTags = `
    <link rel="canonical" href="https://shop.example/airpods"><meta name="description" content="Earphones.">
    <meta name="robots" content="noindex"><meta name="twitter:card" content="summary">
    <meta property="og:url" content="https://shop.example/airpods">
    <script type="application/ld+json">{}</script>`;
  const shopTags = '<meta name="viewport" content="width=device-width"><link rel="icon" href="/icon.svg">';
  const names = () => [...document.head.children].map(({ outerHTML }) => outerHTML);
  beforeEach(async () => {
    // Waits for the work that earlier tests scheduled for a later frame.
    await new Promise<void>((resolve) => {
      afterFrame(resolve);
    });
    document.head.innerHTML = landingTags + shopTags;
  });
  afterEach(() => {
    document.head.innerHTML = '';
  });

  it('drops the tags of the landing page after a navigation, so that a browser shares the current URL', async () => {
    await load('/airpods', 'navigate');
    expect(names()).toHaveLength(8);
    await act(async () => go('/airpods?sort=price_asc'));
    expect(names()).toHaveLength(8);
    await act(async () => go('/wishlist'));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(names().join('')).toBe(shopTags);
  });
});

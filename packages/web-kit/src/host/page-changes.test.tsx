import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { pageIsShown, usePageChanges } from './index.ts';

let go: ReturnType<typeof useNavigate>;
const scrollTo = jest.fn(({ top }: ScrollToOptions) => {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
});

function Page() {
  usePageChanges();
  const navigate = useNavigate();
  useEffect(() => {
    go = navigate;
    pageIsShown();
  });
  return <main />;
}

/** A document that the browser loads: typed or followed from elsewhere, loaded again, or gone back to. */
async function load(address: string, type: 'navigate' | 'reload' | 'back_forward') {
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  performance.getEntriesByType = () => [{ type } as PerformanceNavigationTiming];
  scrollTo.mockClear();
  const [pathname = '', search = ''] = address.split('?');
  // The router gives the first entry of every document this key.
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
  window.scrollTo = scrollTo as unknown as typeof window.scrollTo;
});

describe('the scroll position of a document', () => {
  it('is not that of the address before, when another address is loaded', async () => {
    const first = await load('/categories', 'navigate');
    first.scroll(640);
    first.leave();
    for (const type of ['navigate', 'reload', 'back_forward'] as const) {
      const second = await load('/smartphone', type);
      expect([type, window.scrollY]).toEqual([type, 0]);
      second.leave();
    }
  });

  it('is the top when the same address is opened anew', async () => {
    const first = await load('/watches', 'navigate');
    first.scroll(640);
    first.leave();
    await load('/watches', 'navigate');
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it.each(['reload', 'back_forward'] as const)('comes back after a %s', async (type) => {
    const first = await load('/laptops?brand=Dell', 'navigate');
    first.scroll(640);
    first.leave();
    await load('/laptops?brand=Dell', type);
    expect(scrollTo).toHaveBeenCalledWith({ top: 640, behavior: 'instant' });
  });

  it('is the top on a new page and the old one on the way back', async () => {
    const document = await load('/airpods', 'navigate');
    document.scroll(480);
    await act(async () => go('/wishlist'));
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' });
    await act(async () => go(-1));
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 480, behavior: 'instant' });
  });
});

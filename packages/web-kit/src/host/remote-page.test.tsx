import { aRegistry } from '@kinmel/testing/samples';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { defineRemote, Link, lazyPage, preloadOnIntent } from '../index.ts';
import {
  createAppStore,
  loadRenderedPage,
  primeLandingRemote,
  RemotePage,
  setRemoteHost,
  startSession,
} from './index.ts';

const pages = [{ path: '/productdetails', title: 'Product details' }];
const registry = aRegistry({ 'mfe-catalog': { pages } });

const load = jest.fn<Promise<unknown>, [string, string]>();
const text = 'This part of the page is not available right now.';
const page = (
  <RemotePage
    remote="mfe-catalog"
    path="/productdetails"
    title="Product details"
    placeholder={<i>soon</i>}
    crashed={<p>Unexpected Application Error!</p>}
  />
);
const shop = (
  <MemoryRouter initialEntries={['/productdetails?id=broken']}>
    <Link to="/productdetails?id=broken">the same</Link>
    <Link to="/productdetails?id=whole">another</Link>
    {page}
  </MemoryRouter>
);
const renderPage = () => act(async () => render(page, { wrapper: MemoryRouter }));
const press = (role: 'button' | 'link', name: string) =>
  act(() => userEvent.click(screen.getByRole(role, { name })));
const Phone = () => <h1>Phone</h1>;
const expectShown = async () => expect(await screen.findByRole('heading', { name: 'Phone' })).toBeVisible();
const remoteOf = (Page: React.ComponentType) => ({
  remote: defineRemote({ contract: 1, pages: { '/productdetails': Page } }),
});

beforeEach(() => {
  load.mockReset();
  setRemoteHost({ registry, load });
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  setRemoteHost(undefined);
});

describe('a page of a remote', () => {
  describe('for staff whose cookie for its files has expired', () => {
    let hasCookie = false;
    const files = async <File,>(file: File) => {
      if (!hasCookie) throw new Error('404');
      return file;
    };
    const user = { id: '1', name: 'Asha', email: 'asha@kinmel.example', role: 'admin' };
    const openWith = async (isRenewed: boolean) => {
      createAppStore();
      localStorage.setItem('token', 't');
      localStorage.setItem('refreshToken', 'r');
      localStorage.setItem('loggedInUser', JSON.stringify(user));
      stopSession = await startSession();
      globalThis.fetch = async () => {
        if (!isRenewed) throw new TypeError('Failed to fetch');
        hasCookie = true;
        return Response.json({ success: true, token: 't2', refreshToken: 'r2', user });
      };
      setRemoteHost({
        registry: aRegistry({ 'mfe-catalog': { pages, requiredRole: 'admin' } }),
        load,
      });
      await renderPage();
    };
    const platformFetch = globalThis.fetch;
    let stopSession = () => {};
    afterEach(() => {
      stopSession();
      globalThis.fetch = platformFetch;
      localStorage.clear();
    });
    beforeEach(() => {
      hasCookie = false;
    });

    it.each([
      ['remote', () => load.mockImplementation(() => files(remoteOf(Phone)))],
      ['page', () => load.mockResolvedValue(remoteOf(lazyPage(() => files({ default: Phone }))))],
    ])('requests the %s again with a renewed session', async (_, answer) => {
      answer();
      await openWith(true);
      await expectShown();
    });

    it('fails when the session cannot be renewed', async () => {
      load.mockImplementation(() => files(remoteOf(Phone)));
      await openWith(false);
      expect(await screen.findByText(text)).toBeVisible();
    });
  });

  it('renders at once without its placeholder when it was preloaded', async () => {
    window.history.replaceState(null, '', '/productdetails?id=1');
    const prepare = jest.fn(() => Promise.resolve());
    const chunk = jest.fn(() => Promise.resolve({ default: Phone }));
    const remote = defineRemote({
      contract: 1,
      pages: { '/productdetails': lazyPage(chunk) },
      prepare: { '/productdetails': prepare },
    });
    load.mockResolvedValue({ remote });
    await primeLandingRemote();
    expect(prepare).toHaveBeenCalledWith({
      pathname: '/productdetails',
      search: new URLSearchParams('id=1'),
    });
    render(page, { wrapper: MemoryRouter });
    expect(screen.getByRole('heading', { name: 'Phone' })).toBeVisible();
    expect(chunk).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(document.title).toBe('Product details | Kinmel'));
  });

  it('delays the first render by at most a second', async () => {
    window.history.replaceState(null, '', '/productdetails');
    jest.useFakeTimers();
    load.mockReturnValue(new Promise(() => {}));
    const primed = jest.fn();
    void primeLandingRemote().then(primed);
    await jest.advanceTimersByTimeAsync(999);
    expect(primed).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(primed).toHaveBeenCalled();
    jest.useRealTimers();
  });

  it('waits for its own code without limit when server-rendered, then a second for its widgets, and reports late ones', async () => {
    window.history.replaceState(null, '', '/productdetails');
    jest.useFakeTimers();
    const container = document.createElement('div');
    container.innerHTML = '<div data-widget="mfe-catalog/heart"></div>';
    let arrive = (_module: unknown) => {};
    const pageModule = new Promise((resolve) => {
      arrive = resolve;
    });
    load.mockImplementation(async (_remote, module) =>
      module === 'remote' ? pageModule : new Promise(() => {}),
    );
    const loaded = jest.fn();
    void loadRenderedPage(container).then(loaded);
    await jest.advanceTimersByTimeAsync(3000);
    arrive(remoteOf(Phone));
    await jest.advanceTimersByTimeAsync(999);
    expect(loaded).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(loaded).toHaveBeenCalledWith([{ name: 'mfe-catalog/heart', code: expect.any(Promise) }]);
    jest.useRealTimers();
  });

  it('shows an error state when its chunk fails, and requests the chunk again by Retry', async () => {
    const chunk = jest
      .fn<Promise<{ default: React.ComponentType }>, []>()
      .mockRejectedValueOnce(new Error('ChunkLoadError'))
      .mockResolvedValueOnce({ default: Phone });
    const Page = lazyPage(chunk);
    load.mockImplementation(() => Promise.resolve(remoteOf(Page)));
    await renderPage();
    expect(screen.getByText(text)).toBeVisible();
    await press('button', 'Retry');
    await expectShown();
    expect(chunk).toHaveBeenCalledTimes(2);
  });

  it('shows the application error when it throws, and renders at the next URL without a reload (ERR-44)', async () => {
    const rendered = jest.fn();
    load.mockResolvedValue(
      remoteOf(() => {
        const { search } = useLocation();
        rendered(search);
        if (search.includes('broken')) throw new Error('bug');
        return <Phone />;
      }),
    );
    await act(async () => render(shop));
    expect(screen.getByText('Unexpected Application Error!')).toBeVisible();
    const attempts = rendered.mock.calls.length;
    await press('link', 'the same');
    expect(rendered).toHaveBeenCalledTimes(attempts);
    await press('link', 'another');
    expect(screen.getByRole('heading', { name: 'Phone' })).toBeVisible();
    expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
    await press('link', 'the same');
    expect(screen.getByText('Unexpected Application Error!')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Product details | Kinmel'));
  });

  it('shows an error state when its remote fails, and requests it again by Retry only, not by another URL', async () => {
    load.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(remoteOf(Phone));
    await act(async () => render(shop));
    await press('link', 'another');
    expect(screen.getByText(text)).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
    await press('button', 'Retry');
    await expectShown();
  });

  it('shows an error state when the remote lacks the page or has another contract version', async () => {
    load.mockResolvedValue({ remote: { contract: 2, pages: {} } });
    await renderPage();
    expect(screen.getByText(text)).toBeVisible();
  });
});

describe('the intent to open a page', () => {
  it('by pointer, focus or touch loads its remote, its chunk and its data, once', async () => {
    const chunk = jest.fn(() => Promise.resolve({ default: () => null }));
    const prepare = jest.fn(() => Promise.resolve());
    const remote = defineRemote({
      contract: 1,
      pages: { '/productdetails': lazyPage(chunk) },
      prepare: { '/productdetails': prepare },
    });
    load.mockResolvedValue({ remote });
    render(
      <MemoryRouter>
        <Link to="/productdetails?id=7">Phone</Link>
      </MemoryRouter>,
    );
    expect(load).not.toHaveBeenCalled();
    await act(() => userEvent.hover(screen.getByRole('link')));
    await userEvent.tab();
    await act(async () => preloadOnIntent('/productdetails?id=7').onTouchStart());
    expect(load).toHaveBeenCalledTimes(1);
    expect(chunk).toHaveBeenCalledTimes(1);
    expect(prepare).toHaveBeenCalledWith({
      pathname: '/productdetails',
      search: new URLSearchParams('id=7'),
    });
  });

  it('does nothing for a URL that no remote has, and hides failures', async () => {
    await act(async () => preloadOnIntent('/nowhere').onFocus());
    expect(load).not.toHaveBeenCalled();
    load.mockRejectedValue(new Error('down'));
    await act(async () => preloadOnIntent('/productdetails').onFocus());
    expect(load).toHaveBeenCalledTimes(1);
  });
});

import { aRegistry } from '@kinmel/testing/samples';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { setRemoteHost } from '../host/index.ts';
import { Widget } from '../index.ts';
import { remoteDeadlineMs } from './remote-loading.ts';

const registry = (contractVersion = 1) =>
  aRegistry({ 'mfe-catalog': { contractVersion, widgets: ['wishlist-badge'] } });

const text = 'This part of the page is not available right now.';
const load = jest.fn<Promise<unknown>, [string, string]>();
const badge = { default: () => <b>3</b> };

beforeEach(() => {
  load.mockReset();
  setRemoteHost({ registry: registry(), load });
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  setRemoteHost(undefined);
});

const place = <Widget name="mfe-catalog/wishlist-badge" placeholder={<i>soon</i>} />;
const shown = (element = place) => act(async () => render(element));

it('a widget accepts only the props that its owner declares, checked by the compiler', () => {
  const onChoose = () => {};
  const faults = [
    // @ts-expect-error: no remote has this widget
    <Widget key="1" name="mfe-catalog/no-such-widget" />,
    // @ts-expect-error: the query is missing
    <Widget key="2" name="mfe-catalog/search-suggestions" inputId="search" onChoose={onChoose} />,
    // @ts-expect-error: the query is a text
    <Widget key="3" name="mfe-catalog/search-suggestions" query={1} inputId="search" onChoose={onChoose} />,
    // @ts-expect-error: the badge takes none
    <Widget key="4" name="mfe-catalog/wishlist-badge" query="phone" />,
  ];
  expect(faults).toHaveLength(4);
});

describe('a widget', () => {
  it('shows its placeholder until its remote is loaded, once for all places', async () => {
    let arrive: (module: unknown) => void = () => {};
    load.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    await shown(
      <>
        {place}
        {place}
      </>,
    );
    expect(screen.getAllByText('soon')).toHaveLength(2);
    await act(async () => arrive(badge));
    expect(screen.getAllByText('3')).toHaveLength(2);
    expect(load).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledWith('mfe-catalog', 'wishlist-badge');
  });

  it('shows an error in its place at the same size, and recovers in every place by Retry', async () => {
    load.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(badge);
    const places = () => (
      <>
        <p>the rest</p>
        {place}
        <Widget name="mfe-catalog/wishlist-badge" whenMissing="nothing" />
      </>
    );
    const { rerender } = await shown(places());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('the rest')).toBeVisible();
    expect(screen.getByText('soon').closest('[inert]')).toBeInTheDocument();
    rerender(places());
    expect(load).toHaveBeenCalledTimes(1);
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findAllByText('3')).toHaveLength(2);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('shows an error after its deadline', async () => {
    jest.useFakeTimers();
    load.mockReturnValue(new Promise(() => {}));
    await shown();
    await act(() => jest.advanceTimersByTimeAsync(remoteDeadlineMs - 1));
    expect(screen.getByText('soon')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByText(text)).toBeVisible();
    jest.useRealTimers();
  });

  it.each([
    ['has another contract version', registry(2)],
    ['is not deployed', aRegistry({})],
  ])('is not started when its remote %s', async (_what, registry) => {
    setRemoteHost({ registry, load });
    await shown();
    expect(await screen.findByText(text)).toBeVisible();
    expect(load).not.toHaveBeenCalled();
  });

  it('can keep its placeholder when it does not load', async () => {
    load.mockRejectedValue(new Error('down'));
    const element = (
      <Widget
        name="mfe-catalog/wishlist-badge"
        placeholder={<a href="/wishlist">Wishlist</a>}
        whenMissing="placeholder"
      />
    );
    const { unmount } = await shown(element);
    expect(await screen.findByRole('link', { name: 'Wishlist' })).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    unmount();
    setRemoteHost({ registry: aRegistry({}), load });
    await shown(element);
    expect(screen.getByRole('link', { name: 'Wishlist' })).toBeVisible();
  });

  it('does not affect the page when it throws, and renders again only with other props', async () => {
    const rendered = jest.fn();
    load.mockResolvedValue({
      default: ({ query }: { query: string }) => {
        rendered(query);
        if (query === 'broken') throw new Error('bug');
        return <b>{query}</b>;
      },
    });
    const element = (query: string) => (
      <>
        <p>the rest</p>
        <Widget name="mfe-catalog/search-suggestions" query={query} inputId="box" onChoose={() => {}} />
      </>
    );
    const { rerender } = await shown(element('broken'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('the rest')).toBeVisible();
    const attempts = rendered.mock.calls.length;
    rerender(element('broken'));
    expect(rendered).toHaveBeenCalledTimes(attempts);
    rerender(element('whole'));
    expect(screen.getByText('whole')).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('with `intent` is not loaded before the first hover, focus or touch', async () => {
    load.mockResolvedValue(badge);
    await shown(
      <Widget name="mfe-catalog/wishlist-badge" intent placeholder={<button type="button">Add</button>} />,
    );
    expect(load).not.toHaveBeenCalled();
    await act(() => userEvent.hover(screen.getByRole('button', { name: 'Add' })));
    expect(await screen.findByText('3')).toBeVisible();
  });
});

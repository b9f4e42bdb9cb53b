import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, use, useEffect, useMemo } from 'react';
import {
  MemoryRouter,
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { Link, NavLink } from '../index.ts';

let shown: { address: string; state: unknown; navigationType: string };
let go: ReturnType<typeof useNavigate>;

function ShownLocation() {
  const { pathname, search, state } = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  useEffect(() => {
    shown = { address: pathname + search, state, navigationType };
    go = navigate;
  });
  return null;
}

/** Calls `rendered` for the URL of each link that is rendered. */
function CountRenders({ rendered, children }: { rendered: () => string; children: ReactNode }) {
  const router = use(NavigationContext);
  const counted = useMemo(
    () => ({ ...router, navigator: Object.create(router.navigator, { createHref: { value: rendered } }) }),
    [router, rendered],
  );
  return <NavigationContext value={counted}>{children}</NavigationContext>;
}

const show = (links: ReactNode, address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ShownLocation />
      {links}
    </MemoryRouter>,
  );
const follow = (to: string) =>
  act(async () => {
    await go(to);
  });
const click = (options: MouseEventInit = {}) => fireEvent.click(screen.getByRole('link'), options);

describe('a link of the shop', () => {
  it('navigates to its URL with its state, as one history entry (CONF-65)', () => {
    show(
      <Link to="/productdetails?id=1" state={{ product: 1 }}>
        Pixel 9
      </Link>,
    );
    expect(screen.getByRole('link')).toHaveAttribute('href', '/productdetails?id=1');
    expect(click()).toBe(false);
    expect(shown).toEqual({ address: '/productdetails?id=1', state: { product: 1 }, navigationType: 'PUSH' });
  });

  it('adds no history entry for the current URL, and scrolls to the top (NAV-01)', () => {
    const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
    show(<Link to="/cart?from=1">Cart</Link>, '/cart?from=1');
    click();
    expect(shown).toEqual({ address: '/cart?from=1', state: null, navigationType: 'REPLACE' });
    expect(scrolled.mock.calls).toEqual([[0, 0]]);
    scrolled.mockRestore();
  });

  it('does nothing when its owner prevents the click', () => {
    show(
      <Link to="/cart" onClick={(event) => event.preventDefault()}>
        Cart
      </Link>,
    );
    click();
    expect(shown.address).toBe('/');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves %j to the browser, which opens another tab or window',
    (modifiers) => {
      let wasAnswered: boolean | undefined;
      // jsdom cannot navigate.
      const end = (event: Event) => {
        wasAnswered = event.defaultPrevented;
        event.preventDefault();
      };
      window.addEventListener('click', end, { once: true });
      show(<Link to="/cart">Cart</Link>);
      click(modifiers);
      expect(wasAnswered).toBe(false);
      expect(shown.address).toBe('/');
    },
  );

  it('is not rendered again by a navigation: a page has a hundred of them', async () => {
    const rendered = jest.fn(() => '/cart');
    show(
      <CountRenders rendered={rendered}>
        <Link to="/cart">Cart</Link>
      </CountRenders>,
    );
    expect(rendered).toHaveBeenCalledTimes(1);
    await follow('/wishlist');
    expect(shown.address).toBe('/wishlist');
    expect(rendered).toHaveBeenCalledTimes(1);
  });

  it('of a navigation is rendered again only when it becomes or stops being the current one', async () => {
    const rendered = jest.fn(() => '/');
    show(
      <CountRenders rendered={rendered}>
        <NavLink to="/laptops">Laptops</NavLink>
        <NavLink to="/watches">Watches</NavLink>
        <NavLink to="/cart">Cart</NavLink>
      </CountRenders>,
      '/laptops',
    );
    expect(rendered).toHaveBeenCalledTimes(3);
    await follow('/watches');
    expect(rendered.mock.calls.slice(3)).toEqual([['/laptops'], ['/watches']]);
  });

  it('of a navigation is current at its URL and below it', async () => {
    show(
      <>
        <NavLink to="/admin">Below too</NavLink>
        <NavLink to="/admin" end>
          Only this
        </NavLink>
        <NavLink to="/" end>
          Home
        </NavLink>
      </>,
      '/admin/orders',
    );
    const current = () =>
      screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);
    expect(current()).toEqual(['Below too']);
    await follow('/admin');
    expect(current()).toEqual(['Below too', 'Only this']);
  });
});

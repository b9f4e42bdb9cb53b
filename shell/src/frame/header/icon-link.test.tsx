import { renderPage } from '@kinmel/testing/page';
import { act, fireEvent, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { CartLink } from './icon-link.tsx';

const widgets = {
  'mfe-cart-checkout/cart-badge': () => '2',
  'mfe-cart-checkout/mini-cart': () => (
    <section aria-label="Your cart at a glance">
      <button type="button">Inside</button>
    </section>
  ),
};
const preview = () => screen.queryByRole('region', { name: 'Your cart at a glance' });
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const bag = () => screen.getByRole('link', { name: /Cart/ });

let user: UserEvent;

/** Renders the bag in a wide window. */
async function renderLink() {
  const first = await renderPage(<CartLink />, { widgets });
  // The first focus loads the chunk, which fake timers would not wait for.
  await act(async () => fireEvent.focus(bag()));
  first.unmount();
  await renderPage(<CartLink />, { widgets });
  jest.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: false }) as MediaQueryList);
  jest.useFakeTimers();
  user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
}

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the preview of the cart', () => {
  it('opens while a mouse rests on the bag, takes no focus, and closes when it leaves (NAV-04)', async () => {
    await renderLink();
    await user.hover(bag());
    expect(preview()).toBeNull();
    await wait(200);
    expect(preview()).toBeVisible();
    expect(document.body).toHaveFocus();
    await user.unhover(bag());
    await wait(300);
    expect(preview()).toBeNull();
  });

  it('stays closed for a passing mouse, for touch, and in a narrow window', async () => {
    await renderLink();
    await user.hover(bag());
    await wait(50);
    expect(preview()).toBeNull();
    await user.unhover(bag());
    await wait(500);
    expect(preview()).toBeNull();
    await user.pointer({ keys: '[TouchA>]', target: bag() });
    await wait(500);
    expect(preview()).toBeNull();
    jest.mocked(window.matchMedia).mockImplementation(() => ({ matches: true }) as MediaQueryList);
    await user.hover(bag());
    await wait(500);
    expect(preview()).toBeNull();
  });

  it("closes on Escape, also while the focus is elsewhere, and when the bag's link is followed (WCAG 1.4.13)", async () => {
    await renderLink();
    for (const close of [() => user.keyboard('{Escape}'), () => fireEvent.click(bag())]) {
      await user.hover(bag());
      await wait(200);
      expect(preview()).toBeVisible();
      expect(document.body).toHaveFocus();
      await close();
      await wait(10);
      expect(preview()).toBeNull();
      await user.unhover(bag());
      await wait(300);
    }
  });

  it('opens by keyboard focus; Escape returns the focus to the bag', async () => {
    await renderLink();
    await user.tab();
    await wait(10);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Inside' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await wait(10);
    expect(preview()).toBeNull();
    expect(bag()).toHaveFocus();
  });
});

import { hydratePage } from '@kinmel/testing/hydration';
import type { ComponentType } from 'react';
import { Widget } from '../remotes/widget.tsx';
import { useHydrated } from './use-hydrated.ts';

const hydrate = (Page: ComponentType, address = '/') =>
  hydratePage({
    remote: 'mfe-catalog',
    module: { contract: 1, pages: { '/': Page } },
    address,
    widgets: { 'mfe-cart-checkout/mini-cart': () => <p>{localStorage.getItem('cart') ?? 'empty'}</p> },
    fillStorage: () => localStorage.setItem('cart', 'full'),
  });

describe('a drawn page that is taken over by the browser', () => {
  it.each([
    ['the clock', () => <p>{Date.now()}</p>],
    ['an attribute', () => <p title={String(Date.now())}>Phones</p>],
    ['what storage knows', () => <p>{localStorage.getItem('cart')}</p>],
    ['a widget', () => <Widget name="mfe-cart-checkout/mini-cart" />],
  ])('is told of when it differs by %s', async (_what, Page) => {
    const { problems } = await hydrate(Page);
    expect(problems.join()).toMatch(/hydrat/i);
  });

  it('is told of nothing where the difference waits until it is taken over', async () => {
    const { html, problems, container } = await hydrate(() => (
      <p>{useHydrated() ? localStorage.getItem('cart') : 'unknown'}</p>
    ));
    expect(html).toContain('unknown');
    expect(problems).toEqual([]);
    expect(container).toHaveTextContent('full');
  });
});

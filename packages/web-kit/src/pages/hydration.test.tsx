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

describe('hydration of a server-rendered page', () => {
  it.each([
    ['the clock', () => <p>{Date.now()}</p>],
    ['an attribute', () => <p title={String(Date.now())}>Phones</p>],
    ['a value from storage', () => <p>{localStorage.getItem('cart')}</p>],
    ['a widget', () => <Widget name="mfe-cart-checkout/mini-cart" />],
  ])('reports a mismatch by %s', async (_what, Page) => {
    const { problems } = await hydrate(Page);
    expect(problems.join()).toMatch(/hydrat/i);
  });

  it('reports no mismatch when the different value is rendered only after hydration', async () => {
    const { html, problems, container } = await hydrate(() => (
      <p>{useHydrated() ? localStorage.getItem('cart') : 'unknown'}</p>
    ));
    expect(html).toContain('unknown');
    expect(problems).toEqual([]);
    expect(container).toHaveTextContent('full');
  });
});

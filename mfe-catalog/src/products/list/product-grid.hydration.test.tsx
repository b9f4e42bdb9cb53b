import { products } from '@kinmel/testing/page';
import { Link } from '@kinmel/web-kit';
import { useLayoutEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { ProductGrid } from './product-grid.tsx';

const rendered: string[] = [];
const pressed: string[] = [];
jest.mock('../../wishlist/heart.tsx', () => ({
  WishHeart: ({ product }: { product: { name: string } }) => {
    rendered.push(product.name);
    return (
      <button type="button" onClick={() => pressed.push(product.name)}>
        {product.name}
      </button>
    );
  },
}));

function Page({ onHydrated = () => {} }: { onHydrated?: () => void }) {
  useLayoutEffect(onHydrated);
  return (
    <MemoryRouter>
      <Link to="/">Home</Link>
      <ProductGrid products={products(6)} columns={3} isFirstView />
    </MemoryRouter>
  );
}

describe('a server-rendered product list', () => {
  it('hydrates card by card after its first row, and at once where it is touched', async () => {
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(<Page />);
    const press = (name: string) =>
      [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
    rendered.length = 0;
    // Outside of `act`, which would finish all work first.
    const isActEnvironment = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
    let root: Root | undefined;
    try {
      await new Promise<void>((resolve) => {
        root = hydrateRoot(container, <Page onHydrated={() => queueMicrotask(resolve)} />);
      });
      expect(rendered).toEqual(['Phone 1', 'Phone 2', 'Phone 3']);
      press('Phone 6');
      expect(pressed).toEqual(['Phone 6']);
      expect(rendered).not.toContain('Phone 5');
    } finally {
      root?.unmount();
      container.remove();
      Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', isActEnvironment);
    }
  });
});

import { aProduct, renderPage } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { ProductCard } from './product-card.tsx';

const render = (changes: Parameters<typeof aProduct>[0] = {}) =>
  renderPage(<ProductCard product={aProduct(changes)} />);
const card = () => screen.getByRole('article');
const picture = () => {
  const image = card().querySelector('img');
  if (!image) throw new Error('the card has no picture');
  return image;
};

describe('a product card', () => {
  it('shows picture, name, prices, badge, heart and Add to Cart (CARD-01, CARD-03 to CARD-08, CARD-10, CONF-18, CONST-06, ENT-07)', async () => {
    await render();
    expect(picture()).toHaveAttribute('src', '/uploads/iphone-13-pro/640.webp');
    // The size is reserved.
    expect([picture().width, picture().height]).toEqual([1000, 1000]);
    const avif = card().querySelector('source[type="image/avif"]')?.getAttribute('srcset');
    expect(avif?.match(/\d+w/g)).toEqual(['320w', '640w', '1200w']);
    const shown = within(card());
    expect(shown.getByRole('heading', { name: 'iPhone 13 Pro' })).toBeVisible();
    for (const text of ['128 GB, Sierra Blue', 'NPR 91,500', 'You save NPR 40,400', '31% off'])
      expect(shown.getByText(text)).toBeVisible();
    expect(card().querySelector('s')).toHaveTextContent('Old price NPR 131,900');
    const heart = shown.getByRole('button', { name: 'Add iPhone 13 Pro to wishlist' });
    expect(heart).toHaveAttribute('aria-pressed', 'false');
    expect(await shown.findByRole('button', { name: 'Add to Cart' })).toHaveAttribute('data-look', 'card');
  });

  it('uses the one image of a product without stored sizes (API-36, API-37)', async () => {
    await render({ pictures: [], image: 'uploads/old/640.webp' });
    expect(picture()).toHaveAttribute('src', '/uploads/old/640.webp');
  });

  it('keeps the text of the button while the cart is loading or missing (CARD-11, CARD-12)', async () => {
    await renderPage(<ProductCard product={aProduct({ inStock: false })} />, {
      widgets: { 'mfe-cart-checkout/add-to-cart': () => new Promise<never>(() => {}) as never },
    });
    expect(within(card()).getByRole('button', { name: 'Out of Stock: iPhone 13 Pro' })).toBeDisabled();
  });

  it('of a product with devices shows the lowest price, and a link in place of Add to Cart', async () => {
    const product = aProduct({ hasDevices: true, oldPrice: null });
    const { user, address, state } = await renderPage(<ProductCard product={product} />);
    const shown = within(card());
    expect(shown.getByText('from NPR 91,500')).toBeVisible();
    // The old price of a product without one is an estimate, which phones of different grades do not have.
    expect(shown.queryByText(/You save|% off/)).toBeNull();
    expect(shown.queryByRole('button', { name: /Add to Cart/ })).toBeNull();
    await user.click(shown.getByRole('link', { name: 'Choose: iPhone 13 Pro' }));
    expect(address()).toBe(`/productdetails?id=${product.id}`);
    expect(state()).toEqual({ product });
  });

  it('of a product whose devices are sold is out of stock', async () => {
    await render({ hasDevices: true, inStock: false });
    expect(await within(card()).findByRole('button', { name: 'Out of Stock' })).toBeDisabled();
    expect(within(card()).queryByRole('link', { name: /^Choose/ })).toBeNull();
  });

  it('is not rendered again with its list', async () => {
    const rendered = jest.fn(() => null);
    function List() {
      const [count, setCount] = useState(1);
      return (
        <>
          <button type="button" onClick={() => setCount(count + 1)}>
            {count}
          </button>
          <ProductCard product={product} />
        </>
      );
    }
    const product = aProduct();
    const { user } = await renderPage(<List />, { widgets: { 'mfe-cart-checkout/add-to-cart': rendered } });
    const timesAtFirst = rendered.mock.calls.length;
    expect(timesAtFirst).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: '1' }));
    expect(screen.getByRole('button', { name: '2' })).toBeVisible();
    expect(rendered).toHaveBeenCalledTimes(timesAtFirst);
  });

  it('is one link over picture and name with the product as state (CONF-65, SRCH-06)', async () => {
    const product = aProduct();
    const { user, address, state } = await renderPage(<ProductCard product={product} />);
    const link = within(card()).getByRole('link');
    expect(link).toContainElement(picture());
    await user.click(within(link).getByRole('heading'));
    expect(address()).toBe(`/productdetails?id=${product.id}`);
    expect(state()).toEqual({ product });
  });
});

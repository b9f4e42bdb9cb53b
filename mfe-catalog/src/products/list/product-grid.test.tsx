import { aProduct, productId, renderPage, scrollWatched } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import { ProductGrid } from './product-grid.tsx';

const products = Array.from({ length: 40 }, (_, index) =>
  aProduct({ id: productId(index + 1), name: `Phone ${index + 1}`, price: 1_000 + index }),
);
const card = (position: number) => within(screen.getAllByRole('article')[position - 1] ?? document.body);
const wholeCards = () => screen.getAllByRole('article').filter((one) => one.querySelector('img')).length;

describe('a long list of products', () => {
  it('names, prices and links every product at once, and draws the rest of a card when it comes near', async () => {
    await renderPage(<ProductGrid products={products} />);
    expect(screen.getAllByRole('article')).toHaveLength(40);
    expect(card(40).getByRole('heading', { name: 'Phone 40' })).toBeVisible();
    expect(card(40).getByText('NPR 1,039')).toBeVisible();
    const link = card(40).getByRole('link');
    expect(link).toHaveAttribute('href', `/productdetails?id=${productId(40)}`);
    expect(wholeCards()).toBe(16);
    expect(card(16).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    expect(card(17).queryByRole('button')).toBeNull();

    link.focus();
    await scrollWatched(true);
    expect(wholeCards()).toBe(40);
    expect(card(40).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    expect(link).toHaveFocus();
  });

  it('leaves cards that nobody comes near as they are', async () => {
    await renderPage(<ProductGrid products={products} />);
    await scrollWatched(false);
    expect(wholeCards()).toBe(16);
  });
});

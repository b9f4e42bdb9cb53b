import { aProduct, renderPage } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import axe from 'axe-core';
import ServiceLinks from './service-links.tsx';

const otherPages = ['/sellyourphone', '/repair', '/newphonebooking'];
const linkTexts = () =>
  screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);

describe('the links to the services for a product', () => {
  it.each(['smartphone', 'premiumsmartphones', 'galaxyproducts'] as const)(
    'sell, repair and order a phone of category %s (GEN-05, GEN-09, GEN-10)',
    async (category) => {
      await renderPage(<ServiceLinks product={aProduct({ category })} />, { otherPages });
      expect(linkTexts()).toEqual([
        'Sell yours /sellyourphone',
        'Repair this model /repair',
        'Book a new phone /newphonebooking',
      ]);
      const list = within(screen.getByRole('list', { name: 'More for this model' }));
      expect(list.getByText('A quote for your iPhone 13 Pro within 24 hours.')).toBeVisible();
      expect((await axe.run(document.body)).violations).toEqual([]);
    },
  );

  it('repair a laptop, and are absent for other products', async () => {
    const { unmount } = await renderPage(<ServiceLinks product={aProduct({ category: 'laptop' })} />, {
      otherPages,
    });
    expect(linkTexts()).toEqual(['Repair this model /repair']);
    unmount();
    await renderPage(<ServiceLinks product={aProduct({ category: 'watch' })} />, { otherPages });
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  it('leave out missing pages', async () => {
    await renderPage(<ServiceLinks product={aProduct()} />, { otherPages: ['/repair'] });
    expect(linkTexts()).toEqual(['Repair this model /repair']);
  });
});

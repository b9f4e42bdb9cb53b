import { renderPage } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import CategoriesPage from './categories-page.tsx';

describe('the categories page', () => {
  it('links to the four listings (CATS-01 to CATS-04, CONF-36, CONF-37)', async () => {
    await renderPage(<CategoriesPage />, { address: '/categories' });
    const links = within(screen.getAllByRole('list').at(-1) ?? document.body).getAllByRole('link');
    expect(links.map((link) => [link.firstElementChild?.textContent, link.getAttribute('href')])).toEqual([
      ['Smartphones', '/smartphone'],
      ['Accessories', '/watches'],
      ['Laptops', '/laptops'],
      ['Earphones', '/airpods'],
    ]);
  });
});

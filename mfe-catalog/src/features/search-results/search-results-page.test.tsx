import { aProduct, down, json, problem, productListAnswer, products, renderPage } from '@kinmel/testing/page';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { shownNames } from '../../testing/shown-cards.ts';
import SearchResultsPage from './search-results-page.tsx';

const request = '/api/products?search=galaxy&limit=24';
const open = (options: Parameters<typeof renderPage>[1]) =>
  renderPage(<SearchResultsPage />, { address: '/search-results?q=galaxy', ...options });

beforeEach(() => localStorage.clear());

describe('the search results', () => {
  it.each([
    [1, 1, '1 result found for "galaxy"'],
    [3, 240, '240 results found for "galaxy"'],
  ])('with %d of %d products show "%s" (SRCH-01, SIL-09)', async (count, total, line) => {
    await open({ answers: { [request]: productListAnswer(products(count), { total }) } });
    expect(await screen.findByRole('heading', { level: 1, name: line })).toBeVisible();
    const next = screen.queryByRole('link', { name: 'Next' })?.getAttribute('href') ?? null;
    expect(next).toBe(total > 24 ? '/search-results?q=galaxy&page=2' : null);
  });

  it('shows cards with badge, heart, Add to Cart and a placeholder for a failed image (SRCH-02 to SRCH-05, SRCH-08)', async () => {
    const { user } = await open({ answers: { [request]: productListAnswer([aProduct()]) } });
    const article = await screen.findByRole('article');
    const card = within(article);
    expect(card.getByText('31% off')).toBeVisible();
    expect(await card.findByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    const heart = card.getByRole('button', { name: 'Add iPhone 13 Pro to wishlist' });
    await user.click(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'true');
    fireEvent.error(article.querySelector('img') as HTMLImageElement);
    expect(card.getByRole('img', { name: 'Product image not available' })).toBeVisible();
  });

  it("keeps the server's order, best match first", async () => {
    await open({ answers: { [request]: productListAnswer(products(3).reverse()) } });
    await screen.findByText('Phone 1');
    expect(shownNames()).toEqual(['Phone 3', 'Phone 2', 'Phone 1']);
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveValue('relevance');
  });

  it('shows "Sorry, no products found" (SRCH-07)', async () => {
    await open({ answers: { [request]: productListAnswer([]) } });
    expect(await screen.findByText('Sorry, no products found')).toBeVisible();
    expect(screen.getByText('0 results found for "galaxy"')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse categories' })).toHaveAttribute('href', '/categories');
  });

  it.each([
    ['pixel 9', 'pixel 9'],
    // The server refuses control characters and more than 100 characters.
    ['pixel\t\u00009\t', 'pixel 9'],
    [`(.*)+$ "a" & b=${'x'.repeat(200)}`, `(.*)+$ "a" & b=${'x'.repeat(85)}`],
  ])(
    'reads the query %j from the navigation state before the URL (ROUTE-29, CONF-66)',
    async (query, sentQuery) => {
      const address = `/api/products?search=${encodeURIComponent(sentQuery)}&limit=24`;
      const { network } = await open({ state: { query }, answers: { [address]: productListAnswer([]) } });
      expect(await screen.findByText(`0 results found for "${sentQuery}"`)).toBeVisible();
      expect(network.requests).toEqual([`GET ${address}`]);
    },
  );

  it.each(['/search-results', '/search-results?q=%20%20'])(
    'shows a hint and sends no request without a query: %s (CONF-66)',
    async (address) => {
      const { network } = await open({ address });
      expect(screen.getByText('Please enter a search term.')).toBeVisible();
      expect(network.requests).toEqual([]);
    },
  );

  it('resets page and filters for a new search', async () => {
    const { go } = await open({
      answers: {
        [request]: productListAnswer(products(2)),
        '/api/products?search=laptop&limit=24': productListAnswer([aProduct({ name: 'Zenbook' })]),
      },
    });
    await screen.findByText('Phone 2');
    await go('/search-results?q=laptop', { query: 'laptop' });
    expect(await screen.findByText('1 result found for "laptop"')).toBeVisible();
    expect(shownNames()).toEqual(['Zenbook']);
  });

  it.each([
    ['the call is refused', problem(500, 'unexpected-error', 'Something went wrong.')],
    ['no answer arrives', down],
  ])(
    'shows "Failed to fetch products" when %s, and loads on Retry (ERR-23, CONF-40, LIST-02)',
    async (_what, reply) => {
      const { user, network } = await open({ answers: { [request]: reply } });
      expect(await screen.findByText('Failed to fetch products')).toBeVisible();
      network.answer({ [request]: productListAnswer(products(1)) });
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText('Phone 1')).toBeVisible();
    },
  );

  it('shows "Invalid response format" for an answer that is not a list (API-39, CONF-39)', async () => {
    await open({ answers: { [request]: json({ data: 1 }) } });
    expect(await screen.findByText('Invalid response format')).toBeVisible();
  });
});

describe('the filters of the search results (SIL-09)', () => {
  const facets = {
    category: [
      { value: 'galaxyproducts', count: 3 },
      { value: 'smartphone', count: 1 },
      { value: 'watch', count: 2 },
    ],
  };
  const answer = productListAnswer(products(6), { facets });
  const watchesOnly = productListAnswer(products(2), { facets });

  it('offer the kinds that were found, with their counts', async () => {
    await open({ answers: { [request]: answer } });
    await screen.findByText('Phone 6');
    const group = screen.getByRole('group', { name: 'Show' });
    expect(
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['All', 'Smartphones 4', 'Accessories 2', 'In stock only']);
    expect(within(group).getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('are in the URL, and keep the query in the state', async () => {
    const { user, address, state } = await open({
      state: { query: 'galaxy' },
      answers: { [request]: answer, [`${request}&category=watch`]: watchesOnly },
    });
    await user.click(await screen.findByRole('button', { name: 'Accessories 2' }));
    expect(address()).toBe('/search-results?q=galaxy&category=watch');
    expect(state()).toEqual({ query: 'galaxy' });
    await waitFor(() => expect(shownNames()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(address()).toBe('/search-results?q=galaxy');
  });
});

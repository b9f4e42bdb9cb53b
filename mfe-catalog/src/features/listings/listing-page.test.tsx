import {
  type Answers,
  aProduct,
  down,
  holdReply,
  json,
  problem,
  productListAnswer,
  products,
  renderPage,
} from '@kinmel/testing/page';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { shownNames } from '../../testing/shown-cards.ts';
import { ListingPage } from './listing-page.tsx';
import { earphones, laptops, smartphones, watches } from './listings.content.ts';

const filters = () => screen.getByRole('complementary', { name: 'Filters' });
const rows = () =>
  screen.getAllByRole('list').filter((list) => within(list).queryAllByRole('article').length > 0);

const listings = [
  {
    path: '/smartphone',
    listing: smartphones,
    title: 'Smartphones',
    request: '/api/products?category=smartphone&limit=24',
    failed: 'Failed to fetch smartphones. Please try again.',
    unreadable: 'Unexpected response format',
    empty: 'No smartphones found.',
  },
  {
    path: '/watches',
    listing: watches,
    title: 'Watches and accessories',
    request: '/api/products?category=watch&limit=24',
    failed: 'Failed to fetch watches',
    unreadable: 'Unexpected response format',
    empty: 'No watches found.',
  },
  {
    path: '/laptops',
    listing: laptops,
    title: 'Laptops',
    request: '/api/products?category=Laptop&limit=24',
    failed: 'Failed to fetch Laptops',
    unreadable: 'Unexpected data format from server',
    empty: 'No laptops found.',
  },
  {
    path: '/airpods',
    listing: earphones,
    title: 'Earphones',
    request: '/api/products?category=earphones&limit=24',
    failed: 'Failed to load products',
    unreadable: 'Unexpected data format from server',
    empty: 'No airpods found.',
  },
];

describe.each(listings)('$path', ({ path, listing, title, request, failed, unreadable, empty }) => {
  const open = (answers: Answers) =>
    renderPage(<ListingPage listing={listing} />, { address: path, answers });

  it("shows skeletons, then its category in the server's order (LIST-01, LIST-04, API-17, CONF-34, CONF-36, CONF-37, SIL-26, SIL-27)", async () => {
    const { reply, release } = holdReply(json(productListAnswer(products(3))));
    await open({ [request]: reply });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText('Loading')).toBeInTheDocument();
    release();
    await screen.findByText('Phone 3');
    expect(shownNames()).toEqual(['Phone 1', 'Phone 2', 'Phone 3']);
    expect(screen.getByText(/^3 .*newest first$/)).toBeVisible();
  });

  it(`shows "${failed}" for a refusal, an HTML page and no answer, and loads on Retry (LIST-02, ERR-19 to ERR-22, CONF-40)`, async () => {
    const { user, network } = await open({ [request]: problem(503, 'service-unavailable', 'Not now.') });
    const retry = async (answer: Answers[string]) => {
      expect(await screen.findByText(failed)).toBeVisible();
      network.answer({ [request]: answer });
      await user.click(screen.getByRole('button', { name: 'Retry' }));
    };
    await retry(down);
    await waitFor(() => expect(network.count(request)).toBe(2));
    await retry(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await waitFor(() => expect(network.count(request)).toBe(3));
    await retry(productListAnswer(products(1)));
    expect(await screen.findByText('Phone 1')).toBeVisible();
    expect(screen.queryByText(failed)).not.toBeInTheDocument();
    // The list takes the focus from Retry.
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toContainElement(screen.getByText('Phone 1'));
  });

  it(`shows "${unreadable}" for an answer that is no list (API-41, CONF-39)`, async () => {
    await open({ [request]: json({ items: [] }) });
    expect(await screen.findByText(unreadable)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  it(`shows "${empty}" when it is empty, and requests again on Refresh (LIST-03, LIST-10, LIST-11, SIL-25)`, async () => {
    const { user, network } = await open({ [request]: productListAnswer([]) });
    expect(await screen.findByText(empty)).toBeVisible();
    network.answer({ [request]: productListAnswer(products(1)) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Phone 1')).toBeVisible();
  });
});

it.each([
  ['/laptops', laptops, 'Laptop', [4, 3]],
  ['/airpods', earphones, 'earphones', [4, 3]],
  ['/smartphone', smartphones, 'smartphone', [7]],
  ['/watches', watches, 'watch', [7]],
  // No second row for four products or fewer.
  ['/laptops', laptops, 'Laptop', [4]],
])(
  '%s shows its products in its rows (LIST-08, LIST-09, CONF-38)',
  async (address, listing, category, rowSizes) => {
    const count = rowSizes.reduce((sum, row) => sum + row, 0);
    await renderPage(<ListingPage listing={listing} />, {
      address,
      answers: { [`/api/products?category=${category}&limit=24`]: productListAnswer(products(count)) },
    });
    await screen.findByText(`Phone ${count}`);
    expect(rows().map((row) => within(row).getAllByRole('article').length)).toEqual(rowSizes);
    expect(screen.queryAllByRole('heading', { name: /^More (laptops|earphones)$/ })).toHaveLength(
      rowSizes.length - 1,
    );
    expect(screen.queryByRole('button', { name: /View All/ })).not.toBeInTheDocument();
  },
);

describe('the filters of a listing (SIL-09)', () => {
  const base = '/api/products?category=smartphone&limit=24';
  const list = [
    aProduct({ id: 'a'.repeat(24), name: 'Pixel 9', brand: 'Google', category: 'smartphone', price: 94_900 }),
    aProduct({ id: 'b'.repeat(24), name: 'iPhone 14', category: 'smartphone', price: 92_900 }),
  ];
  const facets = {
    category: [
      { value: 'smartphone', count: 24 },
      { value: 'premiumsmartphones', count: 12 },
      { value: 'galaxyproducts', count: 9 },
    ],
    brand: [
      { value: 'Apple', count: 8 },
      { value: 'Google', count: 4 },
    ],
    price: { min: 29_999, max: 224_900 },
    inStock: 22,
  };
  const answer = productListAnswer(list, { facets, total: 24 });
  const onePhone = productListAnswer(list.slice(0, 1), { facets });
  const open = (address: string, answers: Answers) =>
    renderPage(<ListingPage listing={smartphones} />, { address, answers });

  it('show the number of products of each choice, from the facets', async () => {
    await open('/smartphone', { [base]: answer });
    const choice = (name: string) => within(filters()).findByRole('checkbox', { name });
    expect(await choice('Smartphones 24')).toBeChecked();
    for (const name of ['Pre-loved 12', 'Galaxy 9', 'Apple 8', 'In stock only 22'])
      expect(await choice(name)).not.toBeChecked();
  });

  it('add the pre-loved range to /smartphone, in the URL (SIL-26)', async () => {
    const twoRangesRequest = '/api/products?category=smartphone%2Cpremiumsmartphones&limit=24';
    const { user, address, network } = await open('/smartphone', {
      [base]: answer,
      [twoRangesRequest]: onePhone,
    });
    await user.click(await within(filters()).findByRole('checkbox', { name: /Pre-loved/ }));
    await waitFor(() => expect(network.count(twoRangesRequest)).toBe(1));
    expect(address()).toBe('/smartphone?category=smartphone%2Cpremiumsmartphones');
  });

  it('have no range on the other listings (SIL-26)', async () => {
    await renderPage(<ListingPage listing={laptops} />, {
      address: '/laptops',
      answers: { '/api/products?category=Laptop&limit=24': answer },
    });
    await within(filters()).findByRole('checkbox', { name: /Apple/ });
    expect(within(filters()).queryByText('Range')).not.toBeInTheDocument();
  });

  it('request a brand from the server, keep the list until the answer arrives, and show a chip', async () => {
    const { reply, release } = holdReply(json(onePhone));
    const { user, address } = await open('/smartphone', { [base]: answer, [`${base}&brand=Google`]: reply });
    await user.click(await within(filters()).findByRole('checkbox', { name: /Google/ }));
    expect(address()).toBe('/smartphone?brand=Google');
    expect(shownNames()).toEqual(['Pixel 9', 'iPhone 14']);
    release();
    await waitFor(() => expect(shownNames()).toEqual(['Pixel 9']));
    await user.click(screen.getByRole('button', { name: 'Remove filter Google' }));
    expect(address()).toBe('/smartphone');
    await waitFor(() => expect(shownNames()).toEqual(['Pixel 9', 'iPhone 14']));
  });

  it('move the focus from a removed chip to its neighbour, and from the last one to the list', async () => {
    const { user } = await open('/smartphone?brand=Apple,Google&inStock=true', {
      [`${base}&brand=Apple%2CGoogle&inStock=true`]: answer,
      [`${base}&brand=Google&inStock=true`]: onePhone,
      [`${base}&brand=Google`]: onePhone,
      [base]: answer,
    });
    const remove = async (label: string) => {
      (await screen.findByRole('button', { name: `Remove filter ${label}` })).focus();
      await user.keyboard('{Enter}');
    };
    await remove('Apple');
    expect(screen.getByRole('button', { name: 'Remove filter Google' })).toHaveFocus();
    await remove('In stock only');
    expect(screen.getByRole('button', { name: 'Remove filter Google' })).toHaveFocus();
    await remove('Google');
    expect(screen.getByRole('heading', { name: 'Products' })).toHaveFocus();
    await waitFor(() => expect(shownNames()).toEqual(['Pixel 9', 'iPhone 14']));
  });

  it('are all read from the URL, so that links and reloads show the same', async () => {
    const query = 'brand=Google&minPrice=50000&maxPrice=180000&inStock=true&sort=price_asc&page=2';
    const { network } = await open(`/smartphone?${query}`, { [`${base}&${query}`]: onePhone });
    expect(await screen.findByText('Pixel 9')).toBeVisible();
    expect(network.requests).toEqual([`GET ${base}&${query}`]);
    expect(screen.getByRole('button', { name: 'Remove filter NPR 50,000 to 180,000' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove filter In stock only' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveValue('price_asc');
    expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeInTheDocument();
  });

  it('set a price from the fields by Enter', async () => {
    const { user, address } = await open('/smartphone', {
      [base]: answer,
      [`${base}&maxPrice=100000`]: onePhone,
    });
    const field = await within(filters()).findByRole('textbox', { name: 'Highest price' });
    await user.clear(field);
    await user.type(field, '1,00{Enter}');
    expect(field).toHaveAccessibleDescription('Do you mean 100 or 1.00? Please write it like that.');
    expect(address()).toBe('/smartphone');
    await user.clear(field);
    await user.type(field, '1 lakh{Enter}');
    expect(address()).toBe('/smartphone?maxPrice=100000');
    await waitFor(() => expect(shownNames()).toEqual(['Pixel 9']));
  });

  it('set a price from the slider when a key is released', async () => {
    const { user, address } = await open('/smartphone', {
      [base]: answer,
      [`${base}&minPrice=30000`]: onePhone,
    });
    const thumb = await within(filters()).findByRole('slider', { name: 'Price from' });
    thumb.focus();
    // jsdom does not move sliders by keys.
    fireEvent.change(thumb, { target: { value: '30000' } });
    expect(address()).toBe('/smartphone');
    await user.keyboard('{ArrowRight}');
    expect(address()).toBe('/smartphone?minPrice=30000');
    await waitFor(() => expect(shownNames()).toEqual(['Pixel 9']));
  });

  it('sort the list, by default newest first (SIL-27)', async () => {
    const { user, address } = await open('/smartphone', {
      [base]: answer,
      [`${base}&sort=price_asc`]: answer,
    });
    const sort = screen.getByRole('combobox', { name: 'Sort' });
    expect(sort).toHaveValue('createdAt_desc');
    await user.selectOptions(sort, 'Price, low to high');
    expect(address()).toBe('/smartphone?sort=price_asc');
    expect(await screen.findByText('24 phones, lowest price first')).toBeVisible();
    await user.selectOptions(sort, 'Newest');
    expect(address()).toBe('/smartphone');
  });

  it('are in a sheet on narrow screens, with the number of products', async () => {
    const { user, address } = await open('/smartphone', {
      [base]: answer,
      [`${base}&inStock=true`]: onePhone,
    });
    await screen.findByText('Pixel 9');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filters' });
    await user.click(within(sheet).getByRole('checkbox', { name: /In stock only/ }));
    expect(address()).toBe('/smartphone?inStock=true');
    await user.click(await within(sheet).findByRole('button', { name: 'Show 1 phone' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('keep the focus in their sheet when "Clear all" is disabled', async () => {
    const { user } = await open('/smartphone?brand=Google', {
      [`${base}&brand=Google`]: onePhone,
      [base]: answer,
    });
    await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    const sheet = within(screen.getByRole('dialog'));
    // The sheet announces the new count, because the line under the title is behind it (WCAG 4.1.3).
    await waitFor(() => expect(sheet.getByRole('status')).toHaveTextContent('1 phone'));
    await user.click(sheet.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(sheet.getByRole('status')).toHaveTextContent(/^[2-9]\d* phones$/));
    expect(sheet.getByRole('button', { name: 'Clear all' })).toBeDisabled();
    expect(sheet.getByRole('button', { name: /^Show/ })).toHaveFocus();
  });

  it('offer "Clear all", which keeps the sorting, when nothing matches', async () => {
    const { user, address } = await open('/smartphone?brand=Nokia&sort=price_asc', {
      [`${base}&brand=Nokia&sort=price_asc`]: productListAnswer([], { facets }),
      [`${base}&sort=price_asc`]: answer,
    });
    const empty = (await screen.findByText('No smartphones found.')).closest('[aria-live="polite"]');
    if (!(empty instanceof HTMLElement)) throw new Error('no empty state');
    await user.click(within(empty).getByRole('button', { name: 'Clear all' }));
    expect(address()).toBe('/smartphone?sort=price_asc');
    expect(await screen.findByText('Pixel 9')).toBeVisible();
  });

  it('show page links when one answer is not enough', async () => {
    const first = productListAnswer(list, { facets, total: 240 });
    const { user, address } = await open('/smartphone', {
      [base]: first,
      [`${base}&page=2`]: { ...first, pagination: { ...first.pagination, page: 2 } },
    });
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Next' }));
    expect(address()).toBe('/smartphone?page=2');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Products, page 2 of 3' })).toHaveFocus());
  });

  it('show the last page when the URL has a page that does not exist', async () => {
    const emptyPage = productListAnswer([], { facets, total: 240 });
    const { address } = await open('/smartphone?sort=price_asc&page=9', {
      [`${base}&sort=price_asc&page=9`]: { ...emptyPage, pagination: { ...emptyPage.pagination, page: 9 } },
      [`${base}&sort=price_asc&page=3`]: onePhone,
    });
    await waitFor(() => expect(address()).toBe('/smartphone?sort=price_asc&page=3'));
    expect(await screen.findByText('Pixel 9')).toBeVisible();
  });
});

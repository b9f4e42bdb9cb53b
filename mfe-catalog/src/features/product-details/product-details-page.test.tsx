import type { Product } from '@kinmel/contracts';
import {
  aPolicy,
  aProduct,
  down,
  holdReply,
  json,
  problem,
  productId,
  productListAnswer,
  products,
  renderPage,
  scrollWatched,
} from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import ProductDetailsPage from './product-details-page.tsx';

const product = aProduct({ id: productId(900), name: 'iPhone 15', price: 100_000, oldPrice: 125_000 });
const path = `/productdetails?id=${product.id}`;
const request = `/api/products/${product.id}`;
const fixedRequest = '/api/products?search=iPhone+13+Pro&category=premiumsmartphones&limit=20';
const relatedRequest = '/api/products?category=premiumsmartphones&limit=6';
const answerOf = (value: unknown) => ({ success: true, data: value });

const sierra = aProduct({ id: productId(901), price: 91_500 });
const graphite = aProduct({
  id: productId(902),
  price: 85_500,
  specs: { storage: '128 GB', color: 'Graphite' },
});

const answers = {
  [request]: answerOf(product),
  '/api/policy': answerOf(aPolicy()),
  [fixedRequest]: productListAnswer([aProduct({ id: productId(903), price: 98_900 }), graphite, sierra]),
  [relatedRequest]: productListAnswer([sierra, product, ...products(4)]),
};

const open = ({ answers: moreAnswers, ...options }: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<ProductDetailsPage />, { address: path, ...options, answers: { ...answers, ...moreAnswers } });
const relatedRegion = () => screen.getByRole('region', { name: 'Related products' });
const title = (name = 'iPhone 15') => screen.findByRole('heading', { level: 1, name });

const openLoaded = async (options: Parameters<typeof open>[0] = {}) => {
  const page = await open(options);
  await title();
  return page;
};

beforeEach(() => localStorage.clear());

describe('opening a product (CONF-65)', () => {
  it('requests the id of the URL, so that reloads and shared links work (ROUTE-30)', async () => {
    await open();
    expect(await title()).toBeVisible();
    expect(screen.getAllByText('NPR 100,000')[0]).toBeVisible();
    await waitFor(() => expect(document.title).toBe('iPhone 15 | Kinmel'));
  });

  it("shows the product of the navigation state at once, then the server's price (ROUTE-31)", async () => {
    const { reply, release } = holdReply(json(answerOf({ ...product, price: 95_000 })));
    await open({ state: { product }, answers: { [request]: reply } });
    expect(await title()).toBeVisible();
    expect(screen.getAllByText('NPR 100,000')[0]).toBeVisible();
    release();
    expect((await screen.findAllByText('NPR 95,000'))[0]).toBeVisible();
    expect(screen.queryByText('NPR 100,000')).not.toBeInTheDocument();
  });

  it('renders name, price, picture and buy button before the rest when a link opened it', async () => {
    const { go } = await open({ address: '/productdetails' });
    const render = jest.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    await go(path, { product });
    expect(await title()).toBeVisible();
    expect(screen.getByText('NPR 100,000')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Enlarge picture/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Related products' })).toBeNull();
    await act(async () => render.mock.lastCall?.[0](0));
    render.mockRestore();
    expect(await screen.findByRole('tablist', { name: 'About this product' })).toBeVisible();
    expect(relatedRegion()).toBeVisible();
  });

  it('keeps showing the state when the server cannot be reached', async () => {
    const { network } = await openLoaded({ state: { product }, answers: { [request]: down } });
    await waitFor(() => expect(network.count(request)).toBe(1));
    expect(screen.getByRole('heading', { level: 1, name: 'iPhone 15' })).toBeVisible();
  });

  it.each([
    ['no product at all', '/productdetails', undefined],
    ['an id that is none', '/productdetails?id=abc', undefined],
    ['a state that is no product', '/productdetails', { product: { name: 'half' } }],
  ])('shows that there is no product and links to the categories: %s', async (_what, address, state) => {
    const { network } = await open({ address, state });
    expect(await title('Product not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse categories' })).toHaveAttribute('href', '/categories');
    expect(network.requests).toEqual([]);
  });

  it.each([404, 400])('shows the same when the server answers %d, even with older state', async (status) => {
    await open({
      state: { product },
      answers: { [request]: problem(status, 'not-found', 'Product not found') },
    });
    expect(await title('Product not found')).toBeVisible();
  });

  it('offers Retry when the server cannot be reached and there is no state', async () => {
    const { user, network } = await open({ answers: { [request]: down } });
    expect(await screen.findByText('Failed to load the product. Please try again.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse categories' })).toBeVisible();
    network.answer({ [request]: answerOf(product) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await title()).toBeVisible();
  });
});

describe('buying', () => {
  it('shows the price with the old price and the saving (CARD-05, CONF-18)', async () => {
    await openLoaded();
    expect(screen.getByText('NPR 125,000')).toBeVisible();
    expect(screen.getByText('You save NPR 25,000 (20%)')).toBeVisible();
    expect(screen.getByText('20% off')).toBeVisible();
  });

  it('has Add to Cart and the heart (PDET-08, PDET-09)', async () => {
    const { user } = await openLoaded();
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Add to Cart' })[0]).toHaveAttribute('data-look', 'buy'),
    );
    const heart = screen.getByRole('button', { name: 'Add iPhone 15 to wishlist' });
    await user.click(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'true');
  });

  it.each([
    [{ lowStockCount: 3 }, 'Only 3 left'],
    [{ lowStockCount: null }, 'In stock'],
    [{ inStock: false }, 'Out of stock'],
  ])('shows the stock: %j (SIL-22)', async (changes, text) => {
    await open({ answers: { [request]: answerOf({ ...product, ...changes }) } });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows delivery and returns from the policy record (CONF-06)', async () => {
    await open();
    expect(await screen.findByText('Free shipping over NPR 200')).toBeVisible();
    expect(screen.getByText('30-day money-back guarantee')).toBeVisible();
    expect(screen.getByText('Secure payments')).toBeVisible();
  });

  it('marks the pre-loved range (CONF-03)', async () => {
    await openLoaded();
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(within(crumbs).getByRole('link', { name: 'Pre-loved' })).toHaveAttribute(
      'href',
      '/smartphone?category=premiumsmartphones',
    );
    expect(screen.getAllByText('Pre-loved')).toHaveLength(2);
  });

  it('shows the buy bar while less than nine tenths of the button are in view', async () => {
    await openLoaded();
    const bar = () => screen.queryByRole('region', { name: 'Buy' });
    expect(bar()).not.toBeInTheDocument();
    await scrollWatched(false);
    const shown = within(screen.getByRole('region', { name: 'Buy' }));
    expect(shown.getByText('NPR 100,000')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    for (const part of [0.2, 0.95, 0.8, true]) {
      await scrollWatched(part);
      expect(bar() !== null).toBe(Number(part) < 0.9);
    }
  });

  it('keeps the buy bar off the focused element, when it appears and when the focus moves', async () => {
    await openLoaded();
    const tab = screen.getByRole('tab', { name: 'Description' });
    const scrollSpy = jest.spyOn(tab, 'scrollIntoView').mockReturnValue();
    const atBottom = jest
      .spyOn(Element.prototype, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(0, 600, 390, 100));
    tab.focus();
    await scrollWatched(false);
    await waitFor(() => expect(scrollSpy).toHaveBeenCalledWith({ block: 'nearest' }));
    scrollSpy.mockClear();
    tab.blur();
    tab.focus();
    await waitFor(() => expect(scrollSpy).toHaveBeenCalledTimes(1));
    atBottom.mockRestore();
  });
});

describe('the tabs', () => {
  it('are Description and Specifications, with "Not specified" for missing values (PDET-01, PDET-02, ENT-08)', async () => {
    const { user } = await openLoaded();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Description',
      'Specifications',
    ]);
    expect(screen.getByText('Pre-loved and checked in our workshop.')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Specifications' }));
    const rows = [...screen.getByRole('tabpanel').querySelectorAll('dt')];
    expect(rows.map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)).toEqual([
      'Brand: Apple',
      'Storage: 128 GB',
      'Display: 6.1 inch OLED, 120 Hz',
      'Battery: 3,095 mAh',
      'Camera: 12 MP wide',
      'Connectivity: Not specified',
      'Features: Not specified',
      'Sensors: Not specified',
      'Color: Sierra Blue',
    ]);
  });

  it('have Special Offer when the navigation state has an offer (PDET-03)', async () => {
    const offer = {
      title: 'Festival week',
      description: 'For students.',
      discountPercentage: 12,
      promoCode: 'DASHAIN12',
      validUntil: '2026-12-24T18:15:00.000Z',
    };
    const { user } = await openLoaded({ state: { product, offer } });
    await user.click(screen.getByRole('tab', { name: 'Special Offer' }));
    const panel = within(screen.getByRole('tabpanel'));
    for (const text of ['Festival week', '12% off', 'DASHAIN12', 'Valid until 25 December 2026'])
      expect(panel.getByText(text)).toBeVisible();
  });
});

describe('the related products', () => {
  const relatedCards = async () => {
    await title();
    await scrollWatched(true);
    return within(relatedRegion()).findAllByRole('article');
  };
  const nameOf = (card: HTMLElement) => within(card).getByRole('heading').textContent;

  it('are requested and rendered when they come near the viewport', async () => {
    const { network } = await openLoaded();
    await scrollWatched(false);
    expect(relatedRegion()).toBeVisible();
    expect(within(relatedRegion()).queryByRole('article')).toBeNull();
    // No request has been sent and nothing is announced.
    expect(relatedRegion().querySelector('[aria-busy=true]')).toBeNull();
    expect(network.requests.filter((name) => name.includes('limit='))).toEqual([]);
    expect(await relatedCards()).toHaveLength(4);
    expect(network.count(relatedRequest)).toBe(1);
  });

  it('are the two fixed iPhone 13 Pro, 91500 then 85500, from 131900, then others of the category (PDET-04 to PDET-07, SIL-29)', async () => {
    await open();
    const cards = await relatedCards();
    expect(cards.map(nameOf)).toEqual(['iPhone 13 Pro', 'iPhone 13 Pro', 'Phone 1', 'Phone 2']);
    const fixedCards = cards.slice(0, 2);
    expect(fixedCards.map((card) => within(card).queryByText(/^NPR (91,500|85,500)$/)?.textContent)).toEqual([
      'NPR 91,500',
      'NPR 85,500',
    ]);
    for (const card of fixedCards)
      expect(card.querySelector('s')).toHaveTextContent(/^Old price NPR 131,900$/);
  });

  it('of another kind start with that kind and end with the two fixed (PDET-04, PDET-05, SIL-29)', async () => {
    const other = aProduct({ ...product, category: 'watch' });
    const kind = products(3, { category: 'watch' });
    await open({
      answers: {
        [request]: answerOf(other),
        '/api/products?category=watch&limit=6': productListAnswer([other, ...kind]),
      },
    });
    const cards = await relatedCards();
    expect(cards.map(nameOf)).toEqual(['Phone 1', 'Phone 2', 'iPhone 13 Pro', 'iPhone 13 Pro']);
  });

  it('are shown with their prices when the catalogue lacks them, and cannot be bought (PDET-04 to PDET-07)', async () => {
    await open({ answers: { [fixedRequest]: down, [relatedRequest]: down } });
    const cards = await relatedCards();
    expect(cards).toHaveLength(2);
    expect(within(relatedRegion()).getByText('NPR 91,500')).toBeVisible();
    expect(within(relatedRegion()).getByText('NPR 85,500')).toBeVisible();
    expect(await within(relatedRegion()).findAllByRole('button', { name: 'Out of Stock' })).toHaveLength(2);
  });
});

describe('the gallery', () => {
  const pictures = ['pair', 'back', 'front'].map((view) => ({
    id: `iphone-15-${view}`,
    alt: `iPhone 15, ${view}`,
    width: 1000,
    height: 1000,
    dominantColor: '#9cb5cf',
    hasTransparency: true,
  }));
  const openGallery = () => openLoaded({ answers: { [request]: answerOf({ ...product, pictures }) } });

  it('shows one picture, and loads and selects the others by their thumbnails', async () => {
    const { user } = await openGallery();
    expect(screen.getByRole('button', { name: 'Enlarge picture: iPhone 15, pair' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Picture 1 of 3' })).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('button', { name: 'Picture 2 of 3' }));
    expect(screen.getByRole('button', { name: 'Picture 2 of 3' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('list', { name: 'Pictures' }).querySelectorAll('img')).toHaveLength(3);
  });

  it('loads the first picture first, and the others on interaction', async () => {
    await openGallery();
    const stage = screen.getByRole('list', { name: 'Pictures' });
    const images = () => [...stage.querySelectorAll('img')];
    const [first] = images();
    expect(first).toHaveAttribute('fetchpriority', 'high');
    expect(first).toHaveAttribute('loading', 'eager');
    expect(stage.children).toHaveLength(3);
    expect(images()).toHaveLength(1);
    fireEvent.pointerDown(stage);
    expect(images().map((image) => image.getAttribute('loading'))).toEqual(['eager', 'lazy', 'lazy']);
  });

  it('selects pictures by arrow keys on the thumbnails', async () => {
    const { user } = await openGallery();
    const thumb = (position: number) => screen.getByRole('button', { name: `Picture ${position} of 3` });
    thumb(1).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(thumb(3)).toHaveFocus();
    expect(thumb(3)).toHaveAttribute('aria-current', 'true');
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowUp}');
    expect(thumb(1)).toHaveFocus();
    await user.keyboard('{End}');
    expect(thumb(3)).toHaveFocus();
    await user.keyboard('{Home}');
    expect(thumb(1)).toHaveAttribute('aria-current', 'true');
  });

  it('starts with the main picture when it is an external URL, before the stored ones (CONF-47)', async () => {
    const image = 'https://pictures.example/a.png';
    const { user } = await openLoaded({ answers: { [request]: answerOf({ ...product, image, pictures }) } });
    expect(document.querySelector('ul[aria-label="Pictures"] img')).toHaveAttribute('src', image);
    expect(screen.getByRole('button', { name: 'Picture 1 of 4' })).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('button', { name: 'Enlarge picture: iPhone 15' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'iPhone 15' }));
    expect(dialog.getByRole('img', { name: 'iPhone 15' })).toHaveAttribute('src', image);
    await user.click(dialog.getByRole('button', { name: 'Next' }));
    expect(dialog.getByRole('img', { name: 'iPhone 15, pair' })).toBeVisible();
  });

  it('enlarges in a dialog, by keyboard too: arrows change the picture, plus and minus zoom, Escape closes', async () => {
    const { user } = await openGallery();
    screen.getByRole('button', { name: 'Enlarge picture: iPhone 15, pair' }).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'iPhone 15' });
    expect(within(dialog).getByRole('img', { name: 'iPhone 15, pair' })).toBeVisible();
    within(dialog).getByRole('button', { name: 'Next' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(within(dialog).getByText('2 of 3')).toBeVisible();
    expect(within(dialog).getByRole('img', { name: 'iPhone 15, back' })).toBeVisible();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(within(dialog).getByText('3 of 3')).toBeVisible();
    await user.keyboard('+');
    expect(within(dialog).getByRole('button', { name: 'Zoom out' })).toBeVisible();
    await user.keyboard('-');
    expect(within(dialog).getByRole('button', { name: 'Zoom in' })).toBeVisible();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('moves the enlarged picture by the arrow keys, wherever the focus is', async () => {
    const { user } = await openGallery();
    await user.click(screen.getByRole('button', { name: 'Enlarge picture: iPhone 15, pair' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'iPhone 15' }));
    await user.click(dialog.getByRole('button', { name: 'Zoom in' }));
    const view = dialog.getByRole('region', { name: 'Enlarged picture' });
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowDown}');
    expect([view.scrollLeft, view.scrollTop]).toEqual([80, 80]);
    expect(dialog.getByText('1 of 3')).toBeVisible();
    // Focusable for keyboard scrolling.
    expect(view).toHaveAttribute('tabindex', '0');
  });
});

describe('the trade-in', () => {
  const link = () => screen.findByRole('link', { name: 'Trade in yours: up to NPR 129,870' });

  it('leads to the sell form and back to this page, without a request of its own', async () => {
    const { network } = await openLoaded({ address: `${path}&device=${productId(11)}` });
    const from = `/productdetails?id=${product.id}&device=${productId(11)}`;
    expect(await link()).toHaveAttribute('href', `/sellyourphone?from=${encodeURIComponent(from)}`);
    expect(network.count('/api/policy')).toBe(1);
  });

  it('links back by the id of the product in the navigation state', async () => {
    await openLoaded({ address: '/productdetails', state: { product } });
    const from = `/productdetails?id=${product.id}`;
    expect(await link()).toHaveAttribute('href', `/sellyourphone?from=${encodeURIComponent(from)}`);
  });

  it.each([
    ['without a dollar exchange rate', { '/api/policy': answerOf(aPolicy({ rates: [] })) }],
    ['for a watch', { [request]: answerOf({ ...product, category: 'watch' }) }],
  ])('is not offered %s', async (_when, moreAnswers) => {
    await openLoaded({ answers: moreAnswers });
    await screen.findByText('30-day money-back guarantee');
    expect(screen.queryByRole('link', { name: /^Trade in/ })).not.toBeInTheDocument();
  });
});

describe('the services for a product', () => {
  const ServiceLinks = ({ product: { name } }: { product: Product }) => <p>Services for {name}</p>;
  const widgets = { 'mfe-services/service-links': ServiceLinks };

  it('are requested when they come near the viewport', async () => {
    await openLoaded({ widgets });
    await scrollWatched(false);
    expect(screen.queryByText(/^Services for/)).not.toBeInTheDocument();
    await scrollWatched(true);
    expect(await screen.findByText('Services for iPhone 15')).toBeVisible();
  });

  it('are absent for products other than phones and laptops', async () => {
    const watch = { ...product, category: 'watch' };
    await openLoaded({ widgets, answers: { [request]: answerOf(watch) } });
    expect(document.querySelector('.services')).toBeNull();
  });
});

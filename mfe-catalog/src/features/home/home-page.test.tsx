import { aPolicy, down, json, problem, products, renderPage, scrollWatched } from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import HomePage from './home-page.tsx';

const premiumAddress = '/api/products/category/premiumsmartphones?sort=createdAt_desc';
const galaxyAddress = '/api/products/category/galaxyproducts?sort=createdAt_desc';

const list = <Data,>(data: Data) => ({ success: true, data });
const answers = {
  [premiumAddress]: list(products(6)),
  [galaxyAddress]: list(products(5, { category: 'galaxyproducts', name: 'Galaxy S25' })),
  '/api/policy': list(aPolicy()),
};

const open = (options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<HomePage />, { ...options, answers: { ...answers, ...options.answers } });
const premium = () => screen.getByRole('region', { name: 'Premium pre-loved smartphones' });
const galaxy = () => screen.getByRole('region', { name: 'Multi Buy Offer' });
const cardsIn = (region: HTMLElement) => within(region).queryAllByRole('article');

describe('the home page', () => {
  it('opens and closes the chat by a floating button, which loads its code when first opened (CHAT-01, CHAT-04, CHAT-05)', async () => {
    const rendered = jest.fn();
    const Chat = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
      rendered();
      return isOpen ? (
        <button type="button" onClick={onClose}>
          Close the window
        </button>
      ) : null;
    };
    const { user } = await open({ otherPages: ['/contact'], widgets: { 'mfe-services/chat': Chat } });
    const button = screen.getByRole('button', { name: 'Open chat', expanded: false });
    expect(rendered).not.toHaveBeenCalled();
    // Waits for the code of the window.
    await act(() => user.click(button));
    const close = await screen.findByText('Close the window');
    await user.click(close);
    expect(screen.getByRole('button', { name: 'Open chat', expanded: false })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Open chat' }));
    await user.click(screen.getByRole('button', { name: 'Close chat', expanded: true }));
    expect(screen.queryByText('Close the window')).not.toBeInTheDocument();
  });

  it('shows the Galaxy products with "up to 30% off" and, once in view, an offer for them (HOME-04, HOME-05, API-21)', async () => {
    const OfferRibbon = ({ productIds = [] }: { productIds?: readonly string[] }) => (
      <a href="/specialoffers">Offer for {productIds.join()}</a>
    );
    await open({ otherPages: ['/specialoffers'], widgets: { 'mfe-services/offer-ribbon': OfferRibbon } });
    expect(within(galaxy()).getByText('up to 30% off')).toBeVisible();
    await within(galaxy()).findAllByText('Galaxy S25');
    await scrollWatched(false);
    expect(screen.queryByText(/^Offer for/)).not.toBeInTheDocument();
    await scrollWatched(true);
    const ids = answers[galaxyAddress].data.map(({ id }) => id).join();
    expect(await within(galaxy()).findByText(`Offer for ${ids}`)).toBeVisible();
  });

  it('links to categories, selling, eight services and three categories with fixed counts, and lists four reasons (HOME-01, HOME-03, HOME-06 to HOME-12, SIL-30 to SIL-32)', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/categories');
    expect(screen.getByRole('link', { name: 'Sell Now' })).toHaveAttribute('href', '/sellyourphone');
    const services = screen.getByRole('region', { name: 'Services' });
    expect(services).toHaveAttribute('id', 'services');
    const links = within(services).getAllByRole('link');
    expect(links.map((link) => [link.children[2]?.textContent, link.getAttribute('href')])).toEqual([
      ['Sell Phone', '/sellyourphone'],
      ['Buy Phone', '/smartphone'],
      ['Buy Laptops', '/laptops'],
      ['Repair Phone', '/repair'],
      ['Repair Laptop', '/repair'],
      ['Find New Phone', '/newphonebooking'],
      ['Buy Smartwatches', '/watches'],
      ['Recycle', '/sellyourphone'],
    ]);
    const categoryLinks = within(screen.getByRole('region', { name: 'Buy + Sell + Save' })).getAllByRole(
      'link',
    );
    expect(categoryLinks.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/smartphone', 'Smartphones1,240 listings318 sellers'],
      ['/laptops', 'Laptops460 listings124 sellers'],
      ['/watches', 'Watches380 listings96 sellers'],
    ]);
    // A shop without the offers page has no slot for an offer.
    expect(document.querySelector('.room')).toBeNull();
    const reasons = within(screen.getByRole('region', { name: 'Why us' }));
    expect(reasons.getAllByRole('heading', { level: 3 })).toHaveLength(4);
  });

  it('promises to buy, pick up and repair only in a shop that has those pages (SIL-32)', async () => {
    const promises = /sell us|quote|pick it up|same day|repair it|we repair|we buy|any phone/i;
    const { unmount } = await open({ otherPages: ['/smartphone'] });
    expect(document.body).not.toHaveTextContent(promises);
    expect(screen.getAllByText('Not open yet').length).toBeGreaterThan(0);
    expect(screen.getByText('New and pre-loved', { selector: 'span' })).toBeVisible();
    unmount();
    await open({ otherPages: ['/sellyourphone', '/repair'] });
    for (const text of [
      /Sell us your old one\. Let us repair it\./,
      /pick it up at your door and pay the same day/,
      'We repair what we sell',
      'We buy yours too',
      'We take any phone',
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
  });

  it('shows the texts of the policy record, also after a failure and Retry (CONF-06)', async () => {
    const { user, network } = await open({ answers: { '/api/policy': down } });
    const text = await screen.findByText('Delivery and returns could not be loaded.');
    const returns = { days: 14, sentence: '14-day money-back guarantee' };
    network.answer({ '/api/policy': list(aPolicy({ returns })) });
    await user.click(within(text).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('14-day money-back guarantee')).toBeVisible();
    for (const promise of ['90-day repair warranty', 'Free shipping over NPR 200', '24/7 support'])
      expect(screen.getByText(promise)).toBeVisible();
  });
});

describe.each([
  {
    name: 'the premium list',
    address: premiumAddress,
    region: premium,
    failed: 'Failed to load premium smartphones. Please try again later.',
    unreadable: 'Failed to fetch premium smartphones',
    empty: 'No premium smartphones available at the moment.',
  },
  {
    name: 'the Galaxy list',
    address: galaxyAddress,
    region: galaxy,
    failed: 'Failed to load Galaxy products. Please try again later.',
    unreadable: 'Failed to fetch Galaxy products',
    empty: 'No Galaxy products available at the moment.',
  },
])('$name', ({ address, region, failed, unreadable, empty }) => {
  it('shows the first four as cards until "View All (n)" is pressed, then all until "View Less" (HOME-02, LIST-04 to LIST-07, LIST-15, CONF-03, CONF-38, API-19)', async () => {
    const { user, network } = await open({ answers: { [address]: list(products(6)) } });
    const viewAll = await within(region()).findByRole('button', { name: 'View All (6)' });
    expect(cardsIn(region())).toHaveLength(4);
    await user.click(viewAll);
    expect(cardsIn(region())).toHaveLength(6);
    await user.click(within(region()).getByRole('button', { name: 'View Less' }));
    expect(cardsIn(region())).toHaveLength(4);
    const collapsed = within(region()).getByRole('button', { name: 'View All (6)' });
    expect(collapsed).toHaveAttribute('aria-expanded', 'false');
    expect(network.count(address)).toBe(1);
  });

  it('is still expanded after going back or reloading, and collapsed on a new visit (LIST-05, LIST-06)', async () => {
    const expandable = { [address]: list(products(6)) };
    const { user, state, unmount } = await open({
      answers: expandable,
      state: { scrollToServices: true },
    });
    await user.click(await within(region()).findByRole('button', { name: 'View All (6)' }));
    const stateOnLeaving = state();
    expect(stateOnLeaving).toMatchObject({ scrollToServices: true });
    unmount();
    const secondVisit = await open({ answers: expandable, state: stateOnLeaving });
    expect(await within(region()).findByText('Phone 6')).toBeVisible();
    await secondVisit.user.click(within(region()).getByRole('button', { name: 'View Less' }));
    const collapsed = secondVisit.state();
    secondVisit.unmount();
    await open({ answers: expandable, state: collapsed });
    expect(await within(region()).findByRole('button', { name: 'View All (6)' })).toBeVisible();
  });

  it('with four products in the HTML requests all when expanded, once', async () => {
    const firstProducts = { success: true, data: products(4), total: 6 };
    let requestCount = 0;
    const { user, network } = await open({
      answers: {
        [address]: (request) => json(requestCount++ === 0 ? firstProducts : list(products(6)))(request),
      },
    });
    const viewAll = await within(region()).findByRole('button', { name: 'View All (6)' });
    expect(cardsIn(region())).toHaveLength(4);
    expect(network.count(address)).toBe(1);
    await user.click(viewAll);
    expect(await within(region()).findByText('Phone 6')).toBeVisible();
    await user.click(within(region()).getByRole('button', { name: 'View Less' }));
    await user.click(within(region()).getByRole('button', { name: 'View All (6)' }));
    expect(cardsIn(region())).toHaveLength(6);
    expect(network.count(address)).toBe(2);
  });

  it('has no button with four products or fewer (LIST-05, LIST-06)', async () => {
    await open({ answers: { [address]: list(products(4)) } });
    expect(await within(region()).findByText('Phone 4')).toBeVisible();
    expect(within(region()).queryByRole('button', { name: /View/ })).not.toBeInTheDocument();
  });

  it(`shows its error text when the request fails, and loads on Retry (LIST-02, ERR-17, ERR-18, CONF-40): ${failed}`, async () => {
    const { user, network } = await open({
      answers: { [address]: problem(503, 'service-unavailable', 'Not now.') },
    });
    expect(await within(region()).findByText(failed)).toBeVisible();
    network.answer({ [address]: list(products(2)) });
    await user.click(within(region()).getByRole('button', { name: 'Retry' }));
    expect(await within(region()).findByText('Phone 2')).toBeVisible();
    expect(within(region()).queryByText(failed)).not.toBeInTheDocument();
  });

  it(`shows its own error for an answer without success (API-19 to API-21): ${unreadable}`, async () => {
    await open({ answers: { [address]: json({ success: false, data: [] }) } });
    expect(await within(region()).findByText(unreadable)).toBeVisible();
  });

  it(`shows that it is empty, and requests again on Refresh (LIST-03, LIST-12 to LIST-14, SIL-25): ${empty}`, async () => {
    const { user, network } = await open({ answers: { [address]: list([]) } });
    expect(await within(region()).findByText(empty)).toBeVisible();
    expect(within(region()).getByText('Please check back later!')).toBeVisible();
    network.answer({ [address]: list(products(1)) });
    await user.click(within(region()).getByRole('button', { name: 'Refresh' }));
    expect(await within(region()).findByText('Phone 1')).toBeVisible();
    await waitFor(() => expect(network.count(address)).toBe(2));
  });
});

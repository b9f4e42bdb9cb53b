import {
  type Answers,
  aPolicy,
  aProduct,
  down,
  holdReply,
  json,
  problem,
  productId,
  renderPage,
} from '@kinmel/testing/page';
import { api } from '@kinmel/web-kit/host';
import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { anOffer } from '../../testing/offers.ts';
import SpecialOffersPage from './special-offers-page.tsx';

const galaxy = anOffer();
const iphone = anOffer({
  id: 'b'.repeat(24),
  title: 'iPhone weeks',
  category: 'Apple',
  discountValue: 31,
  promoCode: 'IPHONE31',
  targetProducts: [productId(1)],
  productDetails: {},
});
const gift = anOffer({
  id: 'c'.repeat(24),
  title: 'Charger gift',
  category: 'Accessories',
  discountType: 'gift',
  discount: 'Free gift',
  promoCode: '',
  productDetails: { giftItem: 'a 35 W charger' },
});

function AddWithOffer({ offer, onAdded }: { offer: { title: string }; onAdded?: () => void }) {
  return (
    <button type="button" onClick={onAdded}>
      Add to Cart with Offer ({offer.title})
    </button>
  );
}

function BackOfBrowser() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}

const open = (
  offers: unknown = { success: true, offers: [galaxy, iphone, gift] },
  address = '/specialoffers',
  answers: Answers = {},
  beside: ReactNode = null,
) =>
  renderPage(
    <>
      {beside}
      <SpecialOffersPage />
    </>,
    {
      address,
      answers: {
        '/api/special-offers': offers as object,
        '/api/policy': { success: true, data: aPolicy() },
        [`/api/products/${productId(1)}`]: { success: true, data: aProduct() },
        ...answers,
      },
      widgets: { 'mfe-cart-checkout/add-with-offer': AddWithOffer },
    },
  );
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

afterEach(() => jest.useRealTimers());

describe('/specialoffers', () => {
  it('updates when staff change offers on the same page', async () => {
    const { store, network } = await open();
    expect(await screen.findByText('Charger gift')).toBeVisible();
    network.answer({ '/api/special-offers': { success: true, offers: [galaxy] } });
    // As the back office does after a change.
    act(() => {
      store.dispatch(api.util.invalidateTags(['Offer']));
    });
    await waitFor(() => expect(titles()).toHaveLength(1));
  });

  it('shows a card for each live offer: flag, validity, and a button to claim it (ROUTE-13, OFFR-03, OFFR-04, OFFR-18, OFFR-19)', async () => {
    const expiredOffer = anOffer({ id: 'd'.repeat(24), title: 'Over', validUntil: '2026-01-02' });
    await open([galaxy, gift, expiredOffer, anOffer({ id: 'e'.repeat(24), title: 'Off', isActive: false })]);
    expect(screen.getByRole('heading', { level: 1, name: 'Special Offers' })).toBeVisible();
    await screen.findByText('Galaxy Festival');
    expect(titles()).toEqual(['Galaxy Festival', 'Charger gift']);
    const card = within(screen.getByRole('article', { name: 'Galaxy Festival' }));
    expect(card.getByText('12% off')).toBeVisible();
    expect(card.getByText('Valid until 31 December 2099')).toBeVisible();
    expect(card.getByRole('button', { name: 'Claim Offer' })).toBeVisible();
    const giftCard = within(screen.getByRole('article', { name: 'Charger gift' }));
    expect(giftCard.getByText('Free gift')).toBeVisible();
  });

  it("shows the offers that are live by the server's clock, when that of the device is 40 days ahead (OFFR-03)", async () => {
    const [now, dayMs] = [Date.now(), 24 * 60 * 60_000];
    const inTenDays = new Date(now + 10 * dayMs).toISOString().slice(0, 10);
    const atServer = (body: object) => () =>
      Response.json(body, { headers: { date: new Date(now).toUTCString() } });
    jest.useFakeTimers({ now: now + 40 * dayMs, advanceTimers: true });
    const offers = [galaxy, anOffer({ id: 'f'.repeat(24), title: 'Ten days', validUntil: inTenDays })];
    const policy = { '/api/policy': atServer({ success: true, data: aPolicy() }) };
    await open(atServer({ success: true, offers }), '/specialoffers', policy);
    await screen.findByText('Ten days');
    expect(titles()).toEqual(['Galaxy Festival', 'Ten days']);
  });

  it('opens the dialog of the clicked offer, and closes it by Back and by its buttons with one step back (OFFR-05, OFFR-11)', async () => {
    const { address, go } = await open(undefined, '/about', {}, <BackOfBrowser />);
    await go('/specialoffers');
    const claim = async ({ id, title }: { id: string; title: string }) => {
      const card = within(await screen.findByRole('article', { name: title }));
      // The dialog loads the button of another remote, which needs an awaited act.
      await act(async () => card.getByRole('button', { name: 'Claim Offer' }).click());
      const dialog = within(await screen.findByRole('dialog', { name: title }));
      expect(address()).toBe(`/specialoffers?offer=${id}`);
      return dialog;
    };
    await claim(iphone);
    await act(async () => screen.getByText('Back').click());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/specialoffers');
    const shopping = (await claim(gift)).getByRole('button', { name: 'Continue Shopping' });
    act(() => {
      shopping.click();
      shopping.click();
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/specialoffers');
  });

  it('filters by category in the address (OFFR-01, OFFR-02)', async () => {
    const { user, address } = await open();
    const apple = await screen.findByRole('button', { name: 'Apple' });
    const filters = within(screen.getByRole('group', { name: 'Show offers of' }));
    expect(filters.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All Offers',
      'Samsung',
      'Apple',
      'Accessories',
    ]);
    await user.click(apple);
    expect(titles()).toEqual(['iPhone weeks']);
    expect(apple).toHaveAttribute('aria-pressed', 'true');
    expect(address()).toBe('/specialoffers?category=Apple');
    await user.click(screen.getByRole('button', { name: 'All Offers' }));
    expect(titles()).toHaveLength(3);
    expect(address()).toBe('/specialoffers');
  });

  it('separates "All Offers" from the category "All Brands" (OFFR-02, CONF-52)', async () => {
    await open([galaxy, anOffer({ id: 'f'.repeat(24), title: 'For all', category: 'All Brands' })]);
    const filters = within(await screen.findByRole('group', { name: 'Show offers of' }));
    const label = filters.getByText('By category:');
    expect(label).toBeVisible();
    const positionOf = (name: string) => label.compareDocumentPosition(filters.getByRole('button', { name }));
    expect(positionOf('All Offers')).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(positionOf('All Brands')).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows that a category has no offers (OFFR-17, ERR-31)', async () => {
    const { user } = await open(undefined, '/specialoffers?category=Student');
    expect(await screen.findByText('No offers available for Student at this time.')).toBeVisible();
    const [, showAll] = screen.getAllByRole('button', { name: 'All Offers' });
    if (showAll) await user.click(showAll);
    expect(titles()).toHaveLength(3);
    // The pressed button was removed.
    expect(screen.getByRole('heading', { name: 'Offers' })).toHaveFocus();
  });

  it('shows skeletons while loading, and an error with Try Again (OFFR-15, OFFR-16, ERR-30)', async () => {
    const { reply, release } = holdReply(down);
    const { user, network } = await open(reply);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    release();
    expect(await screen.findByText('Failed to fetch offers. Please try again later.')).toBeVisible();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
    network.answer({ '/api/special-offers': json({ offers: [galaxy] }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Galaxy Festival')).toBeVisible();
  });

  it('shows that a refresh failed and keeps the offers (OFFR-16, OFFR-20, ERR-30)', async () => {
    const { user, network } = await open();
    await screen.findByText('Galaxy Festival');
    network.answer({ '/api/special-offers': down });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to fetch offers. Please try again later.',
    );
    expect(titles()).toHaveLength(3);
    network.answer({ '/api/special-offers': { success: true, offers: [galaxy] } });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(titles()).toEqual(['Galaxy Festival']));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it("shows two banners, the first with the region of the shop's address (OFFR-13, OFFR-14, CONF-02)", async () => {
    const contact = { ...aPolicy().contact, address: 'Lakeside 6, Pokhara ' };
    await open(undefined, undefined, { '/api/policy': { success: true, data: { ...aPolicy(), contact } } });
    const regional = within(screen.getByRole('region', { name: /Dashain and Tihar/ }));
    expect(await regional.findByText(/ in Pokhara\.$/)).toBeVisible();
    expect(regional.getByRole('link', { name: 'See the biggest savings' })).toHaveAttribute(
      'href',
      '/smartphone?sort=discount_desc',
    );
    expect(screen.getByRole('heading', { name: /iPhone, up to/ })).toBeVisible();
    await screen.findByText('Galaxy Festival');
  });

  it.each([
    ['cannot be loaded', down],
    ['has no address', { success: true, data: {} }],
  ])('shows the banner without a region when the policy %s', async (_, policy) => {
    await open(undefined, undefined, { '/api/policy': policy });
    await screen.findByText('Galaxy Festival');
    expect(screen.getByText('Selected phones and watches until the end of the festival.')).toBeVisible();
  });
});

describe('the dialog of a claimed offer', () => {
  it('shows code, steps and price, and is in the address (OFFR-06, OFFR-08)', async () => {
    await open(undefined, `/specialoffers?offer=${galaxy.id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Galaxy Festival' }));
    expect(dialog.getByText('GALAXY12')).toBeVisible();
    expect(dialog.getByText('NPR 144,900')).toBeVisible();
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
    expect(dialog.getByRole('heading', { name: 'How to redeem' })).toBeVisible();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Add eligible items to your cart.',
      'Enter the promo code during checkout.',
      'The discount is applied automatically.',
    ]);
  });

  it('shows the gift, and no code when there is none (CONF-53)', async () => {
    await open(undefined, `/specialoffers?offer=${gift.id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Charger gift' }));
    expect(dialog.getByText('With a 35 W charger')).toBeVisible();
    expect(dialog.queryByText('Promo code')).not.toBeInTheDocument();
  });

  it('has no cart button for a code that applies to everything (SIL-16)', async () => {
    const welcome = anOffer({ title: 'Welcome', productDetails: {} });
    await open([welcome], `/specialoffers?offer=${welcome.id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Welcome' }));
    expect(dialog.getByRole('button', { name: 'Continue Shopping' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Continue Shopping' })).not.toHaveClass('buy');
    expect(dialog.queryByRole('button', { name: /Add to Cart/ })).not.toBeInTheDocument();
  });

  it.each([
    ['copied', true, 'Promo code copied to clipboard!'],
    ['not copied', false, 'Failed to copy promo code'],
  ])('says that the code was %s (OFFR-07, ERR-32, ERR-33)', async (_, isAllowed, text) => {
    const { user } = await open(undefined, `/specialoffers?offer=${galaxy.id}`);
    const writeText = jest.spyOn(navigator.clipboard, 'writeText');
    if (isAllowed) writeText.mockResolvedValue();
    else writeText.mockRejectedValue(new Error('denied'));
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(writeText).toHaveBeenCalledWith('GALAXY12');
  });

  it.each([
    ['goes to the cart two seconds after adding', '/cart', () => {}],
    [
      'stays after Continue Shopping',
      '/specialoffers',
      () => screen.getByRole('button', { name: 'Continue Shopping' }).click(),
    ],
  ])('%s (OFFR-09, OFFR-10)', async (_, expectedAddress, afterAdding) => {
    const { address } = await open(undefined, `/specialoffers?offer=${galaxy.id}`);
    const add = await screen.findByRole('button', { name: 'Add to Cart with Offer (Galaxy Festival)' });
    jest.useFakeTimers();
    act(() => add.click());
    expect(screen.getByText('Added. Taking you to your cart …')).toHaveFocus();
    act(afterAdding);
    await act(() => jest.advanceTimersByTimeAsync(1999));
    expect(address()).toMatch(/^\/specialoffers/);
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(address()).toBe(expectedAddress);
  });
});

describe('the newsletter box (OFFR-12, SIL-07)', () => {
  const emailField = () => screen.getByRole('textbox', { name: 'Your email' });

  it('sends the address and shows the answer', async () => {
    const { user, network } = await open();
    network.answer({
      'POST /api/newsletter': json({ success: true, message: 'Please look into your mailbox.' }),
    });
    await user.type(emailField(), 'asha@example.com{Enter}');
    expect(await screen.findByText('Please look into your mailbox.')).toBeVisible();
    expect(screen.getByText('Please look into your mailbox.')).toHaveFocus();
  });

  it('shows errors at the field and keeps the address', async () => {
    const { user, network } = await open();
    await user.type(emailField(), 'asha');
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid email address');
    expect(emailField()).toHaveFocus();
    await user.type(emailField(), '@example.com');
    expect(screen.queryByText('Please enter a valid email address')).not.toBeInTheDocument();
    network.answer({ 'POST /api/newsletter': problem(429, 'too-many-requests', 'Please wait a moment.') });
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Please wait a moment.')).toBeVisible();
    expect(emailField()).toHaveValue('asha@example.com');
  });
});

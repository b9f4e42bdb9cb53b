import type { Product } from '@kinmel/contracts';
import {
  aDevice,
  aPolicy,
  aProduct,
  axeViolations,
  down,
  holdReply,
  json,
  productId,
  renderPage,
  scrollWatched,
} from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import ProductDetailsPage from '../product-details-page.tsx';

const product = aProduct({ hasDevices: true, lowStockCount: 3, price: 50_000, oldPrice: null });
const [best, cheapest, worst] = [
  aDevice({ id: productId(13), price: 90_000 }, { grade: 'A', batteryHealthPercent: 97 }),
  aDevice({ id: productId(12), price: 50_000 }),
  aDevice({ id: productId(11) }, { grade: 'C', batteryHealthPercent: 79 }),
];
const answerOf = (data: unknown) => ({ success: true, data });
const path = `/productdetails?id=${product.id}`;
const productRequest = `/api/products/${product.id}`;
const request = `${productRequest}/devices`;

const AddToCart = ({ product: productForSale, look }: { product: Product; look: string }) => (
  <button type="button" disabled={!productForSale.inStock} data-look={look} data-id={productForSale.id}>
    {productForSale.inStock ? 'Add to Cart' : 'Out of Stock'}
  </button>
);

const open = ({ answers, ...options }: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<ProductDetailsPage />, {
    address: path,
    widgets: { 'mfe-cart-checkout/add-to-cart': AddToCart },
    ...options,
    answers: {
      [productRequest]: answerOf(product),
      [request]: answerOf([best, cheapest, worst]),
      '/api/policy': answerOf(aPolicy()),
      ...answers,
    },
  });
const group = () => screen.findByRole('group', { name: 'Choose your phone' });
const radios = () => screen.getAllByRole<HTMLInputElement>('radio');
const chosenId = () => radios().find(({ checked }) => checked)?.value;
const productForSale = async () => (await screen.findByRole('button', { name: 'Add to Cart' })).dataset['id'];

beforeEach(() => localStorage.clear());

describe('the page of a product with devices', () => {
  it('lists each device with grade and its meaning, battery, storage, colour, price and passport', async () => {
    await open();
    const shown = within(await group());
    expect(radios().map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Grade A: like new 256 GB, Graphite Battery 97% NPR 90,000',
      'Grade B: light signs of use 256 GB, Graphite Battery 88% NPR 50,000',
      'Grade C: visible signs of use 256 GB, Graphite Battery 79% NPR 60,000',
    ]);
    expect(
      shown.getByRole('link', { name: 'Passport of the phone of grade C for NPR 60,000' }),
    ).toHaveAttribute('href', `/passport/${productId(11)}`);
    expect(await axeViolations()).toEqual([]);
  });

  it('sells the first device unless another is chosen, with its own price and no estimated saving', async () => {
    const { user } = await open();
    await group();
    expect(chosenId()).toBe(best?.id);
    expect(await productForSale()).toBe(best?.id);
    expect(screen.getAllByText('NPR 90,000')).toHaveLength(2);
    expect(screen.queryByText(/You save/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: /^Grade C/ }));
    expect(await productForSale()).toBe(worst?.id);
    expect(screen.getAllByText('NPR 60,000')).toHaveLength(2);
    await scrollWatched(false);
    const bar = within(screen.getByRole('region', { name: 'Buy' }));
    expect(bar.getByRole('button', { name: 'Add to Cart' })).toHaveAttribute('data-id', worst?.id);
  });

  it('compares the price of the chosen device with the old price of the product', async () => {
    await open({ answers: { [productRequest]: answerOf({ ...product, oldPrice: 120_000 }) } });
    expect(await screen.findByText('You save NPR 30,000 (25%)')).toBeVisible();
  });

  it('is chosen by keyboard, in the URL, which keeps the state of the link and the history', async () => {
    const { user, address, state } = await open({ state: { product } });
    await group();
    radios()[0]?.focus();
    await user.keyboard('{ArrowDown}');
    expect(radios()[1]).toHaveFocus();
    expect(chosenId()).toBe(cheapest?.id);
    await waitFor(() => expect(address()).toBe(`${path}&device=${cheapest?.id}`));
    expect(state()).toEqual({ product });
  });

  it('keeps the device of the URL, so that reloads and shared links work', async () => {
    await open({ address: `${path}&device=${worst?.id}` });
    await group();
    expect(chosenId()).toBe(worst?.id);
    expect(await productForSale()).toBe(worst?.id);
  });

  it('shows the price from the cheapest and sells nothing until the devices were loaded', async () => {
    const { reply, release } = holdReply(json(answerOf([best])));
    await open({ answers: { [request]: reply } });
    expect(await screen.findByText('from NPR 50,000')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose your phone' })).toBeDisabled();
    await act(async () => release());
    expect(await productForSale()).toBe(best?.id);
  });

  it('offers Retry when the devices cannot be loaded', async () => {
    const { user, network } = await open({ answers: { [request]: down } });
    expect(await screen.findByText('Failed to load the phones. Please try again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose your phone' })).toBeDisabled();
    network.answer({ [request]: answerOf([best]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await productForSale()).toBe(best?.id);
  });

  it('shows that the device of a link is sold, and offers no other one instead', async () => {
    const { user } = await open({ address: `${path}&device=${productId(99)}` });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The phone that you chose is sold. Please choose another one.',
    );
    expect(chosenId()).toBeUndefined();
    expect(screen.getByRole('button', { name: 'Choose your phone' })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: /^Grade A/ }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await productForSale()).toBe(best?.id);
  });

  it('reads the list again with each choice, and shows that the chosen device was sold in the meantime', async () => {
    const { user, network } = await open();
    await group();
    network.answer({ [request]: answerOf([best, worst]) });
    await user.click(screen.getByRole('radio', { name: /^Grade B/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The phone that you chose is sold.');
    expect(network.count(request)).toBe(2);
    expect(radios()).toHaveLength(2);
  });

  it('reads the list again when the shopper returns to the tab, and sells no other device in place of a sold one', async () => {
    const { network } = await open();
    await group();
    network.answer({ [request]: answerOf([cheapest, worst]) });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('alert')).toHaveTextContent('The phone that you chose is sold.');
    expect(chosenId()).toBeUndefined();
    expect(screen.getByRole('button', { name: 'Choose your phone' })).toBeDisabled();
  });

  it('is out of stock when its last device is sold', async () => {
    await open({ answers: { [request]: answerOf([]) } });
    expect(await screen.findByText('Out of stock')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Out of Stock' })).toBeDisabled();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('shows four devices and the chosen one before the others', async () => {
    const many = Array.from({ length: 9 }, (_, index) => aDevice({ id: productId(20 + index) }));
    const { user } = await open({
      address: `${path}&device=${many[8]?.id}`,
      answers: { [request]: answerOf(many) },
    });
    await group();
    expect(radios().map(({ value }) => value)).toEqual([...many.slice(0, 4), many[8]].map((it) => it?.id));
    await user.click(screen.getByRole('button', { name: 'Show 4 more' }));
    expect(radios()).toHaveLength(9);
  });

  it('shows the photos of the chosen device', async () => {
    const photos = ['/api/passport/t/photos/1', '/api/passport/t/photos/2'];
    const image = photos[0] ?? '';
    const photographed = aDevice({ id: productId(30), image, pictures: [] }, { photos });
    await open({
      answers: { [request]: answerOf([best, photographed]) },
      address: `${path}&device=${productId(30)}`,
    });
    expect(await screen.findByRole('button', { name: 'Picture 2 of 2' })).toBeVisible();
    expect(document.querySelector('ul[aria-label="Pictures"] img')).toHaveAttribute('src', image);
  });

  it('is the target of the page of a device, with the device chosen', async () => {
    const { address } = await open({
      address: `/productdetails?id=${worst?.id}`,
      answers: { [`/api/products/${worst?.id}`]: answerOf(worst) },
    });
    await group();
    expect(address()).toBe(`${path}&device=${worst?.id}`);
    expect(chosenId()).toBe(worst?.id);
  });
});

it('the page of a product without devices requests none', async () => {
  const { network } = await open({ answers: { [productRequest]: answerOf(aProduct()) } });
  expect(await screen.findByRole('button', { name: 'Add to Cart' })).toHaveAttribute('data-id', product.id);
  expect(network.count(request)).toBe(0);
  expect(screen.queryByRole('radio')).toBeNull();
});

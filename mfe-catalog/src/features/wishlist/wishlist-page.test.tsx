import { aProduct, down, products, renderPage } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import WishlistPage from './wishlist-page.tsx';

const storeItems = (items: unknown) => localStorage.setItem('wishlistItems', JSON.stringify(items));
const storedItems = () => JSON.parse(localStorage.getItem('wishlistItems') ?? '[]') as { id: string }[];
/** By default the shop responds with the stored products unchanged. */
const render = (currentProducts: readonly { id: string }[] = storedItems()) => {
  const answer = { success: true, data: currentProducts };
  const ids = storedItems().map(({ id }) => id);
  const address = `/api/products/chosen?ids=${encodeURIComponent(ids.join(','))}`;
  return renderPage(<WishlistPage />, {
    address: '/wishlist',
    answers: ids.length > 0 ? { [address]: answer } : {},
  });
};
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

beforeEach(() => localStorage.clear());

describe('the wishlist page', () => {
  it('shows that it is empty, with a link to the shop (WISH-01, SIL-24)', async () => {
    await render();
    expect(screen.getByText('Your wishlist is empty')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/categories');
  });

  it('shows product name, unit price and a cart button with its own text in a table, without a call for the wishlist (WISH-02 to WISH-04, WISH-15, CONF-14)', async () => {
    storeItems([aProduct()]);
    const { network } = await render();
    const heads = within(screen.getByRole('table')).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Product name', 'Unit price', 'Actions']);
    const row = within(rowOf('iPhone 13 Pro'));
    expect(row.getByText('NPR 91,500')).toBeVisible();
    expect(row.getByText('NPR 131,900')).toBeVisible();
    const button = await row.findByRole('button', { name: 'Add to Cart' });
    expect(button).toHaveAttribute('data-look', 'row');
    expect(button).toHaveAttribute('data-success', 'Product added to cart!');
    expect(network.requests.filter((request) => request.includes('wishlist'))).toEqual([]);
  });

  it('shows the current prices, and deleted products as sold out', async () => {
    const [first = aProduct(), second = aProduct()] = products(2);
    storeItems([first, second]);
    await render([{ ...first, price: 80_000 } as typeof first]);
    expect(await within(rowOf('Phone 1')).findByText('NPR 80,000')).toBeVisible();
    expect(await within(rowOf('Phone 2')).findByRole('button', { name: /Tell me/ })).toBeVisible();
    expect(storedItems()).toMatchObject([{ price: 80_000 }, { id: second.id, inStock: false }]);
  });

  it('shows the stored data when the shop does not answer', async () => {
    storeItems([aProduct()]);
    const { network } = await renderPage(<WishlistPage />, {
      address: '/wishlist',
      answers: { [`/api/products/chosen?ids=${aProduct().id}`]: down },
    });
    await waitFor(() => expect(network.requests).toHaveLength(1));
    expect(within(rowOf('iPhone 13 Pro')).getByText('NPR 91,500')).toBeVisible();
  });

  it('shows the lowest price of a product with devices, and a link to choose one', async () => {
    storeItems([aProduct({ hasDevices: true })]);
    await render();
    const row = within(rowOf('iPhone 13 Pro'));
    expect(row.getByText('from NPR 91,500')).toBeVisible();
    expect(row.getByRole('link', { name: 'Choose: iPhone 13 Pro' })).toHaveAttribute(
      'href',
      `/productdetails?id=${aProduct().id}`,
    );
    expect(row.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
  });

  it('removes a product and shows a message (WISH-05, WISH-09, WISH-12, ERR-42)', async () => {
    storeItems(products(2));
    const { user } = await render();
    await user.click(screen.getByRole('button', { name: 'Remove Phone 1 from wishlist' }));
    expect(screen.getByText('Removed from Wishlist!')).toBeVisible();
    expect(screen.queryByRole('row', { name: /Phone 1/ })).not.toBeInTheDocument();
    expect(rowOf('Phone 2')).toBeVisible();
    expect(JSON.parse(localStorage.getItem('wishlistItems') ?? '')).toHaveLength(1);
  });

  it('moves the focus from a removed row to the next one, or the previous one, and finally to the title (WISH-05)', async () => {
    storeItems(products(3));
    const { user } = await render();
    const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name} from wishlist` });
    remove('Phone 2').focus();
    await user.keyboard('{Enter}');
    expect(remove('Phone 3')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(remove('Phone 1')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { level: 1, name: 'Wishlist' })).toHaveFocus();
  });

  it('opens the details from the image and from the name, with the product in state (WISH-06, WISH-07, CONF-65)', async () => {
    storeItems([aProduct()]);
    const { user, address, state, go } = await render();
    const row = rowOf('iPhone 13 Pro');
    const image = row.querySelector('img');
    if (!image) throw new Error('the row has no picture');
    await user.click(image);
    expect(address()).toBe(`/productdetails?id=${aProduct().id}`);
    expect(state()).toMatchObject({ product: { id: aProduct().id } });
    await go('/wishlist');
    await user.click(within(row).getByText('iPhone 13 Pro'));
    expect(address()).toBe(`/productdetails?id=${aProduct().id}`);
  });

  it('works without storage, and shows that nothing is saved', async () => {
    storeItems(products(2));
    const { user } = await render();
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    try {
      await user.click(screen.getByRole('button', { name: 'Remove Phone 1 from wishlist' }));
      expect(await screen.findByText(/cannot keep your wishlist/)).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('row', { name: /Phone 1/ })).not.toBeInTheDocument());
    } finally {
      refuse.mockRestore();
    }
  });
});

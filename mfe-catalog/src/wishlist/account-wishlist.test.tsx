import { type Answers, aProduct, aUser, down, json, products, renderPage } from '@kinmel/testing/page';
import { leaveSession } from '@kinmel/web-kit';
import { act, screen, waitFor } from '@testing-library/react';
import WishlistPage from '../features/wishlist/wishlist-page.tsx';
import WishlistHeart from '../widgets/wishlist-heart.tsx';

const [first = aProduct(), second = aProduct(), third = aProduct()] = products(3);
const answer = (data: unknown) => ({ success: true, data });
const storeItems = (...items: unknown[]) => localStorage.setItem('wishlistItems', JSON.stringify(items));
const storedIds = () =>
  (JSON.parse(localStorage.getItem('wishlistItems') ?? '[]') as { id: string }[]).map(({ id }) => id);
const owners = () =>
  (JSON.parse(localStorage.getItem('wishlistItems') ?? '[]') as { addedBy?: string }[]).map(
    ({ addedBy }) => addedBy,
  );
const owner = () =>
  (JSON.parse(localStorage.getItem('wishlistOfAccount') ?? '{}') as { userId?: string }).userId;
/** Stores this list as last synchronised with the account. */
const storeLastSync = (...items: (typeof first)[]) => {
  storeItems(...items);
  const ids = items.map(({ id }) => id);
  localStorage.setItem('wishlistOfAccount', JSON.stringify({ userId: aUser().id, ids }));
};

/** The stub of an account with this list; records the bodies of its changes. */
function account(...list: (typeof first)[]) {
  const allProducts = [first, second, third];
  const accountProducts = new Map(list.map((product) => [product.id, product]));
  const bodies: { add: string[]; remove: string[] }[] = [];
  const answers: Answers = {
    '/api/alerts': answer([]),
    [`/api/products/chosen?ids=${first.id}`]: answer([first]),
    '/api/wishlist': () => Response.json(answer([...accountProducts.values()])),
    'POST /api/wishlist': async (request) => {
      const body = (await request.json()) as { add: string[]; remove: string[] };
      bodies.push(body);
      for (const id of body.remove) accountProducts.delete(id);
      for (const product of allProducts)
        if (body.add.includes(product.id)) accountProducts.set(product.id, product);
      return Response.json(answer([...accountProducts.keys()]));
    },
  };
  return { answers, bodies, accountProducts };
}

const heart = (name: string) => screen.getByRole('button', { name: `Add ${name} to wishlist` });
const hearts = (
  <>
    <WishlistHeart product={first} look="card" />
    <WishlistHeart product={second} look="card" />
  </>
);

beforeEach(() => localStorage.clear());

describe('the wishlist of a signed-in person (decision 98)', () => {
  it('is merged with that of the browser once after the login, and then kept in sync', async () => {
    storeItems(first);
    const { answers, bodies } = account(second, third);
    await renderPage(hearts, { answers, user: aUser() });
    await waitFor(() => expect(storedIds()).toEqual([second.id, third.id, first.id]));
    expect(bodies).toEqual([{ add: [first.id], remove: [] }]);
    expect(owner()).toBe(aUser().id);
    expect(heart(second.name)).toHaveAttribute('aria-pressed', 'true');
  });

  it('receives each change, and products that another browser removed do not return', async () => {
    storeLastSync(first, second);
    const { answers, bodies, accountProducts } = account(first);
    const { user } = await renderPage(hearts, { answers, user: aUser() });
    await user.click(heart(first.name));
    await waitFor(() => expect(storedIds()).toEqual([]));
    expect(bodies).toEqual([{ add: [], remove: [first.id] }]);
    await user.click(heart(second.name));
    await waitFor(() => expect([...accountProducts.keys()]).toEqual([second.id]));
    expect(storedIds()).toEqual([second.id]);
  });

  it('applies the changes of other browsers when its page is opened', async () => {
    storeLastSync(first);
    const { answers } = account(second);
    await renderPage(<WishlistPage />, { address: '/wishlist', answers, user: aUser() });
    expect(await screen.findByRole('row', { name: new RegExp(second.name) })).toBeVisible();
    expect(storedIds()).toEqual([second.id]);
  });

  it('stays in the browser when it cannot be saved, and merged with the next change', async () => {
    storeLastSync();
    const { answers, bodies } = account();
    const { user, network } = await renderPage(hearts, {
      answers: { ...answers, 'POST /api/wishlist': down },
      user: aUser(),
    });
    await user.click(heart(first.name));
    expect(await screen.findByText('Network error')).toBeVisible();
    expect(storedIds()).toEqual([first.id]);
    network.answer(answers);
    await user.click(heart(second.name));
    await waitFor(() => expect(bodies).toEqual([{ add: [first.id, second.id], remove: [] }]));
    expect(storedIds()).toEqual([first.id, second.id]);
  });

  it('shows an error when it is full', async () => {
    storeLastSync();
    const answers = { 'POST /api/wishlist': json(answer([])), '/api/wishlist': answer([]) };
    const { user } = await renderPage(hearts, { answers, user: aUser() });
    await user.click(heart(first.name));
    expect(await screen.findByText('A wishlist has at most 200 products.')).toBeVisible();
    await waitFor(() => expect(storedIds()).toEqual([]));
  });

  it("is merged with a visitor's additions, but not with products that another account left in the browser", async () => {
    storeItems({ ...first, addedBy: 'f'.repeat(24) }, { ...second, addedBy: '' });
    const { answers, bodies, accountProducts } = account(third);
    await renderPage(hearts, { answers, user: aUser() });
    await waitFor(() => expect(storedIds()).toEqual([third.id, second.id]));
    expect(bodies).toEqual([{ add: [second.id], remove: [] }]);
    expect([...accountProducts.keys()]).toEqual([third.id, second.id]);
    expect(heart(first.name)).toHaveAttribute('aria-pressed', 'false');
  });

  it('stores its owner in the browser, so that the next account does not get it', async () => {
    storeLastSync();
    const { answers } = account();
    const { user } = await renderPage(hearts, { answers, user: aUser() });
    await user.click(heart(first.name));
    await waitFor(() => expect(owners()).toEqual([aUser().id]));
  });

  it('stores its owner also when a visitor had added it', async () => {
    storeItems(first);
    const { answers } = account();
    await renderPage(hearts, { answers, user: aUser() });
    await waitFor(() => expect(owners()).toEqual([aUser().id]));
    expect(storedIds()).toEqual([first.id]);
  });

  it('stays in the browser after the logout, and is merged at the next login (SIL-11)', async () => {
    storeLastSync(first);
    const { answers, bodies } = account(first);
    const { user } = await renderPage(hearts, {
      answers: { ...answers, 'POST /api/auth/logout': { success: true } },
      user: aUser(),
    });
    await act(async () => void leaveSession());
    expect(storedIds()).toEqual([first.id]);
    expect(owner()).toBe('');
    await user.click(heart(second.name));
    expect(storedIds()).toEqual([first.id, second.id]);
    expect(bodies).toEqual([]);
  });
});

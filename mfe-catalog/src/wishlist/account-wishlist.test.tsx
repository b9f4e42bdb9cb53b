import { type Answers, aProduct, aUser, down, json, products, renderPage } from '@kinmel/testing/page';
import { leaveSession } from '@kinmel/web-kit';
import { act, screen, waitFor } from '@testing-library/react';
import WishlistPage from '../features/wishlist/wishlist-page.tsx';
import WishlistHeart from '../widgets/wishlist-heart.tsx';

const [first = aProduct(), second = aProduct(), third = aProduct()] = products(3);
const answer = (data: unknown) => ({ success: true, data });
const keep = (...items: unknown[]) => localStorage.setItem('wishlistItems', JSON.stringify(items));
const stored = () =>
  (JSON.parse(localStorage.getItem('wishlistItems') ?? '[]') as { id: string }[]).map(({ id }) => id);
const owners = () =>
  (JSON.parse(localStorage.getItem('wishlistItems') ?? '[]') as { addedBy?: string }[]).map(
    ({ addedBy }) => addedBy,
  );
const owner = () =>
  (JSON.parse(localStorage.getItem('wishlistOfAccount') ?? '{}') as { userId?: string }).userId;
/** The browser and the account agree on this list. */
const follow = (...items: (typeof first)[]) => {
  keep(...items);
  const ids = items.map(({ id }) => id);
  localStorage.setItem('wishlistOfAccount', JSON.stringify({ userId: aUser().id, ids }));
};

/** The stub of an account with this list; records the bodies of its changes. */
function account(...list: (typeof first)[]) {
  const known = [first, second, third];
  const kept = new Map(list.map((product) => [product.id, product]));
  const bodies: { add: string[]; remove: string[] }[] = [];
  const answers: Answers = {
    '/api/alerts': answer([]),
    [`/api/products/chosen?ids=${first.id}`]: answer([first]),
    '/api/wishlist': () => Response.json(answer([...kept.values()])),
    'POST /api/wishlist': async (request) => {
      const body = (await request.json()) as { add: string[]; remove: string[] };
      bodies.push(body);
      for (const id of body.remove) kept.delete(id);
      for (const product of known) if (body.add.includes(product.id)) kept.set(product.id, product);
      return Response.json(answer([...kept.keys()]));
    },
  };
  return { answers, bodies, kept };
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
  it('is merged with that of the browser once after the login, and followed then', async () => {
    keep(first);
    const { answers, bodies } = account(second, third);
    await renderPage(hearts, { answers, user: aUser() });
    await waitFor(() => expect(stored()).toEqual([second.id, third.id, first.id]));
    expect(bodies).toEqual([{ add: [first.id], remove: [] }]);
    expect(owner()).toBe(aUser().id);
    expect(heart(second.name)).toHaveAttribute('aria-pressed', 'true');
  });

  it('gets each change, and nothing that another browser removed comes back', async () => {
    follow(first, second);
    const { answers, bodies, kept } = account(first);
    const { user } = await renderPage(hearts, { answers, user: aUser() });
    await user.click(heart(first.name));
    await waitFor(() => expect(stored()).toEqual([]));
    expect(bodies).toEqual([{ add: [], remove: [first.id] }]);
    await user.click(heart(second.name));
    await waitFor(() => expect([...kept.keys()]).toEqual([second.id]));
    expect(stored()).toEqual([second.id]);
  });

  it('takes over what other browsers changed when its page is opened', async () => {
    follow(first);
    const { answers } = account(second);
    await renderPage(<WishlistPage />, { address: '/wishlist', answers, user: aUser() });
    expect(await screen.findByRole('row', { name: new RegExp(second.name) })).toBeVisible();
    expect(stored()).toEqual([second.id]);
  });

  it('is kept in the browser when it cannot be saved, and merged with the next change', async () => {
    follow();
    const { answers, bodies } = account();
    const { user, network } = await renderPage(hearts, {
      answers: { ...answers, 'POST /api/wishlist': down },
      user: aUser(),
    });
    await user.click(heart(first.name));
    expect(await screen.findByText('Network error')).toBeVisible();
    expect(stored()).toEqual([first.id]);
    network.answer(answers);
    await user.click(heart(second.name));
    await waitFor(() => expect(bodies).toEqual([{ add: [first.id, second.id], remove: [] }]));
    expect(stored()).toEqual([first.id, second.id]);
  });

  it('says when it is full', async () => {
    follow();
    const answers = { 'POST /api/wishlist': json(answer([])), '/api/wishlist': answer([]) };
    const { user } = await renderPage(hearts, { answers, user: aUser() });
    await user.click(heart(first.name));
    expect(await screen.findByText('A wishlist has at most 200 products.')).toBeVisible();
    await waitFor(() => expect(stored()).toEqual([]));
  });

  it("is not merged with what another account left in the browser, but with a visitor's additions", async () => {
    keep({ ...first, addedBy: 'f'.repeat(24) }, { ...second, addedBy: '' });
    const { answers, bodies, kept } = account(third);
    await renderPage(hearts, { answers, user: aUser() });
    await waitFor(() => expect(stored()).toEqual([third.id, second.id]));
    expect(bodies).toEqual([{ add: [second.id], remove: [] }]);
    expect([...kept.keys()]).toEqual([third.id, second.id]);
    expect(heart(first.name)).toHaveAttribute('aria-pressed', 'false');
  });

  it('names its owner in the browser, so that the next account does not get it', async () => {
    follow();
    const { answers } = account();
    const { user } = await renderPage(hearts, { answers, user: aUser() });
    await user.click(heart(first.name));
    await waitFor(() => expect(owners()).toEqual([aUser().id]));
  });

  it('names its owner also when a visitor had added it', async () => {
    keep(first);
    const { answers } = account();
    await renderPage(hearts, { answers, user: aUser() });
    await waitFor(() => expect(owners()).toEqual([aUser().id]));
    expect(stored()).toEqual([first.id]);
  });

  it('stays in the browser after the logout, and is merged at the next login (SIL-11)', async () => {
    follow(first);
    const { answers, bodies } = account(first);
    const { user } = await renderPage(hearts, {
      answers: { ...answers, 'POST /api/auth/logout': { success: true } },
      user: aUser(),
    });
    await act(async () => void leaveSession());
    expect(stored()).toEqual([first.id]);
    expect(owner()).toBe('');
    await user.click(heart(second.name));
    expect(stored()).toEqual([first.id, second.id]);
    expect(bodies).toEqual([]);
  });
});

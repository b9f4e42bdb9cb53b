import { aProduct, products } from '@kinmel/testing/page';
import { createAppStore } from '@kinmel/web-kit/host';
import {
  added,
  cleared,
  removed,
  restored,
  selectIsWished,
  selectWishlist,
  selectWishlistItems,
  stored,
  storedWishlist,
  updated,
} from './wishlist.slice.ts';

const [first = aProduct(), second = aProduct()] = products(2);
const ids = (store: ReturnType<typeof createAppStore>) =>
  selectWishlistItems(store.getState()).map(({ id }) => id);

beforeEach(() => localStorage.clear());

describe('the wishlist', () => {
  it('adds a product once, removes by id and can be cleared (WISH-08, WISH-09, WISH-10)', () => {
    const store = createAppStore();
    store.dispatch(added(first));
    store.dispatch(added({ ...first, name: 'Another name' }));
    expect(selectWishlistItems(store.getState())).toEqual([
      { ...first, addedAt: expect.any(String), addedBy: '' },
    ]);
    store.dispatch(added(second));
    store.dispatch(removed(first.id));
    expect(ids(store)).toEqual([second.id]);
    expect(selectIsWished(store.getState(), first.id)).toBe(false);
    store.dispatch(cleared());
    expect(ids(store)).toEqual([]);
  });

  it('updates a product, keeping its position and time (WISH-11, SIL-23)', () => {
    const store = createAppStore();
    store.dispatch(added(first));
    store.dispatch(added(second));
    const [{ addedAt } = { addedAt: '' }] = selectWishlistItems(store.getState());
    store.dispatch(updated([{ ...first, price: 80_000 }]));
    expect(selectWishlistItems(store.getState())[0]).toEqual({
      ...first,
      price: 80_000,
      addedAt,
      addedBy: '',
    });
    expect(ids(store)).toEqual([first.id, second.id]);
  });

  it('is loading until storage was read, and keeps an error (ENT-21)', () => {
    const store = createAppStore();
    expect(selectWishlist(store.getState())).toEqual({ items: [], loading: true, error: null });
    store.dispatch(restored([]));
    expect(selectWishlist(store.getState()).loading).toBe(false);
    store.dispatch(stored(false));
    expect(selectWishlist(store.getState()).error).toMatch(/cannot keep your wishlist/);
    store.dispatch(stored(true));
    expect(selectWishlist(store.getState()).error).toBeNull();
  });
});

describe('the storage key wishlistItems', () => {
  it.each(['{', 'null', '"text"', '{"items":[]}', '42'])(
    'starts empty when it is %s, and other keys stay (SIL-12)',
    (text) => {
      localStorage.setItem('cartItems', 'untouched');
      localStorage.setItem('wishlistItems', text);
      expect(storedWishlist.read()).toEqual([]);
      expect(localStorage.getItem('cartItems')).toBe('untouched');
    },
  );

  it('drops invalid items only, and accepts an item with either id, once (ENT-02, ENT-19)', () => {
    const items = [
      { ...first, _id: undefined },
      { ...first, id: undefined },
      null,
      7,
      { name: 'no id' },
      { ...second, price: 'free' },
      { ...second, id: undefined },
    ];
    localStorage.setItem('wishlistItems', JSON.stringify(items));
    expect(storedWishlist.read()).toEqual(
      [first, second].map((item) => ({ ...item, addedAt: '', addedBy: '' })),
    );
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { waitFor } from '@testing-library/react';
import { createAppStore } from '../host/index.ts';
import { createSlice, injectEndpoints, injectSlice } from '../index.ts';

const repository = join(__dirname, '../../../..');

const payWith = (remote: 'mfe-one' | 'mfe-other', tags: 'Order'[]) =>
  injectEndpoints(remote, (build) => ({
    payOrder: build.mutation<string, void>({ queryFn: () => ({ data: remote }), invalidatesTags: tags }),
  }));

describe('endpoints', () => {
  it('of two remotes may have one name: each keeps its own answer and its own tags', async () => {
    const one = payWith('mfe-one', []);
    const other = payWith('mfe-other', ['Order']);
    const store = createAppStore();
    expect((await store.dispatch(one.endpoints.payOrder.initiate())).data).toBe('mfe-one');
    expect((await store.dispatch(other.endpoints.payOrder.initiate())).data).toBe('mfe-other');
    expect(one.usePayOrderMutation).toBe(one.endpoints.payOrder.useMutation);
    expect(Object.keys(one)).toEqual(['endpoints', 'usePayOrderMutation', 'util']);
  });

  it('are refused with their name when the remote has one of that name, and none of them joins', () => {
    const define = (names: string[]) => () =>
      injectEndpoints('mfe-two', (build) =>
        Object.fromEntries(names.map((name) => [name, build.query({ query: () => '/api/things' })])),
      );
    define(['list'])();
    expect(define(['find', 'list'])).toThrow('mfe-two defines the endpoint list a second time');
    expect(define(['find'])).not.toThrow();
  });
});

describe('a slice', () => {
  const slice = (name: `mfe-${string}/${string}`) =>
    createSlice({ name, initialState: { by: name }, reducers: {}, selectors: { selectBy: ({ by }) => by } });

  it('stands in the state under the name of its remote', () => {
    const { selectors } = injectSlice(slice('mfe-one/list'));
    const state = createAppStore().getState() as object as Parameters<typeof selectors.selectBy>[0];
    expect(selectors.selectBy(state)).toBe('mfe-one/list');
    expect(Object.keys(state)).toContain('mfe-one/list');
  });

  it('is refused when another has its name, and may join again itself', () => {
    const mine = slice('mfe-one/basket');
    injectSlice(mine);
    expect(() => injectSlice(mine)).not.toThrow();
    expect(() => injectSlice(slice('mfe-one/basket'))).toThrow('There is a slice mfe-one/basket already');
  });
});

describe('the remotes of the shop', () => {
  const sources = globSync('mfe-*/src/**/*.{ts,tsx}', { cwd: repository }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.includes('/testing/'),
  );
  const remoteOf = (file: string) => file.split(sep)[0];

  it('put endpoints and slices under their own names only', () => {
    const foreign = sources.flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8');
      const names = [
        ...text.matchAll(/injectEndpoints\(\s*'([^']*)'/g),
        ...text.matchAll(/createSlice\(\{\s*name: '([^'/]*)/g),
      ];
      return names.filter(([, name]) => name !== remoteOf(file)).map(([found]) => `${file}: ${found}`);
    });
    expect(foreign).toEqual([]);
  });

  it('can all be in one page, and paying from the orders shows them anew', async () => {
    const asked: string[] = [];
    globalThis.fetch = (async (request: Request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      if (request.method === 'POST') return Response.json({ success: true, url: 'https://pay.example/1' });
      const pagination = { currentPage: 1, totalPages: 1, totalOrders: 0, hasPrev: false, hasNext: false };
      return Response.json({ success: true, orders: [], pagination });
    }) as typeof fetch;
    const store = createAppStore();
    const modules = sources
      .filter((file) => /(-api|\.slice)\.ts$/.test(file))
      .toSorted()
      .toReversed();
    for (const file of modules) await import(join(repository, file));
    const { ordersApi }: typeof import('../../../../mfe-account/src/features/orders/orders-api.ts') =
      await import(join(repository, 'mfe-account/src/features/orders/orders-api.ts'));
    const { listMyOrders, payOrder } = ordersApi.endpoints;
    await store.dispatch(listMyOrders.initiate(1));
    await store.dispatch(payOrder.initiate('1'.repeat(24)));
    const list = 'GET /api/checkout-orders/user/orders';
    await waitFor(() => expect(asked).toEqual([list, 'POST /api/payment/checkout-session', list]));
  });
});

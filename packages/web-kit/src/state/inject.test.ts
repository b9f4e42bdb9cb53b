import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { waitFor } from '@testing-library/react';
import { createAppStore } from '../host/index.ts';
import { createSlice, injectEndpoints, rootReducer } from '../index.ts';

const repository = join(__dirname, '../../../..');

describe('an endpoint', () => {
  it('is refused when the API has one of the same name', () => {
    const define = () => injectEndpoints((build) => ({ twice: build.query({ query: () => '/api/things' }) }));
    define();
    expect(define).toThrow('twice');
  });
});

describe('a slice', () => {
  it('is in the state of every store under the name of its remote, and can be read in stores created earlier', () => {
    const store = createAppStore();
    const slice = createSlice({
      name: 'mfe-one/list',
      initialState: { by: 'mfe-one' },
      reducers: { changed: () => ({ by: 'mfe-other' }) },
      selectors: { selectBy: ({ by }) => by },
    });
    const { selectors, actions } = slice.injectInto(rootReducer);
    const readBy = () => selectors.selectBy(store.getState() as object);
    expect(readBy()).toBe('mfe-one');
    store.dispatch(actions.changed());
    expect(readBy()).toBe('mfe-other');
    expect(Object.keys(createAppStore().getState())).toContain('mfe-one/list');
  });
});

describe('the remotes of the shop', () => {
  const sources = globSync('mfe-*/src/**/*.{ts,tsx}', { cwd: repository }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.includes('/testing/'),
  );
  const remoteOf = (file: string) => file.split(sep)[0];

  it('name their slices after themselves', () => {
    const foreign = sources.flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8');
      const names = [...text.matchAll(/createSlice\(\{\s*name: '([^'/]*)/g)];
      return names.filter(([, name]) => name !== remoteOf(file)).map(([found]) => `${file}: ${found}`);
    });
    expect(foreign).toEqual([]);
  });

  it('have unique endpoint names, and refetch the orders after a payment', async () => {
    const requests: string[] = [];
    globalThis.fetch = (async (request: Request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
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
    await waitFor(() => expect(requests).toEqual([list, 'POST /api/payment/checkout-session', list]));
  });
});

import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order, SessionAnswer } from '@kinmel/contracts';
import { sampleDelivery, sampleSellRequest } from '@kinmel/testing/samples';
import { expect, test } from '@playwright/test';
import { aimSeconds, type ContainerShop, type Server } from './container-shop.ts';

export const homeTitle = 'Phones worth keeping.';

const password = 'Containers123';

interface CallOptions {
  readonly token?: string | undefined;
  readonly key?: string;
  readonly body?: object;
}

export interface Shopper {
  readonly email: string;
  readonly token: string;
}

/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function formWith(field: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([picture], { type: 'image/png' }), 'picture.png');
  return form;
}

const ordersOfShopper = 6;

/**
 * What shoppers, staff and operators do, independent of the container platform. Each `test…` declares steps of a serial test, and
 * later steps use the records of earlier ones.
 */
export function visitsTo(shopOf: () => ContainerShop) {
  async function request(method: string, path: string, { token, key, body }: CallOptions = {}) {
    return fetch(shopOf().shopUrl + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
  }

  /** @throws unless the call succeeded */
  async function call<Answer>(method: string, path: string, options?: CallOptions): Promise<Answer> {
    const response = await request(method, path, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  const page = async (path: string) => (await request('GET', path)).text();

  /** Waits until a page is rendered on the server with this text. */
  const expectPage = (path: string, text: string, withinMs = 30_000) =>
    expect
      .poll(() => page(path).catch(String), { timeout: withinMs, intervals: [500], message: path })
      .toMatch(new RegExp(`data-rendered[^]*${RegExp.escape(text)}`));

  /** Waits until the mail catcher has a mail. One in flight while the database crashed is resent after its lease of three minutes. */
  async function expectMail(address: string, subject: string): Promise<void> {
    const query = new URLSearchParams({ query: `to:${address} subject:"${subject}"` });
    const count = async () => {
      const answer: { messages_count: number } = await (
        await fetch(`${shopOf().mailUrl}/api/v1/search?${query}`)
      ).json();
      return answer.messages_count;
    };
    // The first request fails after the pod behind a forwarded port was replaced.
    await expect
      .poll(() => count().catch(() => 0), { timeout: 300_000, message: `${subject} to ${address}` })
      .toBeGreaterThan(0);
  }

  const signIn = async (email: string, accountPassword: string) =>
    (await call<SessionAnswer>('POST', '/api/auth/login', { body: { email, password: accountPassword } }))
      .token;
  const staff = () => signIn('admin@kinmel.example', shopOf().secrets['ADMIN_PASSWORD'] ?? '');

  async function aShopper(): Promise<Shopper> {
    const email = `shopper-${randomUUID().slice(0, 8)}@example.com`;
    const { token } = await call<SessionAnswer>('POST', '/api/auth/signup', {
      body: { fullName: 'Asha Rai', email, number: '9800000000', password },
    });
    return { email, token };
  }

  /** Places an order of one piece, paid in cash. */
  async function tryOrder({ email, token }: Shopper, productId: string, key: string): Promise<Order> {
    const products = [{ productId, quantity: 1 }];
    const { data } = await call<{ data: { pricing: { total: number } } }>(
      'POST',
      '/api/checkout-orders/quote',
      { body: { products } },
    );
    const body = {
      customerDetails: { ...sampleDelivery, email },
      products,
      pricing: { total: data.pricing.total },
      paymentMethod: 'cash_on_delivery',
    };
    return (await call<{ order: Order }>('POST', '/api/checkout-orders/create', { token, key, body })).order;
  }

  let productId = '';

  async function readStock(token: string): Promise<number> {
    const { data } = await call<{ data: readonly { id: string; stock: number }[] }>(
      'GET',
      '/api/admin/products?search=Zeta+Watch',
      { token },
    );
    const stock = data.find((product) => product.id === productId)?.stock;
    if (stock === undefined) throw new Error(`${productId} is not among the products`);
    return stock;
  }

  const bytesOf = async (path: string, token?: string) => {
    const response = await request('GET', path, { token });
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringMatching(/^image\//),
    ]);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  };

  const activeVersion = async () =>
    (await call<{ remotes: Record<string, { version: string }> }>('GET', '/remotes/registry.json')).remotes[
      'mfe-catalog'
    ]?.version;

  const signingKeys = async () =>
    (await call<{ keys: readonly { kid: string }[] }>('GET', '/api/auth/jwks.json')).keys.map(
      ({ kid }) => kid,
    );

  /** Values that must be the same after the shop was stopped and started again. */
  const savedValues: { readonly what: string; readonly value: () => Promise<unknown> }[] = [];
  const saveValue = (what: string, value: () => Promise<unknown>) => savedValues.push({ what, value });
  const readSavedValues = async () => {
    const values: [string, unknown][] = [];
    for (const { what, value } of savedValues) values.push([what, await value()]);
    return values;
  };

  /** No log contains a generated secret, plain or URL-encoded. Called before the containers and their logs are removed. */
  async function expectNoSecretLogged(): Promise<void> {
    const shop = shopOf();
    const logs = await shop.logs();
    expect(logs).toContain('"level"');
    const secrets = Object.entries(shop.secrets).filter(
      ([name]) => !/_PORT$|_URL$|^REGISTRY_KEYS$/.test(name),
    );
    const parts = secrets.flatMap(([name, value]) =>
      value
        .split('\n')
        .filter((line) => line && !line.startsWith('-----'))
        .map((line) => [name, line] as const),
    );
    expect(parts.length).toBeGreaterThan(10);
    for (const [name, part] of parts)
      for (const text of [part, encodeURIComponent(part)])
        expect(logs.includes(text), `${name} in a log`).toBe(false);
  }

  /** Changes the title of the home page by a command that deploys the sources of the clone. */
  async function deployHomePage(deploy: () => Promise<unknown>): Promise<void> {
    const { folder, measureTime } = shopOf();
    const versionBefore = await activeVersion();
    const file = join(folder, 'mfe-catalog/src/features/home/home.content.ts');
    const source = readFileSync(file, 'utf8');
    expect(source).toContain(homeTitle);
    writeFileSync(file, source.replace(homeTitle, 'Phones worth a second look.'));
    await measureTime('a remote deployed', aimSeconds.deployed, deploy);
    expect(await activeVersion()).not.toBe(versionBefore);
    await expectPage('/', 'Phones worth a second look.');
  }

  async function rollBackHomePage(rollBack: () => Promise<unknown>): Promise<void> {
    const versionBefore = await activeVersion();
    await shopOf().measureTime('a remote rolled back', aimSeconds.deployed, rollBack);
    expect(await activeVersion()).not.toBe(versionBefore);
    await expectPage('/', homeTitle);
    saveValue('the version that was rolled back to', activeVersion);
  }

  /** Adds a signing key; sessions of older keys stay valid. */
  async function rotateKeys(rotate: () => Promise<unknown>): Promise<void> {
    const [keysBefore, token] = [await signingKeys(), await staff()];
    await rotate();
    await expect.poll(signingKeys, { timeout: 60_000 }).toHaveLength(keysBefore.length + 1);
    expect(await signingKeys()).toEqual(expect.arrayContaining(keysBefore));
    await readStock(token);
    await readStock(await staff());
    saveValue('the signing keys', signingKeys);
  }

  /** Shoppers place orders while the server crashes and restarts. */
  async function ordersAmidCrash(
    server: Server,
    place: (shopper: Shopper, key: string) => Promise<Order>,
  ): Promise<void> {
    const stock = await readStock(await staff());
    const shoppers = await Promise.all(Array.from({ length: 4 }, async () => aShopper()));
    const ordersByShopper = shoppers.map((shopper) => ({ shopper, placed: [] as Order[] }));
    const acknowledged = () => ordersByShopper.flatMap(({ placed }) => placed);
    const ordering = Promise.all(
      ordersByShopper.map(async ({ shopper, placed }) => {
        while (placed.length < ordersOfShopper) placed.push(await place(shopper, randomUUID()));
      }),
    );
    const fault = async () => {
      await expect
        .poll(() => acknowledged().length, { intervals: [50] })
        .toBeGreaterThanOrEqual(shoppers.length);
      await shopOf().crash(server);
    };
    await Promise.all([ordering, fault()]);
    for (const { shopper, placed } of ordersByShopper) {
      const { orders } = await call<{ orders: readonly Order[] }>(
        'GET',
        `/api/checkout-orders/user/orders?page=1&limit=50`,
        { token: shopper.token },
      );
      expect(orders.map(({ id }) => id).toSorted()).toEqual(placed.map(({ id }) => id).toSorted());
      for (const { orderNumber } of placed) await expectMail(shopper.email, `Your order ${orderNumber}`);
    }
    await expect
      .poll(async () => readStock(await staff()), { timeout: 60_000 })
      .toBe(stock - acknowledged().length);
    saveValue(`stock after ${server} was killed`, async () => readStock(await staff()));
  }

  return {
    expectPage,
    aShopper,
    tryOrder,
    staff,
    readStock,
    productId: () => productId,
    readSavedValues,
    expectNoSecretLogged,
    deployHomePage,
    rollBackHomePage,
    rotateKeys,

    testShopping(): void {
      test('a shopper reads the pages, fills a cart, orders in cash, and gets the mails', async () => {
        const { data: products } = await call<{ data: readonly { id: string; name: string }[] }>(
          'GET',
          '/api/products?category=watch&limit=2',
        );
        const [product] = products;
        if (product === undefined) throw new Error('The sample shop has no watches');
        await expectPage('/watches', product.name);
        await expectPage(`/productdetails?id=${product.id}`, product.name);
        await expectPage('/cart', 'Cart');
        const shopper = await aShopper();
        await expectMail(shopper.email, 'Welcome to Kinmel');
        const order = await tryOrder(shopper, product.id, randomUUID());
        await expectMail(shopper.email, `Your order ${order.orderNumber}`);
        saveValue('the order', async () =>
          call('GET', `/api/checkout-orders/${order.id}`, { token: await signIn(shopper.email, password) }),
        );
      });

      test('a start logs no error', async () => {
        const errors = (await shopOf().logs())
          .split('\n')
          .filter((line) => /"level":"(error|fatal)"/.test(line));
        expect(errors).toEqual([]);
      });

      test('an operator uploads a picture and sells a product with it; a shopper offers a phone with a photo, which the staff see', async () => {
        const token = await staff();
        const { imageUrl } = await call<{ imageUrl: string }>('POST', '/api/upload', {
          token,
          body: formWith('image'),
        });
        const added = await call<{ data: { id: string } }>('POST', '/api/products', {
          token,
          key: randomUUID(),
          body: {
            name: 'Zeta Watch',
            description: 'With a picture.',
            price: 2500,
            category: 'watch',
            stock: 500,
            image: imageUrl,
          },
        });
        productId = added.data.id;
        await expectPage(`/productdetails?id=${productId}`, 'Zeta Watch');
        saveValue('the picture of the product', () => bytesOf(imageUrl));

        const email = `seller-${randomUUID().slice(0, 8)}@example.com`;
        const { trackingLink } = await call<{ trackingLink: string }>('POST', '/api/sell-phone/request', {
          key: randomUUID(),
          body: formWith('phoneImage', {
            ...sampleSellRequest,
            fullName: 'Asha Gurung',
            contactEmail: email,
          }),
        });
        await expectMail(email, 'We have your sell request');
        const { data } = await call<{
          data: { requests: readonly { contactEmail: string; phoneImage: string }[] };
        }>('GET', '/api/sell-phone/requests', { token });
        const photo = data.requests.find(({ contactEmail }) => contactEmail === email)?.phoneImage ?? '';
        saveValue('the photo of the phone', async () => bytesOf(photo, await staff()));
        saveValue('the photo by the link of the seller', () => bytesOf(`/api${trackingLink}/photo`));
      });
    },

    testCrashes(): void {
      test('MongoDB is killed amid orders: each acknowledged order exists exactly once, and unacknowledged ones can be retried', () =>
        ordersAmidCrash('mongodb', async (shopper, key) => {
          let order: Order | undefined;
          await expect(async () => {
            order = await tryOrder(shopper, productId, key);
          }).toPass({ timeout: 120_000, intervals: [250] });
          if (order === undefined) throw new Error('never placed');
          return order;
        }));

      test('RabbitMQ is killed amid orders: all are accepted, and their mails are sent afterwards', () =>
        ordersAmidCrash('rabbitmq', (shopper, key) => tryOrder(shopper, productId, key)));
    },
  };
}

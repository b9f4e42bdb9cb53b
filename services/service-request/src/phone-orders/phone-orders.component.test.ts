import {
  type ProductSnapshot,
  phoneOrderCancelled,
  phoneOrderReceived,
  productCreated,
  productDeleted,
  productUpdated,
} from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { aProduct, productId, productListAnswer } from '@kinmel/testing/samples';
import { fillProductCopies } from '../products/fill-product-copies.ts';
import { personalData } from '../testing/request-forms.ts';
import { testWithRequests } from '../testing/test-requests.ts';

const shop = testWithRequests();
const { asAdmin, put, readByLink, eventsOf, step } = shop;
const listPath = '/api/admin/phone-orders';
const sendOrder = (form?: object) => shop.send('phone-order', form);
/** The answer to a new order. */
const placeOrder = async (form?: object) => (await sendOrder(form).expect(201)).body;
const list = () => shop.list('phone-order');

const product = (overrides: Partial<ProductSnapshot> = {}): ProductSnapshot => ({
  productId: 'a'.repeat(24),
  name: 'iPhone 15 Pro',
  brand: 'Apple',
  category: 'smartphone',
  priceInMinorUnits: 15_000_000,
  oldPriceInMinorUnits: null,
  currency: 'NPR',
  image: '',
  inStock: true,
  lowStockCount: null,
  specs: { color: 'Black', storage: '256 GB' },
  ...overrides,
});
const publish = (
  definition: typeof productCreated | typeof productUpdated | typeof productDeleted,
  version: number,
  data: ProductSnapshot | { productId: string },
) =>
  shop.service.bus.publish(
    createEvent(definition as typeof productDeleted, {
      aggregateId: data.productId,
      aggregateVersion: version,
      data,
    }),
  );
const pricesOf = async (model = 'iPhone 15 Pro') =>
  (await shop.service.context.productCopies.listByName(model)).map((copy) => copy.priceInMinorUnits);

describe('an order of a new phone', () => {
  it('is placed without an account at the price of the shop, and answered with a link (NPB-05, NPB-34, NPB-35, API-35, AAPI-14 to AAPI-16, CONF-30, CONF-33, SR-P2)', async () => {
    // Without a product there is no total.
    expect((await placeOrder()).data.totalPrice).toBeNull();
    await publish(productCreated, 1, product());
    await eventually(async () => expect(await pricesOf()).toEqual([15_000_000]));
    const body = await placeOrder({ totalPrice: 1, status: 'delivered', createdAt: 'x' });
    expect(body).toMatchObject({
      success: true,
      trackingLink: expect.stringMatching(/^\/request-links\/p[\w-]{43}$/),
      data: { status: 'pending', totalPrice: 300_000, quantity: 2, address: 'Thamel 12, Kathmandu' },
    });
    expect((await list())[0]).toEqual(body.data);
    const [, event] = await eventsOf(phoneOrderReceived.type, 2);
    expect(event?.data).toMatchObject({
      subject: '2 × iPhone 15 Pro, 256 GB, Black',
      quantity: 2,
      ordered: { totalInMinorUnits: 30_000_000, currency: 'NPR', paymentMethod: 'full', pickup: null },
    });
    const page = await readByLink(body.trackingLink);
    expect(page).toMatchObject({ kind: 'phone-order', actions: ['cancel'] });
    expect(page.ordered).toEqual({
      totalPrice: 300_000,
      currency: 'NPR',
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      preferredDate: '',
      preferredTime: '',
      priority: 'standard',
    });
    expect(JSON.stringify(page)).not.toMatch(personalData);
    expect((await placeOrder({ model: 'IPHONE 15 PRO', quantity: 1 })).data.totalPrice).toBe(150_000);
  });

  it.each([
    ['no name', { name: ' ' }, 'Please fill in Name'],
    ['no e-mail', { email: '' }, 'Please fill in Email'],
    ['no phone', { phone: '' }, 'Please fill in Phone'],
    ['no model', { model: '' }, 'Please fill in Model'],
    ['no color', { color: '' }, 'Please fill in Color'],
    ['no storage', { storage: '' }, 'Please fill in Storage'],
    ...[0, 11, 1.5, '1'].map(
      (quantity) =>
        [`quantity ${quantity}`, { quantity }, 'Please choose a quantity from 1 to 10'] as [
          string,
          object,
          string,
        ],
    ),
    ['delivery without an address', { address: ' ' }, 'Please fill in Address'],
    ['a line break in the name', { name: 'A\nBcc: x@example.com' }, 'Name must be one line'],
    [
      'pickup before today',
      { deliveryMethod: 'pickup', preferredDate: '2026-11-20', preferredTime: '10:00' },
      'The date cannot be before today',
    ],
    [
      'pickup without a time',
      { deliveryMethod: 'pickup', preferredDate: '2026-11-24' },
      'Please choose a time',
    ],
  ])(
    'is refused with %s, and nothing is stored (NPB-18 to NPB-30, G-02, G-04, SR-P3)',
    async (_what, overrides, text) => {
      const { status, body } = await sendOrder(overrides);
      expect([status, body.error]).toEqual([400, text]);
      expect(await list()).toEqual([]);
    },
  );

  it('keeps only the fields of its delivery method, and needs neither a budget nor a message (NPB-31 to NPB-33, SR-P1)', async () => {
    const pickup = {
      preferredDate: '2026-11-24',
      preferredTime: '10:00',
      budget: undefined,
      message: undefined,
    };
    const { data } = await placeOrder({ ...pickup, deliveryMethod: 'pickup' });
    expect(data).toMatchObject({ address: '', preferredDate: '2026-11-24', budget: '', message: '' });
    expect((await placeOrder(pickup)).data).toMatchObject({ preferredDate: '', preferredTime: '' });
  });

  it('cannot be deleted, and no header overrides its method (CONF-30, G-06)', async () => {
    await asAdmin('delete', listPath).expect(405);
    const overridden = await sendOrder().set('X-HTTP-Method-Override', 'GET');
    expect([overridden.status, Array.isArray(overridden.body.data)]).toEqual([201, false]);
  });

  it('is cancelled by the holder of its link once, before processing starts (SR-P5)', async () => {
    const { trackingLink } = await placeOrder();
    const first = await step(trackingLink, 'cancel').expect(200);
    expect(first.body.data).toMatchObject({ status: 'cancelled', actions: [] });
    expect((await step(trackingLink, 'cancel').expect(200)).body).toEqual(first.body);
    await eventsOf(phoneOrderCancelled.type);
    const other = await placeOrder();
    await put('phone-order', other.data.id, { status: 'processing' }).expect(200);
    await step(other.trackingLink, 'cancel').expect(409);
  });
});

describe('product copies', () => {
  it('keep the newest version, whatever the order of events (SR-C1 to SR-C3)', async () => {
    await publish(productUpdated, 3, product({ priceInMinorUnits: 3 }));
    await publish(productCreated, 1, product({ priceInMinorUnits: 1 }));
    await publish(productUpdated, 2, product({ priceInMinorUnits: 2 }));
    await publish(productCreated, 1, product({ productId: 'c'.repeat(24), name: 'Last one' }));
    await eventually(async () => expect(await pricesOf('Last one')).toHaveLength(1));
    await eventually(async () => expect(await pricesOf()).toEqual([3]));
    await publish(productDeleted, 4, { productId: 'a'.repeat(24) });
    await eventually(async () => expect(await pricesOf()).toEqual([]));
    await publish(productUpdated, 3, product());
    await publish(productUpdated, 2, product({ productId: 'c'.repeat(24), name: 'Renamed' }));
    await eventually(async () => expect(await pricesOf('Renamed')).toHaveLength(1));
    expect(await pricesOf()).toEqual([]);
  });

  const page = (number: number, id = productId(number)) =>
    Promise.resolve({
      ...productListAnswer([]),
      data: [aProduct({ id, name: `Phone ${number}`, price: 100, version: 5 })],
      pagination: {
        page: number,
        limit: 1,
        total: 2,
        totalPages: 2,
        hasPrev: number > 1,
        hasNext: number < 2,
      },
    });
  const fill = (read: (number: number) => ReturnType<typeof page>) =>
    fillProductCopies(shop.service.context, read);

  it('are filled once from the list of catalog (SR-C3)', async () => {
    const pages: number[] = [];
    const read = (number: number) => {
      pages.push(number);
      return page(number);
    };
    const failAtSecondPage = (number: number) => (number === 1 ? read(1) : Promise.reject(new Error('away')));
    await expect(fill(failAtSecondPage)).rejects.toThrow('away');
    expect(await pricesOf('Phone 1')).toEqual([]);
    await fill(read);
    expect([await pricesOf('Phone 1'), await pricesOf('Phone 2')]).toEqual([[10_000], [10_000]]);
    await fill(read);
    expect(pages).toEqual([1, 1, 2]);
  });

  it('are filled after an earlier event, and keep newer versions than the list (SR-C3)', async () => {
    await publish(productUpdated, 6, product({ productId: productId(1), name: 'Phone 1' }));
    await eventually(async () => expect(await pricesOf('Phone 1')).toEqual([15_000_000]));
    await fill(page);
    expect([await pricesOf('Phone 1'), await pricesOf('Phone 2')]).toEqual([[15_000_000], [10_000]]);
  });

  it('are filled again when the list changed between two pages (SR-C3)', async () => {
    await expect(fill((number) => page(number, productId(1)))).rejects.toThrow('changed');
    await fill(page);
    expect(await pricesOf('Phone 2')).toEqual([10_000]);
  });
});

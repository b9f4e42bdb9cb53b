import {
  type ProductSnapshot,
  phoneOrderCancelled,
  phoneOrderReceived,
  phoneOrderStatusChanged,
  productCreated,
  productDeleted,
  productUpdated,
} from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import request from 'supertest';
import { fillProductCopies } from '../products/fill-product-copies.ts';
import { mailboxSpellings } from '../testing/mailbox-spellings.ts';
import { aPhoneOrder } from '../testing/phone-order-form.ts';
import { startTestServiceRequest, type TestServiceRequest } from '../testing/test-service-request.ts';

let service: TestServiceRequest;
/** Events of earlier tests. */
let toldBefore = 0;

beforeAll(async () => {
  service = await startTestServiceRequest();
});
afterEach(async () => {
  await service.database.empty();
  toldBefore = service.bus.published.length;
});
afterAll(() => service.stop());

const path = '/api/admin/phone-orders';
const admin = () => ({ Authorization: `Bearer ${service.tokens.admin()}` });
const order = (form: object = aPhoneOrder(), key?: string) => {
  const call = request(service.server).post(path);
  return (key === undefined ? call : call.set('Idempotency-Key', key)).send(form);
};
const list = async () => (await request(service.server).get(path).set(admin()).expect(200)).body.data;
const put = (id: string, body: object) =>
  request(service.server).put(`${path}/${id}`).set(admin()).send(body);
/** The events of a type in this test, without redeliveries, once there are that many. */
const sent = (type: string, count = 1) =>
  eventually(() => {
    const told = service.bus.published.slice(toldBefore).filter((event) => event.type === type);
    const events = [...new Map(told.map((event) => [event.eventId, event] as const)).values()];
    expect(events).toHaveLength(count);
    return events;
  });

const product = (over: Partial<ProductSnapshot> = {}): ProductSnapshot => ({
  productId: 'a'.repeat(24),
  name: 'iPhone 15 Pro',
  brand: 'Apple',
  category: 'smartphone',
  priceInMinorUnits: 15_000_000,
  oldPriceInMinorUnits: null,
  image: '',
  inStock: true,
  specs: { color: 'Black', storage: '256 GB' },
  ...over,
});
const tell = (
  definition: typeof productCreated | typeof productUpdated | typeof productDeleted,
  version: number,
  data: ProductSnapshot | { productId: string },
) =>
  service.bus.publish(
    createEvent(definition as typeof productDeleted, {
      aggregateId: data.productId,
      aggregateVersion: version,
      data,
    }),
  );
const price = (model = 'iPhone 15 Pro') =>
  service.context.productCopies.named(model).then((copies) => copies.map((copy) => copy.priceInMinorUnits));

describe('an order of a new phone', () => {
  it('is placed without an account at the price of the shop, and answered with a link (NPB-34, NPB-35, API-35, AAPI-14 to AAPI-16, CONF-30, CONF-33)', async () => {
    await tell(productCreated, 1, product());
    await eventually(async () => expect(await price()).toEqual([15_000_000]));
    const { body } = await order(aPhoneOrder({ totalPrice: 1, status: 'delivered', createdAt: 'x' })).expect(
      201,
    );
    expect(body).toMatchObject({
      success: true,
      trackingLink: expect.stringMatching(/^\/tracking\/p[\w-]{43}$/),
      data: { status: 'pending', totalPrice: 300_000, quantity: 2, address: 'Thamel 12, Kathmandu' },
    });
    expect(await list()).toEqual([body.data]);
    const [event] = await sent(phoneOrderReceived.type);
    expect(event?.data).toMatchObject({
      subject: '2 × iPhone 15 Pro, 256 GB, Black',
      quantity: 2,
      ordered: { totalInMinorUnits: 30_000_000, paymentMethod: 'full', pickup: null },
    });
    const seen = await request(service.server).get(`/api${body.trackingLink}`).expect(200);
    expect(seen.body.data).toMatchObject({ kind: 'phone-order', actions: ['cancel'] });
    // NPB-05.
    expect(seen.body.data.ordered).toEqual({
      totalPrice: 300_000,
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      preferredDate: '',
      preferredTime: '',
      priority: 'standard',
    });
    expect(JSON.stringify(seen.body)).not.toMatch(/Chandra|chandra|9812|Thamel/);
  });

  it('of an unknown model has no total (CONF-33, P2)', async () => {
    expect((await order().expect(201)).body.data.totalPrice).toBeNull();
  });

  it('of a storage or color that the only product of the model lacks has no total (CONF-33, P2)', async () => {
    await tell(productCreated, 1, product());
    await eventually(async () => expect(await price()).toEqual([15_000_000]));
    for (const over of [{ storage: '1 TB' }, { color: 'Red' }])
      expect((await order(aPhoneOrder(over)).expect(201)).body.data.totalPrice).toBeNull();
  });

  it('of a model with several products costs the price of its color and storage, and has no total when none matches (CONF-33, P2)', async () => {
    await tell(productCreated, 1, product());
    await tell(
      productCreated,
      1,
      product({
        productId: 'b'.repeat(24),
        priceInMinorUnits: 18_000_000,
        specs: { color: 'black', storage: '512 GB' },
      }),
    );
    await eventually(async () => expect(await price()).toHaveLength(2));
    const total = async (over: object) =>
      (await order(aPhoneOrder({ quantity: 1, ...over }))).body.data.totalPrice;
    expect(await total({ storage: '512 gb' })).toBe(180_000);
    expect(await total({ storage: '256 GB', model: 'IPHONE 15 PRO' })).toBe(150_000);
    expect(await total({ storage: '1 TB' })).toBeNull();
  });

  it.each([
    ['no name', { name: ' ' }, 'Please fill in Name'],
    ['no e-mail', { email: '' }, 'Please fill in Email'],
    ['no phone', { phone: '' }, 'Please fill in Phone'],
    ['no model', { model: '' }, 'Please fill in Model'],
    ['no color', { color: '' }, 'Please fill in Color'],
    ['no storage', { storage: '' }, 'Please fill in Storage'],
    ['quantity 0', { quantity: 0 }, 'Please choose a quantity from 1 to 10'],
    ['quantity 11', { quantity: 11 }, 'Please choose a quantity from 1 to 10'],
    ['quantity 1.5', { quantity: 1.5 }, 'Please choose a quantity from 1 to 10'],
    ['quantity "1"', { quantity: '1' }, 'Please choose a quantity from 1 to 10'],
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
    'is refused with %s, and nothing is stored (NPB-18 to NPB-30, G-02, G-04, P3)',
    async (_what, over, text) => {
      const { status, body } = await order(aPhoneOrder(over));
      expect([status, body.error]).toEqual([400, text]);
      expect(await list()).toEqual([]);
    },
  );

  it('keeps only the fields of its delivery method (NPB-31, NPB-32, P1)', async () => {
    const pickup = await order(
      aPhoneOrder({ deliveryMethod: 'pickup', preferredDate: '2026-11-24', preferredTime: '10:00' }),
    ).expect(201);
    expect(pickup.body.data).toMatchObject({ address: '', preferredDate: '2026-11-24' });
    const delivery = await order(aPhoneOrder({ preferredDate: '2026-11-24', preferredTime: '10:00' })).expect(
      201,
    );
    expect(delivery.body.data).toMatchObject({ preferredDate: '', preferredTime: '' });
  });

  it('is created once when it is sent again (G1)', async () => {
    const [first, second] = await Promise.all([
      order(aPhoneOrder(), 'the-same-again'),
      order(aPhoneOrder(), 'the-same-again'),
    ]);
    expect(first?.body).toEqual(second?.body);
    expect(await list()).toHaveLength(1);
  });

  it('is limited per hour by mailbox across networks and spellings (G7)', async () => {
    const few = await startTestServiceRequest({ 'phone-order': 3 });
    try {
      const statuses: number[] = [];
      for (const [index, email] of [...mailboxSpellings, 'other@example.com'].entries()) {
        const call = request(few.server).post(path).send(aPhoneOrder({ email }));
        statuses.push((await call.set('X-Forwarded-For', `203.0.113.${index + 1}`)).status);
      }
      expect(statuses).toEqual([201, 201, 201, 429, 201]);
    } finally {
      await few.stop();
    }
  });

  it('can be placed by anybody, and read and changed by staff alone (CONF-30, G-06)', async () => {
    const { id } = (await order().expect(201)).body.data;
    for (const [status, headers] of [
      [401, {}],
      [403, { Authorization: `Bearer ${service.tokens.customer()}` }],
    ] as const) {
      expect((await request(service.server).get(path).set(headers)).status).toBe(status);
      const change = request(service.server).put(`${path}/${id}`).set(headers);
      expect((await change.send({ status: 'delivered' })).status).toBe(status);
    }
    for (const method of ['delete', 'patch'] as const)
      expect([404, 405]).toContain((await request(service.server)[method](path).set(admin())).status);
    const overridden = await order(aPhoneOrder()).set('X-HTTP-Method-Override', 'GET');
    expect([overridden.status, Array.isArray(overridden.body.data)]).toEqual([201, false]);
  });
});

describe('staff', () => {
  it('set any known status; an unusual step needs a note (AAPI-17, ABOOK-18 to ABOOK-20, SIL-38, P4, G-09)', async () => {
    const { id } = (await order().expect(201)).body.data;
    expect((await put(id, { status: 'gone' })).status).toBe(400);
    expect((await put(id, ['delivered'])).status).toBe(400);
    expect((await put('a'.repeat(24), { status: 'confirmed' })).status).toBe(404);
    expect((await put(id, { status: 'delivered' })).status).toBe(409);
    expect((await put(id, { status: 'confirmed', version: 7 })).body.code).toBe('version-conflict');
    await put(id, { status: 'confirmed' }).expect(200);
    const { body } = await put(id, { status: 'delivered', adminNotes: 'Handed over.' }).expect(200);
    expect(body.data).toMatchObject({ status: 'delivered', adminNotes: 'Handed over.', version: 3 });
    await sent(phoneOrderStatusChanged.type, 2);
  });
});

describe('the holder of the link', () => {
  const cancel = (link: string) => request(service.server).post(`/api${link}/cancel`);

  it('cancels once, before processing starts (P5)', async () => {
    const { trackingLink } = (await order().expect(201)).body;
    const first = await cancel(trackingLink).expect(200);
    expect(first.body.data).toMatchObject({ status: 'cancelled', actions: [] });
    expect((await cancel(trackingLink).expect(200)).body).toEqual(first.body);
    await sent(phoneOrderCancelled.type);
    const { body } = await order().expect(201);
    await put(body.data.id, { status: 'processing' }).expect(200);
    expect((await cancel(body.trackingLink)).status).toBe(409);
  });
});

describe('product copies', () => {
  it('keep the newest version, whatever the order of events (C1 to C3)', async () => {
    await tell(productUpdated, 3, product({ priceInMinorUnits: 3 }));
    await tell(productCreated, 1, product({ priceInMinorUnits: 1 }));
    await tell(productUpdated, 2, product({ priceInMinorUnits: 2 }));
    await tell(productCreated, 1, product({ productId: 'c'.repeat(24), name: 'Last one' }));
    await eventually(async () => expect(await price('Last one')).toHaveLength(1));
    await eventually(async () => expect(await price()).toEqual([3]));
    await tell(productDeleted, 4, { productId: 'a'.repeat(24) });
    await eventually(async () => expect(await price()).toEqual([]));
    await tell(productUpdated, 3, product());
    await tell(productUpdated, 2, product({ productId: 'c'.repeat(24), name: 'Renamed' }));
    await eventually(async () => expect(await price('Renamed')).toHaveLength(1));
    expect(await price()).toEqual([]);
  });

  const listed = (id: string, page: number) => ({
    success: true as const,
    data: [
      {
        _id: id,
        id,
        name: `Phone ${page}`,
        brand: 'x',
        description: '',
        price: 100,
        oldPrice: null,
        category: 'smartphone' as const,
        featured: false,
        inStock: true,
        lowStockCount: null,
        image: '',
        pictures: [],
        specs: {},
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
        version: 5,
      },
    ],
    pagination: { page, limit: 1, total: 2, totalPages: 2, hasPrev: page > 1, hasNext: page < 2 },
    facets: { category: [], brand: [], price: { min: 0, max: 0 }, inStock: 0 },
  });

  it('are filled once from the list of catalog (C3)', async () => {
    const pages: number[] = [];
    const read = (page: number) => {
      pages.push(page);
      return Promise.resolve(listed(String(page).repeat(24), page));
    };
    await expect(
      fillProductCopies(service.context, (page) =>
        page === 1 ? read(1) : Promise.reject(new Error('away')),
      ),
    ).rejects.toThrow('away');
    expect(await price('Phone 1')).toEqual([]);
    await fillProductCopies(service.context, read);
    expect([await price('Phone 1'), await price('Phone 2')]).toEqual([[10_000], [10_000]]);
    await fillProductCopies(service.context, read);
    expect(pages).toEqual([1, 1, 2]);
  });

  it('are filled after an earlier event, and keep newer versions than the list (C3)', async () => {
    await tell(productUpdated, 6, product({ productId: '1'.repeat(24), name: 'Phone 1' }));
    await eventually(async () => expect(await price('Phone 1')).toEqual([15_000_000]));
    await fillProductCopies(service.context, (page) =>
      Promise.resolve(listed(String(page).repeat(24), page)),
    );
    expect([await price('Phone 1'), await price('Phone 2')]).toEqual([[15_000_000], [10_000]]);
  });

  it('are filled again when the list changed between two pages (C3)', async () => {
    const shifted = (page: number) => Promise.resolve(listed('1'.repeat(24), page));
    await expect(fillProductCopies(service.context, shifted)).rejects.toThrow('changed');
    await fillProductCopies(service.context, (page) =>
      Promise.resolve(listed(String(page).repeat(24), page)),
    );
    expect(await price('Phone 2')).toEqual([10_000]);
  });
});

import { type DeviceAnswer, deviceListingRefused } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import {
  cancelledEvent,
  placedEvent,
  returnedEvent,
  statusEvent,
  storedEvents,
} from '@kinmel/testing/servers';
import fc from 'fast-check';
import request from 'supertest';
import { aChecklist, imei, otherSellRequestId, sellRequestId } from '../testing/device-samples.ts';
import { contractToken, useTestDevice } from '../testing/test-device.ts';
import { takeStoppedOffSale } from './sell-device.ts';

const device = useTestDevice();
beforeEach(() => {
  device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
});

const productId = '65a000000000000000000001';
const orderId = '65b000000000000000000001';
const price = { amountInMinorUnits: 6_000_000, currency: 'NPR' };
const call = (method: 'get' | 'put' | 'post', path: string) =>
  request(device.server)
    [method](`/api/admin/devices${path}`)
    .set('Authorization', `Bearer ${device.tokens.admin()}`);
const put = (one: DeviceAnswer, step: string, body: object) =>
  call('put', `/${one.id}/${step}`).send({ version: one.version, ...body });
const read = async ({ id }: Pick<DeviceAnswer, 'id'>): Promise<DeviceAnswer> =>
  (await call('get', `/${id}`).expect(200)).body.data;
const listings = async () =>
  (await storedEvents(device.connection)).filter(({ type }) => type === 'device.listed');
const listed = async () => (await listings()).map(({ data }) => data);

/** A device whose price is agreed. */
async function bought(id = sellRequestId, checklist: object = aChecklist): Promise<DeviceAnswer> {
  device.accept(id);
  const { body } = await call('post', '')
    .send({ sellRequestId: id, identifiers: [imei] })
    .expect(201);
  await put(body.data, 'inspection', { checklist }).expect(200);
  await device.events.settled(id, body.data.id);
  return read(body.data);
}

async function forSale(): Promise<DeviceAnswer> {
  const one = await bought();
  return (await put(one, 'sale', { productId, price }).expect(200)).body.data;
}

const tell = (event: Parameters<typeof device.bus.publish>[0]) =>
  device.bus.publish(event).then(() => device.bus.settle());
const place = ({ id }: Pick<DeviceAnswer, 'id'>, its = orderId) =>
  tell(placedEvent(its, [{ productId: id }]));
const cancel = (hasLeftShop?: boolean) => tell(cancelledEvent(orderId, { hasLeftShop }));
const deliver = () => tell(statusEvent(orderId, 'delivered'));
const bringBack = (productId: string) => tell(returnedEvent(orderId, [{ productId }]));

describe('putting a device on sale (DEV-D13)', () => {
  it('publishes its grade, price, passport and photos once', async () => {
    const one = await forSale();
    expect(one).toMatchObject({
      place: 'for-sale',
      sale: { productId, price },
      usualSteps: ['inspected', 'workshop'],
    });
    expect(await listed()).toEqual([
      {
        deviceId: one.id,
        storage: '128 GB',
        color: 'Black',
        priceInMinorUnits: 6_000_000,
        currency: 'NPR',
        forSale: {
          ofProductId: productId,
          grade: 'B',
          batteryHealthPercent: 88,
          passportLink: one.passportLink,
          photos: [],
        },
      },
    ]);
    await put(one, 'sale', { productId, price }).expect(409);
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    ['of another category', { category: 'smartphone', inStock: false }, 'productId'],
    ['with pieces of its own', { category: 'premiumsmartphones', inStock: true }, 'productId'],
    [
      'that is a device',
      { category: 'premiumsmartphones', inStock: true, hasDevices: true, device: {} },
      'productId',
    ],
  ])('is refused for a product %s', async (_what, product, path) => {
    device.products.set(productId, product as never);
    const one = await bought();
    const { body } = await put(one, 'sale', { productId, price }).expect(409);
    expect(body).toMatchObject({ code: 'conflict', details: [{ path }] });
    expect(await listed()).toEqual([]);
  });

  it('is refused without a grade, before its price is agreed, for an unknown product, and for no money', async () => {
    const broken = await bought(sellRequestId, { ...aChecklist, doCamerasWork: false });
    expect((await put(broken, 'sale', { productId, price }).expect(409)).body.message).toContain(
      'without a grade',
    );
    const unknown = await put(broken, 'sale', { productId: 'f'.repeat(24), price }).expect(409);
    expect(unknown.body.details).toMatchObject([{ path: 'productId' }]);
    await put(broken, 'sale', { productId, price: { ...price, amountInMinorUnits: 0 } }).expect(400);
    expect((await read(broken)).version).toBe(broken.version);
  });

  it('is refused as long as the register of stolen phones lists it', async () => {
    const one = await bought();
    device.setListed([imei]);
    await call('post', `/offers/${sellRequestId}/blocklist`).expect(200);
    const { body } = await put(one, 'sale', { productId, price }).expect(409);
    expect(body).toMatchObject({
      message: expect.stringContaining('stolen'),
      details: [{ path: 'place' }],
    });
    expect(await listed()).toEqual([]);
    device.setListed([]);
    await call('post', `/offers/${sellRequestId}/blocklist`).expect(200);
    await put(one, 'sale', { productId, price }).expect(200);
  });
});

describe('a device whose payment is stopped (DEV-D26)', () => {
  const stopped = async (one: DeviceAnswer, version = 2) => {
    await device.events.payout('stopped', sellRequestId, version);
    return read(one);
  };
  const sendBack = (one: DeviceAnswer) => put(one, 'place', { place: 'customer', note: 'Parcel 12' });

  it('is not put on sale until its payout is resumed, in whatever order the events arrive', async () => {
    const one = await stopped(await bought());
    expect(one).toMatchObject({ isPaymentStopped: true, usualSteps: ['workshop', 'customer'] });
    const { body } = await put(one, 'sale', { productId, price }).expect(409);
    expect(body.message).toBe('The payment of its seller is stopped. It cannot be put on sale.');
    expect(await listed()).toEqual([]);
    await device.events.payout('resumed', sellRequestId, 3);
    const resumed = await stopped(one);
    expect(resumed.isPaymentStopped).toBeUndefined();
    await put(resumed, 'sale', { productId, price }).expect(200);
  });

  it('is stopped and put on sale at once: it is not on sale in the end', async () => {
    const one = await bought();
    await Promise.all([stopped(one), put(one, 'sale', { productId, price })]);
    await takeStoppedOffSale(device.context);
    expect(await read(one)).toMatchObject({ place: 'inspected', isPaymentStopped: true, sale: null });
  });

  it('is taken off sale, once nobody buys it', async () => {
    const one = await stopped(await forSale());
    device.bought.add(one.id);
    await takeStoppedOffSale(device.context);
    expect((await read(one)).place).toBe('for-sale');
    device.bought.clear();
    await takeStoppedOffSale(device.context);
    await takeStoppedOffSale(device.context);
    const off = await read(one);
    expect(off).toMatchObject({ place: 'inspected', sale: null });
    expect(off.history.at(-1)).toMatchObject({ who: null, note: 'The payment of its seller is stopped.' });
    expect(device.withdrawn).toEqual([one.id]);
  });

  it('is listed again at once when its payout is taken up again while it is taken off sale', async () => {
    const one = await stopped(await forSale());
    jest.spyOn(device.context.shop, 'withdraw').mockImplementationOnce(async () => {
      await device.events.payout('resumed', sellRequestId, 3);
    });
    await takeStoppedOffSale(device.context);
    expect((await read(one)).place).toBe('for-sale');
    expect(await listed()).toHaveLength(2);
  });

  it('is not for sale again when its order is cancelled', async () => {
    const one = await forSale();
    await place(one);
    await stopped(one);
    await cancel();
    expect(await read(one)).toMatchObject({ place: 'inspected', sale: null });
    expect(await listed()).toHaveLength(1);
  });

  it('goes back to its seller once its payout is ended, and is published once', async () => {
    const one = await stopped(await bought());
    device.resumed.add(sellRequestId);
    const { body } = await sendBack(one).expect(409);
    expect(body.message).toBe('The payment is not stopped any more.');
    expect((await read(one)).place).toBe('inspected');
    device.resumed.clear();
    await sendBack({ ...one, version: one.version - 1 }).expect(409);
    expect(device.endedPayouts).toEqual([]);
    expect((await sendBack(one).expect(200)).body.data).toMatchObject({
      place: 'customer',
      purchase: 'declined',
    });
    await sendBack(one).expect(409);
    expect(device.endedPayouts).toEqual([sellRequestId]);
    const told = (await storedEvents(device.connection)).filter(({ type }) => type === 'device.sent-back');
    expect(told).toMatchObject([{ data: { sellRequestId, note: 'Parcel 12' } }]);
  });

  it('goes back once its payout is ended, whatever step of staff is saved meanwhile', async () => {
    const one = await stopped(await bought());
    jest.spyOn(device.context.shop, 'endPayout').mockImplementationOnce(async () => {
      await put(one, 'place', { place: 'workshop' }).expect(200);
      await device.events.payout('resumed', sellRequestId, 3);
    });
    expect((await sendBack(one).expect(200)).body.data).toMatchObject({
      place: 'customer',
      purchase: 'declined',
    });
    expect((await read(one)).history.slice(-2).map(({ to }) => to)).toEqual(['workshop', 'customer']);
  });

  it('is not sent back while its payment is not stopped', async () => {
    const one = await bought();
    expect((await sendBack(one).expect(409)).body.message).toContain('or its payment is stopped');
    expect(device.endedPayouts).toEqual([]);
  });
});

describe('taking it off sale (DEV-D13)', () => {
  it('asks catalog first, and is refused while somebody buys it', async () => {
    const one = await forSale();
    device.bought.add(one.id);
    await put(one, 'place', { place: 'workshop' }).expect(409);
    expect((await read(one)).place).toBe('for-sale');
    device.bought.clear();
    const back = (await put(one, 'place', { place: 'inspected' }).expect(200)).body.data;
    expect(back).toMatchObject({ place: 'inspected', sale: null });
    expect(device.withdrawn).toEqual([one.id]);
    await put(back, 'sale', { productId, price }).expect(200);
    expect(await listed()).toHaveLength(2);
  });

  it('of an outdated version asks nobody (DEV-D6)', async () => {
    const one = await forSale();
    await put({ ...one, version: one.version - 1 }, 'place', { place: 'workshop' }).expect(409);
    expect(device.withdrawn).toEqual([]);
  });
});

describe('a device that is awaited (DEV-D22)', () => {
  const awaitedOne = async () => {
    const one = await forSale();
    await place(one);
    await deliver();
    await cancel(true);
    return read(one);
  };

  it('is received, inspected and sold again', async () => {
    const one = await awaitedOne();
    const back = (await put(one, 'place', { place: 'returned' }).expect(200)).body.data;
    const again = (await put(back, 'inspection', { checklist: aChecklist }).expect(200)).body.data;
    await put(again, 'sale', { productId, price }).expect(200);
    expect(await listed()).toHaveLength(2);
  });

  it('stays with its buyer only with a note that says why', async () => {
    const one = await awaitedOne();
    const { body } = await put(one, 'place', { place: 'customer' }).expect(409);
    expect(body.details).toMatchObject([{ path: 'note' }]);
    const note = 'Lost on its way.';
    const gone = (await put(one, 'place', { place: 'customer', note }).expect(200)).body.data;
    expect(gone).toMatchObject({ place: 'customer', usualSteps: [] });
  });

  it('comes back by a return that is settled meanwhile', async () => {
    const one = await awaitedOne();
    await bringBack(one.id);
    expect((await read(one)).place).toBe('returned');
  });
});

describe('a listing (DEV-D13)', () => {
  const settle = (id: string, listedVersion: number) =>
    request(device.server)
      .post(`/internal/devices/${id}/listing/settle`)
      .set('x-kinmel-service-token', contractToken)
      .send({ listedVersion });
  const refuse = (id: string, version: number, reason: string) =>
    device.bus
      .publish(
        createEvent(deviceListingRefused, {
          aggregateId: id,
          aggregateVersion: version,
          data: { deviceId: id, ofProductId: productId, reason } as never,
        }),
      )
      .then(() => device.bus.settle());

  it('that was withdrawn without the step of staff is listed again, and the step is refused', async () => {
    const one = await forSale();
    const { body } = await settle(one.id, one.version).expect(200);
    expect(body.state).toBe('listed-again');
    await put(one, 'place', { place: 'inspected' }).expect(409);
    const versions = (await listings()).map(({ aggregateVersion }) => aggregateVersion);
    expect(versions).toEqual([one.version, one.version + 1]);
    // If a repeated call sent it again, it would undo a sale.
    expect((await settle(one.id, one.version).expect(200)).body.state).toBe('off-sale');
    expect(await listed()).toHaveLength(2);
  });

  it('that was withdrawn by the step of staff, or of an unknown device, stays off sale', async () => {
    const one = await forSale();
    await put(one, 'place', { place: 'inspected' }).expect(200);
    for (const id of [one.id, 'f'.repeat(24)])
      expect((await settle(id, one.version).expect(200)).body.state).toBe('off-sale');
    expect(await listed()).toHaveLength(1);
  });

  it('that catalog refuses takes the device off sale and says why, unless it was listed again', async () => {
    const one = await forSale();
    await refuse(one.id, one.version - 1, 'no-product');
    expect((await read(one)).place).toBe('for-sale');
    await refuse(one.id, one.version, 'no-product');
    const after = await read(one);
    expect(after).toMatchObject({ place: 'inspected', sale: null });
    expect(after.history.at(-1)).toMatchObject({ who: null, note: 'Its product was deleted.' });
  });
});

describe('an order', () => {
  it('sells its device; its delivery starts the warranty (DEV-D14, DEV-D15)', async () => {
    const one = await forSale();
    await place(one);
    expect(await read(one)).toMatchObject({ place: 'sold', usualSteps: [] });
    await place(one);
    await deliver();
    expect(await read(one)).toMatchObject({ place: 'sold', warrantyUntil: '2027-05-22T06:00:00.000Z' });
    expect((await read(one)).history.map(({ to }) => to).filter((to) => to === 'sold')).toHaveLength(1);
  });

  it.each([
    ['after', ['place', 'cancel']],
    ['before', ['cancel', 'place']],
  ])(
    'that is cancelled, told %s it was placed, puts the device on sale again (DEV-D14)',
    async (_when, told) => {
      const one = await forSale();
      for (const what of told) await (what === 'place' ? place(one) : cancel());
      const again = await read(one);
      expect(again).toMatchObject({ place: 'for-sale', sale: { productId, price }, warrantyUntil: null });
      const versions = (await listings()).map(({ aggregateVersion }) => aggregateVersion);
      expect(versions).toEqual([one.version, again.version]);
    },
  );

  it.each([
    ['after', ['place', 'deliver', 'cancel']],
    ['before', ['cancel', 'deliver', 'place']],
  ])(
    'that is cancelled after it left the shop, told %s it was placed, lets staff wait for the device (DEV-D22)',
    async (_when, told) => {
      const one = await forSale();
      const tell = { place: () => place(one), deliver, cancel: () => cancel(true) };
      for (const what of told) await tell[what as keyof typeof tell]();
      expect(await read(one)).toMatchObject({
        place: 'awaited',
        sale: null,
        warrantyUntil: null,
        usualSteps: ['returned', 'customer'],
      });
      expect(await listed()).toHaveLength(1);
    },
  );

  it('that has another device than the one for sale takes it from nobody (DEV-D14)', async () => {
    const one = await forSale();
    await place(one);
    await place(one, '65b000000000000000000002');
    await cancel();
    expect(await read(one)).toMatchObject({ place: 'for-sale' });
  });

  it.each([
    ['delivered', ['deliver', 'place'], { place: 'sold', warrantyUntil: '2027-05-22T06:00:00.000Z' }],
    ['returned', ['deliver', 'bringBack', 'place'], { place: 'returned', sale: null, warrantyUntil: null }],
  ])(
    'that is %s before its event came says so of its device (DEV-D15, DEV-D16)',
    async (_what, told, after) => {
      const one = await forSale();
      const tell = { place: () => place(one), deliver, bringBack: () => bringBack(one.id) };
      for (const what of told) await tell[what as keyof typeof tell]();
      expect(await read(one)).toMatchObject(after);
      const steps = ['sold', ...(after.place === 'returned' ? ['returned'] : [])];
      expect((await read(one)).history.map(({ to }) => to).slice(-steps.length)).toEqual(steps);
    },
  );

  it('of other products changes no device', async () => {
    const one = await forSale();
    await place({ ...one, id: productId });
    expect(await read(one)).toMatchObject({ place: 'for-sale', version: one.version });
  });
});

it('whatever order the events of an order come in, and however often, its device ends the same (DEV-D14–D16, DEV-D22)', async () => {
  const stories = {
    'cancelled at once': ['placed', 'cancelled'],
    'cancelled after the delivery': ['placed', 'delivered', 'cancelled'],
    returned: ['placed', 'delivered', 'returned'],
    delivered: ['placed', 'delivered'],
  } as const;
  const ends = {
    'cancelled at once': { place: 'for-sale', warrantyUntil: null },
    'cancelled after the delivery': { place: 'awaited', warrantyUntil: null },
    returned: { place: 'returned', warrantyUntil: null },
    delivered: { place: 'sold', warrantyUntil: '2027-05-22T06:00:00.000Z' },
  };
  const names = Object.keys(stories) as (keyof typeof stories)[];
  const order = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), order, async (name, at) => {
      await device.reset();
      device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
      const one = await forSale();
      const tell = {
        placed: () => place(one),
        delivered: deliver,
        cancelled: () => cancel(name === 'cancelled after the delivery'),
        returned: () => bringBack(one.id),
      };
      const told = [...stories[name], ...stories[name]].map((what, index) => ({ what, at: at[index] ?? 0 }));
      for (const { what } of told.toSorted((first, other) => first.at - other.at)) await tell[what]();
      expect(await read(one)).toMatchObject(ends[name]);
      expect(await listed()).toHaveLength(name === 'cancelled at once' ? 2 : 1);
    }),
    { numRuns: 30 },
  );
}, 60_000);

describe('a device that comes back (DEV-D16)', () => {
  it('is inspected and sold again with its history, and once', async () => {
    const one = await forSale();
    await place(one);
    await deliver();
    await bringBack(one.id);
    await bringBack(one.id);
    const back = await read(one);
    expect(back).toMatchObject({ place: 'returned', sale: null, warrantyUntil: null });
    const again = (await put(back, 'inspection', { checklist: aChecklist }).expect(200)).body.data;
    await put(again, 'sale', { productId, price }).expect(200);
    expect((await read(one)).history.map(({ to }) => to)).toEqual([
      'received',
      'inspected',
      'for-sale',
      'sold',
      'returned',
      'inspected',
      'for-sale',
    ]);
  });

  it('by its buyer in another sell request is the same device (DEV-D2)', async () => {
    const one = await forSale();
    await place(one);
    const again = await bought(otherSellRequestId);
    // SR-S16.
    expect(device.soldBy.slice(-2)).toEqual([undefined, orderId]);
    expect(again).toMatchObject({ id: one.id, place: 'inspected', purchase: 'agreed', sale: null });
    await cancel();
    expect((await read(one)).place).toBe('inspected');
  });

  it('to its buyer, who offered it again, has its warranty and still follows its order (DEV-D22, DEV-D27)', async () => {
    const one = await forSale();
    await place(one);
    await deliver();
    const { warrantyUntil, photos } = await read(one);
    device.accept(otherSellRequestId);
    await call('post', '')
      .send({ sellRequestId: otherSellRequestId, identifiers: [imei] })
      .expect(201);
    await device.events.ended(otherSellRequestId, 'rejected');
    await put(await read(one), 'place', { place: 'customer', note: 'Parcel 12' }).expect(200);
    expect(await read(one)).toMatchObject({ place: 'customer', warrantyUntil, photos });
    await cancel(true);
    expect(await read(one)).toMatchObject({ place: 'awaited', warrantyUntil: null });
  });
});

describe('the suggested price (DEV-D17)', () => {
  it('is the estimate with the markup, with margin, cost and age', async () => {
    const one = await bought();
    device.setClock('2026-11-30T06:00:00Z');
    const { body } = await call('get', `/${one.id}/sale`).expect(200);
    // $400 at NPR 135, and 25 percent more.
    expect(body.data).toEqual({
      suggestedPrice: { amountInMinorUnits: 6_750_000, currency: 'NPR' },
      cost: { amountInMinorUnits: 4_050_000, currency: 'NPR' },
      marginPercent: 40,
      ageInDays: 7,
    });
  });

  it('is nothing without a grade, and refused while the rate was never read', async () => {
    const one = await bought(sellRequestId, { ...aChecklist, screen: 'broken' });
    const { body } = await call('get', `/${one.id}/sale`).expect(200);
    expect(body.data).toMatchObject({ suggestedPrice: null, marginPercent: null });
  });
});

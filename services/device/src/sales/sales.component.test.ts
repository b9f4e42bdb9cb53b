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
const put = (phone: DeviceAnswer, step: string, body: object) =>
  call('put', `/${phone.id}/${step}`).send({ version: phone.version, ...body });
const read = async ({ id }: Pick<DeviceAnswer, 'id'>): Promise<DeviceAnswer> =>
  (await call('get', `/${id}`).expect(200)).body.data;
const listings = async () =>
  (await storedEvents(device.connection)).filter(({ type }) => type === 'device.listed');
const listedData = async () => (await listings()).map(({ data }) => data);

/** A device whose price is agreed. */
async function boughtDevice(id = sellRequestId, checklist: object = aChecklist): Promise<DeviceAnswer> {
  device.accept(id);
  const { body } = await call('post', '')
    .send({ sellRequestId: id, identifiers: [imei] })
    .expect(201);
  await put(body.data, 'inspection', { checklist }).expect(200);
  await device.events.settled(id, body.data.id);
  return read(body.data);
}

async function deviceForSale(): Promise<DeviceAnswer> {
  const phone = await boughtDevice();
  return (await put(phone, 'sale', { productId, price }).expect(200)).body.data;
}

const publish = (event: Parameters<typeof device.bus.publish>[0]) =>
  device.bus.publish(event).then(() => device.bus.settle());
const place = ({ id }: Pick<DeviceAnswer, 'id'>, ofOrderId = orderId) =>
  publish(placedEvent(ofOrderId, [{ productId: id }]));
const cancel = (hasLeftShop?: boolean) => publish(cancelledEvent(orderId, { hasLeftShop }));
const deliver = () => publish(statusEvent(orderId, 'delivered'));
const bringBack = (productId: string) => publish(returnedEvent(orderId, [{ productId }]));

describe('putting a device on sale (DEV-D13)', () => {
  it('publishes its grade, price, passport and photos once', async () => {
    const phone = await deviceForSale();
    expect(phone).toMatchObject({
      place: 'for-sale',
      sale: { productId, price },
      usualSteps: ['inspected', 'workshop'],
    });
    expect(await listedData()).toEqual([
      {
        deviceId: phone.id,
        storage: '128 GB',
        color: 'Black',
        priceInMinorUnits: 6_000_000,
        currency: 'NPR',
        forSale: {
          ofProductId: productId,
          grade: 'B',
          batteryHealthPercent: 88,
          passportLink: phone.passportLink,
          photos: [],
        },
      },
    ]);
    await put(phone, 'sale', { productId, price }).expect(409);
    expect(await listedData()).toHaveLength(1);
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
    const phone = await boughtDevice();
    const { body } = await put(phone, 'sale', { productId, price }).expect(409);
    expect(body).toMatchObject({ code: 'conflict', details: [{ path }] });
    expect(await listedData()).toEqual([]);
  });

  it('is refused without a grade, before its price is agreed, for an unknown product, and for no money', async () => {
    const broken = await boughtDevice(sellRequestId, { ...aChecklist, doCamerasWork: false });
    expect((await put(broken, 'sale', { productId, price }).expect(409)).body.message).toContain(
      'without a grade',
    );
    const unknown = await put(broken, 'sale', { productId: 'f'.repeat(24), price }).expect(409);
    expect(unknown.body.details).toMatchObject([{ path: 'productId' }]);
    await put(broken, 'sale', { productId, price: { ...price, amountInMinorUnits: 0 } }).expect(400);
    expect((await read(broken)).version).toBe(broken.version);
  });

  it('is refused as long as the register of stolen phones lists it', async () => {
    const phone = await boughtDevice();
    device.setListed([imei]);
    await call('post', `/offers/${sellRequestId}/blocklist`).expect(200);
    const { body } = await put(phone, 'sale', { productId, price }).expect(409);
    expect(body).toMatchObject({
      message: expect.stringContaining('stolen'),
      details: [{ path: 'place' }],
    });
    expect(await listedData()).toEqual([]);
    device.setListed([]);
    await call('post', `/offers/${sellRequestId}/blocklist`).expect(200);
    await put(phone, 'sale', { productId, price }).expect(200);
  });
});

describe('a device whose payment is stopped (DEV-D26)', () => {
  const stopPayment = async (phone: DeviceAnswer, version = 2) => {
    await device.events.payout('stopped', sellRequestId, version);
    return read(phone);
  };
  const sendBack = (phone: DeviceAnswer) => put(phone, 'place', { place: 'customer', note: 'Parcel 12' });

  it('is not put on sale until its payout is resumed, in whatever order the events arrive', async () => {
    const phone = await stopPayment(await boughtDevice());
    expect(phone).toMatchObject({ isPaymentStopped: true, usualSteps: ['workshop', 'customer'] });
    const { body } = await put(phone, 'sale', { productId, price }).expect(409);
    expect(body.message).toBe('The payment of its seller is stopped. It cannot be put on sale.');
    expect(await listedData()).toEqual([]);
    await device.events.payout('resumed', sellRequestId, 3);
    const resumed = await stopPayment(phone);
    expect(resumed.isPaymentStopped).toBeUndefined();
    await put(resumed, 'sale', { productId, price }).expect(200);
  });

  it('that is put on sale while the payment is stopped is off sale in the end', async () => {
    const phone = await boughtDevice();
    await Promise.all([stopPayment(phone), put(phone, 'sale', { productId, price })]);
    await takeStoppedOffSale(device.context);
    expect(await read(phone)).toMatchObject({ place: 'inspected', isPaymentStopped: true, sale: null });
  });

  it('is taken off sale as soon as no one is buying it', async () => {
    const phone = await stopPayment(await deviceForSale());
    device.beingBought.add(phone.id);
    await takeStoppedOffSale(device.context);
    expect((await read(phone)).place).toBe('for-sale');
    device.beingBought.clear();
    await takeStoppedOffSale(device.context);
    await takeStoppedOffSale(device.context);
    const offSale = await read(phone);
    expect(offSale).toMatchObject({ place: 'inspected', sale: null });
    expect(offSale.history.at(-1)).toMatchObject({
      who: null,
      note: 'The payment of its seller is stopped.',
    });
    expect(device.withdrawn).toEqual([phone.id]);
  });

  it('is listed again at once when its payout is resumed while it is taken off sale', async () => {
    const phone = await stopPayment(await deviceForSale());
    jest.spyOn(device.context.shop, 'withdraw').mockImplementationOnce(async () => {
      await device.events.payout('resumed', sellRequestId, 3);
    });
    await takeStoppedOffSale(device.context);
    expect((await read(phone)).place).toBe('for-sale');
    expect(await listedData()).toHaveLength(2);
  });

  it('is not for sale again when its order is cancelled', async () => {
    const phone = await deviceForSale();
    await place(phone);
    await stopPayment(phone);
    await cancel();
    expect(await read(phone)).toMatchObject({ place: 'inspected', sale: null });
    expect(await listedData()).toHaveLength(1);
  });

  it('goes back to its seller once its payout is ended, and is published once', async () => {
    const phone = await stopPayment(await boughtDevice());
    device.resumed.add(sellRequestId);
    const { body } = await sendBack(phone).expect(409);
    expect(body.message).toBe('The payment is not stopped any more.');
    expect((await read(phone)).place).toBe('inspected');
    device.resumed.clear();
    await sendBack({ ...phone, version: phone.version - 1 }).expect(409);
    expect(device.endedPayouts).toEqual([]);
    expect((await sendBack(phone).expect(200)).body.data).toMatchObject({
      place: 'customer',
      purchase: 'declined',
    });
    await sendBack(phone).expect(409);
    expect(device.endedPayouts).toEqual([sellRequestId]);
    const sentBackEvents = (await storedEvents(device.connection)).filter(
      ({ type }) => type === 'device.sent-back',
    );
    expect(sentBackEvents).toMatchObject([{ data: { sellRequestId, note: 'Parcel 12' } }]);
  });

  it('goes back once its payout is ended, whatever step of staff is saved concurrently', async () => {
    const phone = await stopPayment(await boughtDevice());
    jest.spyOn(device.context.shop, 'endPayout').mockImplementationOnce(async () => {
      await put(phone, 'place', { place: 'workshop' }).expect(200);
      await device.events.payout('resumed', sellRequestId, 3);
    });
    expect((await sendBack(phone).expect(200)).body.data).toMatchObject({
      place: 'customer',
      purchase: 'declined',
    });
    expect((await read(phone)).history.slice(-2).map(({ to }) => to)).toEqual(['workshop', 'customer']);
  });

  it('is not sent back while its payment is not stopped', async () => {
    const phone = await boughtDevice();
    expect((await sendBack(phone).expect(409)).body.message).toContain('or its payment is stopped');
    expect(device.endedPayouts).toEqual([]);
  });
});

describe('taking it off sale (DEV-D13)', () => {
  it('asks catalog first, and is refused while a customer is buying it', async () => {
    const phone = await deviceForSale();
    device.beingBought.add(phone.id);
    await put(phone, 'place', { place: 'workshop' }).expect(409);
    expect((await read(phone)).place).toBe('for-sale');
    device.beingBought.clear();
    const withdrawnDevice = (await put(phone, 'place', { place: 'inspected' }).expect(200)).body.data;
    expect(withdrawnDevice).toMatchObject({ place: 'inspected', sale: null });
    expect(device.withdrawn).toEqual([phone.id]);
    await put(withdrawnDevice, 'sale', { productId, price }).expect(200);
    expect(await listedData()).toHaveLength(2);
  });

  it('of an outdated version does not call catalog (DEV-D6)', async () => {
    const phone = await deviceForSale();
    await put({ ...phone, version: phone.version - 1 }, 'place', { place: 'workshop' }).expect(409);
    expect(device.withdrawn).toEqual([]);
  });
});

describe('a device that is awaited (DEV-D22)', () => {
  const awaitedDevice = async () => {
    const phone = await deviceForSale();
    await place(phone);
    await deliver();
    await cancel(true);
    return read(phone);
  };

  it('is received, inspected and sold again', async () => {
    const phone = await awaitedDevice();
    const returnedDevice = (await put(phone, 'place', { place: 'returned' }).expect(200)).body.data;
    const inspectedAgain = (await put(returnedDevice, 'inspection', { checklist: aChecklist }).expect(200))
      .body.data;
    await put(inspectedAgain, 'sale', { productId, price }).expect(200);
    expect(await listedData()).toHaveLength(2);
  });

  it('stays with its buyer only with a note that says why', async () => {
    const phone = await awaitedDevice();
    const { body } = await put(phone, 'place', { place: 'customer' }).expect(409);
    expect(body.details).toMatchObject([{ path: 'note' }]);
    const note = 'Lost on its way.';
    const atBuyer = (await put(phone, 'place', { place: 'customer', note }).expect(200)).body.data;
    expect(atBuyer).toMatchObject({ place: 'customer', usualSteps: [] });
  });

  it('is returned by a return that is settled in the meantime', async () => {
    const phone = await awaitedDevice();
    await bringBack(phone.id);
    expect((await read(phone)).place).toBe('returned');
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
    const phone = await deviceForSale();
    const { body } = await settle(phone.id, phone.version).expect(200);
    expect(body.state).toBe('listed-again');
    await put(phone, 'place', { place: 'inspected' }).expect(409);
    const versions = (await listings()).map(({ aggregateVersion }) => aggregateVersion);
    expect(versions).toEqual([phone.version, phone.version + 1]);
    // If a repeated call listed the device again, that could undo a sale.
    expect((await settle(phone.id, phone.version).expect(200)).body.state).toBe('off-sale');
    expect(await listedData()).toHaveLength(2);
  });

  it('that was withdrawn by the step of staff, or of an unknown device, stays off sale', async () => {
    const phone = await deviceForSale();
    await put(phone, 'place', { place: 'inspected' }).expect(200);
    for (const id of [phone.id, 'f'.repeat(24)])
      expect((await settle(id, phone.version).expect(200)).body.state).toBe('off-sale');
    expect(await listedData()).toHaveLength(1);
  });

  it('that catalog refuses takes the device off sale and says why, unless it was listed again', async () => {
    const phone = await deviceForSale();
    await refuse(phone.id, phone.version - 1, 'no-product');
    expect((await read(phone)).place).toBe('for-sale');
    await refuse(phone.id, phone.version, 'no-product');
    const after = await read(phone);
    expect(after).toMatchObject({ place: 'inspected', sale: null });
    expect(after.history.at(-1)).toMatchObject({ who: null, note: 'Its product was deleted.' });
  });
});

describe('an order', () => {
  it('sells its device; its delivery starts the warranty (DEV-D14, DEV-D15)', async () => {
    const phone = await deviceForSale();
    await place(phone);
    expect(await read(phone)).toMatchObject({ place: 'sold', usualSteps: [] });
    await place(phone);
    await deliver();
    expect(await read(phone)).toMatchObject({ place: 'sold', warrantyUntil: '2027-05-22T06:00:00.000Z' });
    expect((await read(phone)).history.map(({ to }) => to).filter((to) => to === 'sold')).toHaveLength(1);
  });

  it.each([
    ['after', ['place', 'cancel']],
    ['before', ['cancel', 'place']],
  ])(
    'that is cancelled, by an event %s the one of its placing, puts the device on sale again (DEV-D14)',
    async (_when, eventNames) => {
      const phone = await deviceForSale();
      for (const what of eventNames) await (what === 'place' ? place(phone) : cancel());
      const relisted = await read(phone);
      expect(relisted).toMatchObject({ place: 'for-sale', sale: { productId, price }, warrantyUntil: null });
      const versions = (await listings()).map(({ aggregateVersion }) => aggregateVersion);
      expect(versions).toEqual([phone.version, relisted.version]);
    },
  );

  it.each([
    ['after', ['place', 'deliver', 'cancel']],
    ['before', ['cancel', 'deliver', 'place']],
  ])(
    'that is cancelled after it left the shop, by an event %s the one of its placing, makes its device awaited (DEV-D22)',
    async (_when, eventNames) => {
      const phone = await deviceForSale();
      const publishEvent = { place: () => place(phone), deliver, cancel: () => cancel(true) };
      for (const what of eventNames) await publishEvent[what as keyof typeof publishEvent]();
      expect(await read(phone)).toMatchObject({
        place: 'awaited',
        sale: null,
        warrantyUntil: null,
        usualSteps: ['returned', 'customer'],
      });
      expect(await listedData()).toHaveLength(1);
    },
  );

  it('with a device that another order has bought does not change the device (DEV-D14)', async () => {
    const phone = await deviceForSale();
    await place(phone);
    await place(phone, '65b000000000000000000002');
    await cancel();
    expect(await read(phone)).toMatchObject({ place: 'for-sale' });
  });

  it.each([
    ['delivered', ['deliver', 'place'], { place: 'sold', warrantyUntil: '2027-05-22T06:00:00.000Z' }],
    ['returned', ['deliver', 'bringBack', 'place'], { place: 'returned', sale: null, warrantyUntil: null }],
  ])(
    'whose %s event arrives before the one of its placing changes its device as if in order (DEV-D15, DEV-D16)',
    async (_what, eventNames, after) => {
      const phone = await deviceForSale();
      const publishEvent = { place: () => place(phone), deliver, bringBack: () => bringBack(phone.id) };
      for (const what of eventNames) await publishEvent[what as keyof typeof publishEvent]();
      expect(await read(phone)).toMatchObject(after);
      const steps = ['sold', ...(after.place === 'returned' ? ['returned'] : [])];
      expect((await read(phone)).history.map(({ to }) => to).slice(-steps.length)).toEqual(steps);
    },
  );

  it('of other products changes no device', async () => {
    const phone = await deviceForSale();
    await place({ ...phone, id: productId });
    expect(await read(phone)).toMatchObject({ place: 'for-sale', version: phone.version });
  });
});

it('the events of an order lead its device to the same state in any sequence and when redelivered (DEV-D14–D16, DEV-D22)', async () => {
  const sequences = {
    'cancelled at once': ['placed', 'cancelled'],
    'cancelled after the delivery': ['placed', 'delivered', 'cancelled'],
    returned: ['placed', 'delivered', 'returned'],
    delivered: ['placed', 'delivered'],
  } as const;
  const expectedEnds = {
    'cancelled at once': { place: 'for-sale', warrantyUntil: null },
    'cancelled after the delivery': { place: 'awaited', warrantyUntil: null },
    returned: { place: 'returned', warrantyUntil: null },
    delivered: { place: 'sold', warrantyUntil: '2027-05-22T06:00:00.000Z' },
  };
  const names = Object.keys(sequences) as (keyof typeof sequences)[];
  const order = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), order, async (name, positions) => {
      await device.reset();
      device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
      const phone = await deviceForSale();
      const publishEvent = {
        placed: () => place(phone),
        delivered: deliver,
        cancelled: () => cancel(name === 'cancelled after the delivery'),
        returned: () => bringBack(phone.id),
      };
      const deliveries = [...sequences[name], ...sequences[name]].map((what, index) => ({
        what,
        at: positions[index] ?? 0,
      }));
      for (const { what } of deliveries.toSorted((first, other) => first.at - other.at))
        await publishEvent[what]();
      expect(await read(phone)).toMatchObject(expectedEnds[name]);
      expect(await listedData()).toHaveLength(name === 'cancelled at once' ? 2 : 1);
    }),
    { numRuns: 30 },
  );
}, 60_000);

describe('a returned device (DEV-D16)', () => {
  it('is inspected and sold again with its history, also after a redelivered event', async () => {
    const phone = await deviceForSale();
    await place(phone);
    await deliver();
    await bringBack(phone.id);
    await bringBack(phone.id);
    const returnedDevice = await read(phone);
    expect(returnedDevice).toMatchObject({ place: 'returned', sale: null, warrantyUntil: null });
    const inspectedAgain = (await put(returnedDevice, 'inspection', { checklist: aChecklist }).expect(200))
      .body.data;
    await put(inspectedAgain, 'sale', { productId, price }).expect(200);
    expect((await read(phone)).history.map(({ to }) => to)).toEqual([
      'received',
      'inspected',
      'for-sale',
      'sold',
      'returned',
      'inspected',
      'for-sale',
    ]);
  });

  it('that its buyer offers by another sell request is the same device (DEV-D2)', async () => {
    const phone = await deviceForSale();
    await place(phone);
    const boughtAgain = await boughtDevice(otherSellRequestId);
    // The claim names the order that sold it (SR-S16).
    expect(device.claimedOrderIds.slice(-2)).toEqual([undefined, orderId]);
    expect(boughtAgain).toMatchObject({ id: phone.id, place: 'inspected', purchase: 'agreed', sale: null });
    await cancel();
    expect((await read(phone)).place).toBe('inspected');
  });

  it('that goes back to its buyer has its warranty and still follows its order (DEV-D22, DEV-D27)', async () => {
    const phone = await deviceForSale();
    await place(phone);
    await deliver();
    const { warrantyUntil, photos } = await read(phone);
    device.accept(otherSellRequestId);
    await call('post', '')
      .send({ sellRequestId: otherSellRequestId, identifiers: [imei] })
      .expect(201);
    await device.events.ended(otherSellRequestId, 'rejected');
    await put(await read(phone), 'place', { place: 'customer', note: 'Parcel 12' }).expect(200);
    expect(await read(phone)).toMatchObject({ place: 'customer', warrantyUntil, photos });
    await cancel(true);
    expect(await read(phone)).toMatchObject({ place: 'awaited', warrantyUntil: null });
  });
});

describe('the suggested price (DEV-D17)', () => {
  it('is the estimate with the markup, with margin, cost and age', async () => {
    const phone = await boughtDevice();
    device.setClock('2026-11-30T06:00:00Z');
    const { body } = await call('get', `/${phone.id}/sale`).expect(200);
    // $400 at NPR 135, and 25 percent more.
    expect(body.data).toEqual({
      suggestedPrice: { amountInMinorUnits: 6_750_000, currency: 'NPR' },
      cost: { amountInMinorUnits: 4_050_000, currency: 'NPR' },
      marginPercent: 40,
      ageInDays: 7,
    });
  });

  it('is null without a grade', async () => {
    const phone = await boughtDevice(sellRequestId, { ...aChecklist, screen: 'broken' });
    const { body } = await call('get', `/${phone.id}/sale`).expect(200);
    expect(body.data).toMatchObject({ suggestedPrice: null, marginPercent: null });
  });
});

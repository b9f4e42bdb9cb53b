import { type ServiceCallContract, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { Device } from '../devices/device.rules.ts';
import { shopClients } from './sell-device.ts';

const { boolean, integer, like, nullValue, number, regex, string } = MatchersV3;

const productId = '25ee728f50f0dfc3eee9b45d';
const deviceId = '00000000000000000000000b';
const unknownId = '0'.repeat(24);
const id = regex(/^[0-9a-f]{24}$/, productId);
const instant = '2026-01-15T06:00:00.000Z';

/** Records a call of the client in the contract. */
const callShop = <Read>(
  service: string,
  call: ServiceCallContract,
  work: (shop: ReturnType<typeof shopClients>) => Promise<Read>,
) => serviceCalls('device', service)(call, (client) => work(shopClients(client, client, client)));

describe('what device asks catalog for (DEV-D13)', () => {
  const product = {
    _id: id,
    id,
    name: string('iPhone 13 Pro'),
    brand: string('Apple'),
    description: string('A phone.'),
    category: 'premiumsmartphones',
    price: number(91_500),
    oldPrice: like<number | null>(131_900),
    featured: boolean(false),
    inStock: boolean(true),
    lowStockCount: integer(3),
    image: string('/uploads/c0ffee00c0ffee00/640.webp'),
    pictures: like([]),
    specs: { storage: string('128 GB') },
    createdAt: string(instant),
    updatedAt: string(instant),
    version: integer(1),
  };
  it.each([
    {
      given: `the product ${productId} is in the shop`,
      name: 'a product with pieces of its own',
      wanted: productId,
      data: product,
      expected: { category: 'premiumsmartphones', inStock: true },
    },
    {
      given: `a device of the product ${productId} is for sale`,
      name: 'a product whose pieces are devices',
      wanted: productId,
      data: { ...product, hasDevices: true },
      expected: { category: 'premiumsmartphones', inStock: true, hasDevices: true },
    },
    {
      given: `the device ${deviceId} is for sale`,
      name: 'a device as a product',
      wanted: deviceId,
      data: {
        ...product,
        oldPrice: null,
        device: {
          ofProductId: id,
          grade: regex(/^[ABC]$/, 'B'),
          batteryHealthPercent: integer(88),
          passportLink: regex(/^\/passport\/[\w-]+$/, '/passport/a-token'),
          photos: [],
        },
      },
      expected: { device: { ofProductId: productId } },
    },
  ])('reads $name', ({ given, name, wanted: requestedId, data, expected }) =>
    expect(
      callShop(
        'catalog',
        { given, name, request: ['GET', `/api/products/${requestedId}`], answer: { data } },
        (shop) => shop.readProduct(requestedId),
      ),
    ).resolves.toMatchObject(expected),
  );

  it('gets not-found for an unknown product', () =>
    expect(
      callShop(
        'catalog',
        {
          given: `the product ${unknownId} is not in the shop`,
          name: 'a product for a device that is not there',
          request: ['GET', `/api/products/${unknownId}`],
          refusal: [404, 'not-found'],
        },
        (shop) => shop.readProduct(unknownId),
      ),
    ).rejects.toMatchObject({ code: 'not-found' }));

  const request = [
    'POST',
    `/internal/devices/${deviceId}/withdrawal`,
    { body: { listedVersion: integer(1) } },
  ] as const;

  it('takes a device off sale', () =>
    callShop(
      'catalog',
      { given: `the device ${deviceId} is for sale`, name: 'a device to be taken off sale', request },
      (shop) => shop.withdraw(deviceId, 1),
    ));

  it('gets conflict for a device that a customer is buying', () =>
    expect(
      callShop(
        'catalog',
        {
          given: `somebody buys the device ${deviceId}`,
          name: 'a device that somebody buys',
          request,
          refusal: [409, 'conflict'],
        },
        (shop) => shop.withdraw(deviceId, 1),
      ),
    ).rejects.toMatchObject({ code: 'conflict' }));
});

describe('what device asks order for (DEV-D26)', () => {
  const payoutId = '6e0000000000000000000001';
  const request = ['POST', `/internal/payouts/${payoutId}/end`] as const;

  it('ends the stopped payout of a phone that goes back', () =>
    callShop(
      'order',
      { given: `the payout ${payoutId} is stopped`, name: 'the end of a stopped payout', request },
      (shop) => shop.endPayout(payoutId),
    ));

  it('gets conflict for a payout that waits to be paid', () =>
    expect(
      callShop(
        'order',
        {
          given: `the payout ${payoutId} waits for its approval`,
          name: 'the end of a payout that is not stopped',
          request,
          refusal: [409, 'conflict'],
        },
        (shop) => shop.endPayout(payoutId),
      ),
    ).rejects.toMatchObject({ code: 'conflict' }));
});

describe('what device asks service-request for (DEV-D17)', () => {
  const estimate = { low: number(230), high: number(270), currency: 'USD', tableVersion: integer(1) };

  it.each([
    { grade: 'A', condition: 'excellent', model: 'iPhone 13', data: estimate, high: 270 },
    { grade: 'B', condition: 'good', model: 'iPhone 13', data: estimate, high: 270 },
    { grade: 'C', condition: 'fair', model: 'iPhone 13', data: estimate, high: 270 },
    { grade: 'B', condition: 'good', model: 'iPhone 1', data: nullValue(), high: null },
  ] as const)('estimates an $model of grade $grade', ({ grade, condition, model, data, high }) => {
    const phone = { brand: 'apple', model, storage: '128' } as Device;
    return expect(
      callShop(
        'service-request',
        {
          given: 'nothing was asked for yet',
          name: `the estimate of an ${model} of grade ${grade}`,
          request: [
            'GET',
            '/api/sell-phone/estimate',
            { query: { brand: 'apple', model, storage: '128', condition, hasCharger: 'false' } },
          ],
          answer: { data },
        },
        (shop) => shop.estimate(phone, grade),
      ),
    ).resolves.toBe(high);
  });
});

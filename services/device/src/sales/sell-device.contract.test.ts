import { contractBetween } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { Device } from '../devices/device.rules.ts';
import { asking, contractToken } from '../testing/asking.ts';
import { shopClients } from './sell-device.ts';

const { boolean, integer, like, nullValue, number, regex, string } = MatchersV3;

const catalog = contractBetween('device', 'catalog');
const requests = contractBetween('device', 'service-request');
const order = contractBetween('device', 'order');

const json = { 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') };
const productId = '25ee728f50f0dfc3eee9b45d';
const deviceId = '00000000000000000000000b';
const noId = '0'.repeat(24);
const id = regex(/^[0-9a-f]{24}$/, productId);
const instant = '2026-01-15T06:00:00.000Z';
const problem = (code: string) => ({
  success: false,
  message: string('This cannot be done.'),
  error: string('This cannot be done.'),
  code,
});

/** Asks the mock server as the service asks others. */
const shopAt = <Read>(
  service: string,
  url: string,
  ask: (shop: ReturnType<typeof shopClients>) => Promise<Read>,
) => asking(service, url, (client) => ask(shopClients(client, client, client)));

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
  const read = (given: string, name: string, wanted: string) =>
    catalog.addInteraction().given(given).uponReceiving(name).withRequest('GET', `/api/products/${wanted}`);

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
  ])('reads $name', ({ given, name, wanted, data, expected }) =>
    read(given, name, wanted)
      .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ success: true, data }))
      .executeTest(async ({ url }) => {
        expect(await shopAt('catalog', url, (shop) => shop.readProduct(wanted))).toMatchObject(expected);
      }),
  );

  it('gets not-found for an unknown product', () =>
    read(`the product ${noId} is not in the shop`, 'a product for a device that is not there', noId)
      .willRespondWith(404, (answer) => answer.headers(json).jsonBody(problem('not-found')))
      .executeTest(({ url }) =>
        expect(shopAt('catalog', url, (shop) => shop.readProduct(noId))).rejects.toMatchObject({
          code: 'not-found',
        }),
      ));

  const withdraw = (given: string, name: string) =>
    catalog
      .addInteraction()
      .given(given)
      .uponReceiving(name)
      .withRequest('POST', `/internal/devices/${deviceId}/withdrawal`, (ask) =>
        ask
          .headers({ 'x-kinmel-service-token': regex('^.+$', contractToken) })
          .jsonBody({ listedVersion: integer(1) }),
      );

  it('takes a device off sale', () =>
    withdraw(`the device ${deviceId} is for sale`, 'a device to be taken off sale')
      .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ success: true }))
      .executeTest(({ url }) => shopAt('catalog', url, (shop) => shop.withdraw(deviceId, 1))));

  it('gets conflict for a device that somebody buys', () =>
    withdraw(`somebody buys the device ${deviceId}`, 'a device that somebody buys')
      .willRespondWith(409, (answer) => answer.headers(json).jsonBody(problem('conflict')))
      .executeTest(({ url }) =>
        expect(shopAt('catalog', url, (shop) => shop.withdraw(deviceId, 1))).rejects.toMatchObject({
          code: 'conflict',
        }),
      ));
});

describe('what device asks order for (DEV-D26)', () => {
  const payoutId = '6e0000000000000000000001';
  const end = (given: string, name: string) =>
    order
      .addInteraction()
      .given(given)
      .uponReceiving(name)
      .withRequest('POST', `/internal/payouts/${payoutId}/end`, (ask) =>
        ask.headers({ 'x-kinmel-service-token': regex('^.+$', contractToken) }),
      );

  it('ends the stopped payout of a phone that goes back', () =>
    end(`the payout ${payoutId} is stopped`, 'the end of a stopped payout')
      .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ success: true }))
      .executeTest(({ url }) => shopAt('order', url, (shop) => shop.endPayout(payoutId))));

  it('gets conflict for a payout that waits to be paid', () =>
    end(`the payout ${payoutId} waits for its approval`, 'the end of a payout that is not stopped')
      .willRespondWith(409, (answer) => answer.headers(json).jsonBody(problem('conflict')))
      .executeTest(({ url }) =>
        expect(shopAt('order', url, (shop) => shop.endPayout(payoutId))).rejects.toMatchObject({
          code: 'conflict',
        }),
      ));
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
    return requests
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving(`the estimate of an ${model} of grade ${grade}`)
      .withRequest('GET', '/api/sell-phone/estimate', (ask) =>
        ask.query({ brand: 'apple', model, storage: '128', condition, hasCharger: 'false' }),
      )
      .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ success: true, data }))
      .executeTest(async ({ url }) => {
        expect(await shopAt('service-request', url, (shop) => shop.estimate(phone, grade))).toBe(high);
      });
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@kinmel/contracts';
import * as contracts from '@kinmel/contracts';
import { sampleDelivery, sampleSellRequest } from '@kinmel/testing/samples';
import type mongoose from 'mongoose';
import pLimit from 'p-limit';
import { owner, type RunningServices, startServices } from './testing/running-services.ts';

/** Somebody has a copy of all databases, and none of the keys. */

/** A thousand people take two minutes. */
const peopleCount = process.env.KINMEL_TEST_LONG ? 1_000 : 100;
const atOnce = pLimit(8);

let shop: RunningServices;
beforeAll(async () => {
  const limits = ['SIGNUPS', 'ORDERS', 'SELL_REQUESTS', 'ALERTS', 'NEWSLETTER_ASKS'];
  shop = await startServices(Object.fromEntries(limits.map((name) => [`${name}_PER_HOUR`, '10000'])));
}, 300_000);
afterAll(() => shop.stop());
jest.setTimeout(600_000);

interface Sent {
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** Values of the parameters in the path. */
  readonly path?: Readonly<Record<string, string>>;
}

async function call(
  { method, path, owner: service }: Endpoint,
  { body, form, token, path: values = {} }: Sent,
) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const parts = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) parts.append(name, value);
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    'Idempotency-Key': randomUUID(),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const send = () =>
    fetch(`${shop.urlOf(service)}${address}`, { method, headers, body: body ? JSON.stringify(body) : parts });
  let answer = await send();
  // A busy machine refuses some calls.
  for (let attempt = 1; answer.status === 503 && attempt < 6; attempt += 1) {
    await pause(500);
    answer = await send();
  }
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** Words that appear nowhere else. */
const personOf = (index: number) => ({
  name: `Qvanna${index} Zholwyn${index}`,
  email: `Qvanna.${index}@people.example`,
  phone: `98${String(41_000_000 + index * 7)}`,
  street: `Wyxlane ${index}`,
});

async function addCustomer(index: number, productId: string): Promise<void> {
  const { name, email, phone, street } = personOf(index);
  const { token } = await call(contracts.signUp, {
    body: { fullName: name, email, number: phone, password: `Orchid-${index}` },
  });
  const customerDetails = { ...sampleDelivery, name, email, phone, address: street };
  const order = {
    customerDetails,
    products: [{ productId, quantity: 1 }],
    pricing: { total: 1080 },
    paymentMethod: 'cash_on_delivery',
  };
  const { data: placed } = await call(contracts.placeOrder, { body: order, token });
  const reason = `${name} orders it to ${street}, call ${phone}`;
  if (index % 3 === 0)
    await call(contracts.cancelOrder, { body: { reason }, token, path: { id: placed.id } });
  await call(contracts.createAlert, { body: { kind: 'product', productId, email }, token });
  const request = { ...sampleSellRequest, fullName: name, contactEmail: email, contactPhone: phone };
  // Half of them without their account.
  await call(contracts.submitSellRequest, {
    form: { ...request, description: 'Good.', hasCharger: 'true' },
    ...(index % 2 ? { token } : {}),
  });
}

/** All documents of a database, as text. */
async function dump(connection: mongoose.Connection): Promise<string[]> {
  const collections = (await connection.db?.collections()) ?? [];
  const texts: string[] = [];
  for (const collection of collections)
    for await (const document of collection.find())
      texts.push(`${connection.name}.${collection.collectionName} ${JSON.stringify(document)}`);
  return texts;
}

it('a dump of all databases contains no name, email, phone number or address of a person', async () => {
  const { token } = await call(contracts.logIn, { body: owner });
  const { data: product } = await call(contracts.createProduct, {
    body: { name: 'Galaxy S26', price: 1000, category: 'smartphone', description: 'A phone.', stock: 5_000 },
    token,
  });
  await shop.settle();
  await Promise.all(
    Array.from({ length: peopleCount }, (_, index) => atOnce(() => addCustomer(index, product.id))),
  );
  const texts = (await Promise.all(shop.connections.map(dump))).flat();
  await shop.settle();
  texts.push(...(await Promise.all(shop.connections.map(dump))).flat());
  expect(texts.length).toBeGreaterThan(peopleCount * 12);
  const phones = new Set(Array.from({ length: peopleCount }, (_, index) => personOf(index).phone));
  const isPersonal = (text: string) =>
    /qvanna|zholwyn|people\.example|wyxlane/i.test(text) ||
    (text.match(/\b98\d{8}\b/g) ?? []).some((number) => phones.has(number));
  const places = Map.groupBy(texts.filter(isPersonal), (text) => text.split(' ')[0]);
  expect(
    [...places].map(([place, rows]) => `${place}: ${rows.length}, as ${rows[0]?.slice(0, 400)}`),
  ).toEqual([]);
});

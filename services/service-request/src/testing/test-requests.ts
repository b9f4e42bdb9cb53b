import { readdir } from 'node:fs/promises';
import { personalDataOf } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import sharp from 'sharp';
import request from 'supertest';
import type { RequestsPerHour } from '../requests/request-limits.store.ts';
import { aBooking, aPhoneOrder, aReturn, aSellForm } from './request-forms.ts';
import {
  startTestServiceRequest,
  type TestInstance,
  type TestServiceRequest,
} from './test-service-request.ts';

/** The differences between the kinds: addresses, collection, form, and the last status. */
const requestKinds = {
  'sell-request': {
    list: '/api/sell-phone/requests',
    one: '/api/sell-phone/request',
    collection: 'sell_requests',
    formOf: aSellForm,
    last: 'completed',
  },
  'repair-booking': {
    list: '/api/bookings',
    one: '/api/bookings',
    collection: 'repair_bookings',
    formOf: aBooking,
    last: 'done',
  },
  'phone-order': {
    list: '/api/admin/phone-orders',
    one: '/api/admin/phone-orders',
    collection: 'phone_orders',
    formOf: aPhoneOrder,
    last: 'delivered',
  },
  return: {
    list: '/api/returns',
    one: '/api/returns',
    collection: 'returns',
    formOf: aReturn,
    last: 'settled',
  },
} as const;

export type Kind = keyof typeof requestKinds;
/** The kinds that need no account and whose steps staff choose freely; returns have tests of their own. */
export const kinds = ['sell-request', 'repair-booking', 'phone-order'] as const satisfies Kind[];
export const lastStatusOf = (kind: Kind): string => requestKinds[kind].last;
export const addressOf = (kind: Kind, id: string) => `${requestKinds[kind].one}/${id}`;

interface Sending {
  readonly key?: string;
  readonly token?: string;
  readonly photo?: Buffer;
  /** Network address. */
  readonly from?: string;
  readonly at?: TestInstance;
}

export const aPhoto = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '27/1 42/1 0/1' } })
    .jpeg()
    .toBuffer();

/** Starts the service for the tests of a file. After each test clock, data and photos are reset. */
export function testWithRequests(perHour: Partial<RequestsPerHour> = {}) {
  let service: TestServiceRequest;
  let publishedBefore = 0;
  beforeAll(async () => {
    service = await startTestServiceRequest(perHour);
  });
  afterEach(async () => {
    service.setClock('2026-11-23T06:00:00Z');
    service.setOrderAway(false);
    service.setRate(13_500);
    service.orders.clear();
    service.claims.clear();
    service.buyBacks.clear();
    service.payouts.clear();
    service.claimed.length = 0;
    service.receipts.clear();
    service.refuseClaims();
    await service.database.empty();
    for (const id of await readdir(service.photosFolder)) await service.context.photos.store.remove(id);
    publishedBefore = service.bus.published.length;
  });
  afterAll(() => service.stop());

  type Method = 'get' | 'head' | 'post' | 'put' | 'delete';
  /** The tracking page of a link. */
  const readByLink = async (link: string) => (await call('get', `/api${link}`).expect(200)).body.data;
  const call = (method: Method, path: string, token?: string, at: TestInstance = service) => {
    const httpRequest = request(at.server)[method](path);
    return token === undefined ? httpRequest : httpRequest.set('Authorization', `Bearer ${token}`);
  };
  const asAdmin = (method: Method, path: string, person?: string, at?: TestInstance) =>
    call(method, path, service.tokens.admin(person), at);

  function send(kind: Kind, form: object = {}, { key, token, photo, from, at }: Sending = {}) {
    const httpRequest = call('post', requestKinds[kind].one, token, at);
    if (key !== undefined) void httpRequest.set('Idempotency-Key', key);
    if (from !== undefined) void httpRequest.set('X-Forwarded-For', from);
    const fields = requestKinds[kind].formOf(form);
    if (kind !== 'sell-request') return httpRequest.send(fields);
    for (const [name, value] of Object.entries(fields)) void httpRequest.field(name, value);
    return photo ? httpRequest.attach('phoneImage', photo, 'phone.png') : httpRequest;
  }

  async function list(kind: Kind, query: object = {}) {
    const { data } = (await asAdmin('get', requestKinds[kind].list).query(query).expect(200)).body;
    return data.requests ?? data.bookings ?? data.returns ?? data;
  }

  /** The events of this test by id, each once however often it was published. */
  const published = () =>
    new Map(service.bus.published.slice(publishedBefore).map((event) => [event.eventId, event] as const));

  return {
    get service() {
      return service;
    },
    call,
    asAdmin,
    send,
    list,
    /** Sends a request, and returns it as staff see it, with its link. */
    submit: async (kind: Kind, form?: object, sending?: Sending) => {
      const { body } = await send(kind, form, sending).expect(201);
      return { ...(await list(kind))[0], link: String(body.trackingLink) };
    },
    /** A change by staff. */
    put: (kind: Kind, id: string, body: object, at?: TestInstance) =>
      asAdmin(
        'put',
        addressOf(kind, id) + (kind === 'sell-request' || kind === 'return' ? '/status' : ''),
        undefined,
        at,
      ).send(body),
    quote: (id: string, body: object) => asAdmin('put', `${addressOf('sell-request', id)}/quote`).send(body),
    readByLink,
    /** The body that accepts the quote with the sum that the page shows. */
    acceptanceOf: async (link: string, payment?: { readonly to: 'credit' | 'payout' }) => {
      const { version, quote } = await readByLink(link);
      const amountInMinorUnits = quote?.pays?.[payment?.to ?? 'payout'].amountInMinorUnits;
      return { version, payment, amountInMinorUnits };
    },
    /** A step by the link's holder. */
    step: (link: string, name: string, body: object = {}, at?: TestInstance) =>
      call('post', `/api${link}/${name}`, undefined, at).send(body),
    published,
    /** Waits for that many events of a type in this test, and returns them. */
    eventsOf: (type: string, count = 1) =>
      eventually(() => {
        const events = [...published().values()].filter((event) => event.type === type);
        expect(events).toHaveLength(count);
        return events;
      }),
    collection: (kind: Kind) => service.database.connection.collection(requestKinds[kind].collection),
    /** All stored requests of a kind, decrypted. */
    async stored(kind: Kind) {
      const { connection } = service.database;
      const documents = await connection.collection(requestKinds[kind].collection).find().toArray();
      return personalDataOf(connection).openAll(documents);
    },
  };
}

import mongoose from 'mongoose';
import request from 'supertest';
import { aBooking } from '../testing/booking-form.ts';
import { aPhoneOrder } from '../testing/phone-order-form.ts';
import { aSellForm } from '../testing/sell-form.ts';
import {
  startTestServiceRequest,
  type TestInstance,
  type TestServiceRequest,
} from '../testing/test-service-request.ts';

jest.setTimeout(60_000);

let service: TestServiceRequest;
let instances: readonly TestInstance[];

beforeAll(async () => {
  service = await startTestServiceRequest();
  instances = [service, await service.startTwin()];
});
afterEach(() => service.database.empty());
afterAll(() => service.stop());

const kinds = [
  {
    collection: 'sell_requests',
    send: () => {
      const call = request(service.server).post('/api/sell-phone/request');
      for (const [name, value] of Object.entries(aSellForm())) void call.field(name, value);
      return call;
    },
    addressOf: (id: string) => `/api/sell-phone/request/${id}/status`,
    statuses: ['quoted', 'accepted', 'completed', 'rejected'],
  },
  {
    collection: 'repair_bookings',
    send: () => request(service.server).post('/api/bookings').send(aBooking()),
    addressOf: (id: string) => `/api/bookings/${id}`,
    statuses: ['confirmed', 'in-repair', 'done', 'pending'],
  },
  {
    collection: 'phone_orders',
    send: () => request(service.server).post('/api/admin/phone-orders').send(aPhoneOrder()),
    addressOf: (id: string) => `/api/admin/phone-orders/${id}`,
    statuses: ['confirmed', 'processing', 'delivered', 'pending'],
  },
] as const;

async function received({ collection, send }: (typeof kinds)[number]): Promise<string> {
  await send().expect(201);
  const found = await service.database.connection.collection(collection).findOne();
  return String(found?.['_id']);
}

const stored = async (collection: string, id: string) => {
  const found = await service.database.connection
    .collection(collection)
    .findOne({ _id: new mongoose.Types.ObjectId(id) });
  if (found === null) throw new Error('the request is gone');
  return {
    version: found['version'] as number,
    history: found['history'] as { what: string; from: string | null; to: string; note: string }[],
    told: (found['outbox'] as { event: { aggregateVersion: number } }[]).map(
      ({ event }) => event.aggregateVersion,
    ),
  };
};

/** 20 concurrent calls of staff on two instances. */
const changeTogether = ({ addressOf, statuses }: (typeof kinds)[number], id: string, version?: number) =>
  Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      request((instances[index % 2] as TestInstance).server)
        .put(addressOf(id))
        .set('Authorization', `Bearer ${service.tokens.admin()}`)
        .send({ status: statuses[index % 4], adminNotes: `note ${index}`, version }),
    ),
  );

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe.each(kinds)('$collection', (kind) => {
  it('"20 parallel status changes of one record: one history, no gap in versions"', async () => {
    const id = await received(kind);
    const answers = await changeTogether(kind, id);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused) expect([409, body.code]).toEqual([status, 'conflict']);

    const { version, history, told } = await stored(kind.collection, id);
    expect(version).toBeGreaterThan(1);
    expect(history).toHaveLength(version);
    history.slice(1).forEach(({ from }, index) => expect(from).toBe(history[index]?.to));
    expect(told).toEqual(upTo(version));
    // The history contains exactly the successful changes.
    const done = answers.filter(({ status }) => status === 200);
    const notes = done.map(({ body }) => (body.data ?? body).adminNotes as string);
    expect(
      history
        .slice(1)
        .map(({ note }) => note)
        .sort(),
    ).toEqual(notes.sort());
  });

  it('one of 20 changes of the same version succeeds, the others are refused (S-10)', async () => {
    const id = await received(kind);
    const answers = await changeTogether(kind, id, 1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({ code: 'version-conflict' });
    expect(await stored(kind.collection, id)).toMatchObject({ version: 2, told: [1, 2] });
  });
});

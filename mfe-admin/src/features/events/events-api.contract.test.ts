import type { PublishedEvent } from '@kinmel/contracts';
import { instant } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { exchangeWith } from '../../testing/staff-contract.ts';
import { type RecordEvents, type ServiceName, services } from './events.rules.ts';
import { eventsApi } from './events-api.ts';

const { eachLike, integer, regex, string, uuid } = MatchersV3;

const record = '00000000000000000000a0d1';
const eventId = 'e'.repeat(24);
/** A type of a parked message in each service. */
const parkedType = {
  order: 'product.updated',
  catalog: 'order.placed',
  offer: 'order.placed',
  notification: 'order.placed',
  'service-request': 'product.updated',
} as const satisfies Record<ServiceName, string>;

const { endpoints } = eventsApi;
const given = `a message about the order ${record} is parked`;

const readEvents = (service: ServiceName, state: string, upon: string, answer: RecordEvents | object) =>
  exchangeWith(service)(
    {
      given: state,
      upon,
      path: `/api/admin/services/${service}/events`,
      query: { record },
      answer: { ...answer },
    },
    ({ dispatch }) => dispatch(endpoints.getRecordEvents.initiate({ service, record })),
  );

it('reads the events that order published about an order', async () => {
  const sent = {
    eventId: '7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11',
    eventType: 'order.status-changed',
    state: 'sent' as const,
    occurredAt: '2026-11-20T10:00:00.000Z',
    sentAt: '2026-11-20T10:00:01.000Z',
    consumers: ['notification'],
  } satisfies PublishedEvent;
  const published = eachLike({
    ...sent,
    eventId: uuid(sent.eventId),
    occurredAt: instant(sent.occurredAt),
    sentAt: instant(sent.sentAt),
    consumers: eachLike(string('notification')),
  });
  const state = `the order ${record} was moved, and its event has left`;
  const { data } = await readEvents('order', state, 'the events of an order', { published, received: [] });
  expect(data).toMatchObject({ published: [sent], received: [] });
});

it('finds an order by its number', async () => {
  const { data } = await exchangeWith('order')(
    {
      given: `the order ${record} of the customer is pending`,
      upon: 'the order with a number',
      path: '/api/checkout-orders/admin/orders',
      query: { page: '1', limit: '20', search: 'KM-7H2K-94QX' },
      answer: { orders: [{ _id: regex(/^[0-9a-f]{24}$/, record), orderNumber: 'KM-7H2K-94QX' }] },
    },
    ({ dispatch }) => dispatch(endpoints.findOrders.initiate('KM-7H2K-94QX')),
  );
  expect(data).toEqual({ orders: [{ _id: record, orderNumber: 'KM-7H2K-94QX' }] });
});

it('reads the events that notification received', async () => {
  const takenUp = {
    eventId: '7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11',
    eventType: 'order.placed',
    state: 'taken-up',
    at: '2026-11-20T10:00:00.000Z',
    reason: null,
  } as const;
  const received = eachLike({ ...takenUp, eventId: uuid(takenUp.eventId), at: instant(takenUp.at) });
  const state = `the order ${record} was told of`;
  const answer = { published: [], received };
  const { data } = await readEvents('notification', state, 'the events of an order', answer);
  expect(data).toMatchObject({ published: [], received: [takenUp] });
});

describe.each(services)('the events page with %s', (service) => {
  const ask = exchangeWith(service);
  const eventType = parkedType[service];
  const path = `/api/admin/services/${service}/parked-messages`;

  it('reads the parked event of an order and its reason', async () => {
    const event = {
      eventId,
      eventType,
      state: 'parked',
      at: instant('2026-11-20T10:00:00.000Z'),
      reason: string('It cannot be read.'),
    };
    const answer = { published: [], received: [event] };
    const { data } = await readEvents(
      service,
      given,
      'the events of an order of which one is parked',
      answer,
    );
    expect(data?.received).toMatchObject([{ eventId, state: 'parked', reason: 'It cannot be read.' }]);
  });

  it('reads all parked messages', async () => {
    const message = {
      eventType: string(eventType),
      eventId: string(eventId),
      reason: string('It cannot be read.'),
      attempts: integer(1),
      parkedAt: instant('2026-11-20T10:00:00.000Z'),
    };
    const { data } = await ask(
      { given, upon: 'the parked messages', path, answer: { data: eachLike(message), total: integer(1) } },
      ({ dispatch }) => dispatch(endpoints.listParkedMessages.initiate(service)),
    );
    expect(data).toMatchObject({ data: [{ eventType, eventId, attempts: 1 }], total: 1 });
  });

  it.each([
    ['one message', { eventType, eventId }],
    ['all messages', {}],
  ])('replays %s', async (what, body) => {
    const { data } = await ask(
      {
        given,
        upon: `${what} to be given back`,
        method: 'POST',
        path: `${path}/replay`,
        body,
        answer: { replayed: integer(1) },
      },
      ({ dispatch }) => dispatch(endpoints.replayParkedMessages.initiate({ service, ...body })),
    );
    expect(data).toBe(1);
  });

  it('is refused for a message that is not parked any more', async () => {
    const body = { eventType, eventId: 'gone' };
    const { error } = await ask(
      {
        given,
        upon: 'a message to be given back that is parked no more',
        method: 'POST',
        path: `${path}/replay`,
        body,
        status: 404,
        refusal: ['not-found', 'There is no such parked message.'],
      },
      ({ dispatch }) => dispatch(endpoints.replayParkedMessages.initiate({ service, ...body })),
    );
    expect(apiProblem(error)).toMatchObject({ status: 404, code: 'not-found' });
  });
});

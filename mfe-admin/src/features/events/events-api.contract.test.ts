import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../../testing/staff-contract.ts';
import { type ServiceName, services } from './events.rules.ts';
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
  device: 'sell-request.settled',
} as const satisfies Record<ServiceName, string>;

const { endpoints } = eventsApi;
const given = `a message about the order ${record} is parked`;

const event = '7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11';
const sent = {
  eventId: event,
  eventType: 'order.status-changed',
  state: 'sent',
  occurredAt: '2026-11-20T10:00:00.000Z',
  sentAt: '2026-11-20T10:00:01.000Z',
  consumers: ['notification'],
} as const;
const takenUp = {
  eventId: event,
  eventType: 'order.placed',
  state: 'taken-up',
  at: '2026-11-20T10:00:00.000Z',
  reason: null,
} as const;

const eventsOf = (service: ServiceName) => ({
  upon: 'the events of an order',
  path: `/api/admin/services/${service}/events`,
  query: { record },
  send: endpoints.getRecordEvents.initiate({ service, record }),
});

it.each([
  {
    ...eventsOf('order'),
    given: `the order ${record} was moved, and its event has left`,
    answer: {
      published: eachLike({
        ...sent,
        eventId: uuid(event),
        occurredAt: instant(sent.occurredAt),
        sentAt: instant(sent.sentAt),
        consumers: eachLike(string('notification')),
      }),
      received: [],
    },
    read: { published: [sent], received: [] },
  },
  {
    given: `the order ${record} of the customer is pending`,
    upon: 'the order with a number',
    path: '/api/checkout-orders/admin/orders',
    query: { page: '1', limit: '20', search: 'KM-7H2K-94QX' },
    answer: { orders: [{ _id: regex(/^[0-9a-f]{24}$/, record), orderNumber: 'KM-7H2K-94QX' }] },
    send: endpoints.findOrders.initiate('KM-7H2K-94QX'),
    read: { orders: [{ _id: record, orderNumber: 'KM-7H2K-94QX' }] },
  },
] satisfies readonly Agreement[])('the events page agrees with order on $upon', agreedWith('order'));

it('the events page agrees with notification on the events that it received', () =>
  agreedWith('notification')({
    ...eventsOf('notification'),
    given: `the order ${record} was told of`,
    answer: {
      published: [],
      received: eachLike({ ...takenUp, eventId: uuid(event), at: instant(takenUp.at) }),
    },
    read: { published: [], received: [takenUp] },
  }));

describe.each(services)('the events page with %s', (service) => {
  const eventType = parkedType[service];
  const path = `/api/admin/services/${service}/parked-messages`;
  const at = instant('2026-11-20T10:00:00.000Z');
  const reason = string('It cannot be read.');
  const replay = { given, method: 'POST', path: `${path}/replay` } as const;
  const giveBack = (body: { eventType?: string; eventId?: string }) =>
    endpoints.replayParkedMessages.initiate({ service, ...body });
  const gone = { eventType, eventId: 'gone' };

  it.each([
    {
      ...eventsOf(service),
      given,
      upon: 'the events of an order of which one is parked',
      answer: { published: [], received: [{ eventId, eventType, state: 'parked', at, reason }] },
      read: { received: [{ eventId, state: 'parked', reason: 'It cannot be read.' }] },
    },
    {
      given,
      upon: 'the parked messages',
      path,
      answer: {
        data: eachLike({
          eventType: string(eventType),
          eventId: string(eventId),
          reason,
          attempts: integer(1),
          parkedAt: at,
        }),
        total: integer(1),
      },
      send: endpoints.listParkedMessages.initiate(service),
      read: { data: [{ eventType, eventId, attempts: 1 }], total: 1 },
    },
    {
      ...replay,
      upon: 'one message to be given back',
      body: { eventType, eventId },
      answer: { replayed: integer(1) },
      send: giveBack({ eventType, eventId }),
      read: 1,
    },
    {
      ...replay,
      upon: 'all messages to be given back',
      body: {},
      answer: { replayed: integer(1) },
      send: giveBack({}),
      read: 1,
    },
    {
      ...replay,
      upon: 'a message to be given back that is parked no more',
      body: gone,
      status: 404,
      refusal: ['not-found', 'There is no such parked message.'],
      send: giveBack(gone),
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreedWith(service));
});

import type { PublishedEvent } from '@kinmel/contracts';
import { contractBetween, instant, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { answeredAsJson, asStaff, sentAsJson } from '../../testing/staff-contract.ts';
import { type RecordEvents, type ServiceName, services } from './events.rules.ts';
import { eventsApi } from './events-api.ts';

const { eachLike, integer, regex, string, uuid } = MatchersV3;

const record = '00000000000000000000a0d1';
const eventId = 'e'.repeat(24);
/** A type that the service takes, and of which a message lies parked. */
const parkedType = {
  order: 'product.updated',
  catalog: 'order.placed',
  offer: 'order.placed',
  notification: 'order.placed',
  'service-request': 'product.updated',
} as const satisfies Record<ServiceName, string>;

const asking = (service: ServiceName, state: string, description: string) =>
  contractBetween('mfe-admin', service).addInteraction().given(state).uponReceiving(description);
const parked = `a message about the order ${record} is parked`;

/** What a service says of an order, and what the page reads from it. */
function followed(service: ServiceName, state: string, said: object, read: RecordEvents) {
  return asking(service, state, 'the events of an order')
    .withRequest('GET', `/api/admin/services/${service}/events`, (request) =>
      request.headers(asStaff).query({ record }),
    )
    .willRespondWith(200, (answer) => answer.headers(answeredAsJson).jsonBody({ success: true, ...said }))
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url, 'staff').dispatch(
        eventsApi.endpoints.getRecordEvents.initiate({ service, record }),
      );
      expect(data).toEqual(read);
    });
}

describe('what the page of an order and its events asks order for', () => {
  it('what it published about the order, when it left and who takes it', () => {
    const sent = {
      eventId: '7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11',
      eventType: 'order.status-changed',
      state: 'sent' as const,
      occurredAt: '2026-11-20T10:00:00.000Z',
      sentAt: '2026-11-20T10:00:01.000Z',
      consumers: ['notification'],
    } satisfies PublishedEvent;
    return followed(
      'order',
      `the order ${record} was moved, and its event has left`,
      {
        published: eachLike({
          ...sent,
          eventId: uuid(sent.eventId),
          occurredAt: instant(sent.occurredAt),
          sentAt: instant(sent.sentAt),
          consumers: eachLike(string('notification')),
        }),
        received: [],
      },
      { published: [sent], received: [] },
    );
  });
});

describe('what the page of events asks order for', () => {
  it('the order with a number', () =>
    asking('order', `the order ${record} of the customer is pending`, 'the order with a number')
      .withRequest('GET', '/api/checkout-orders/admin/orders', (request) =>
        request.headers(asStaff).query({ page: '1', limit: '20', search: 'KM-7H2K-94QX' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({
          success: true,
          orders: [{ _id: regex(/^[0-9a-f]{24}$/, record), orderNumber: 'KM-7H2K-94QX' }],
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          eventsApi.endpoints.findOrder.initiate('KM-7H2K-94QX'),
        );
        expect(data).toBe(record);
      }));
});

describe('what the page of an order and its events asks notification for', () => {
  it('what it took up, and when', () => {
    const takenUp = {
      eventId: '7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11',
      eventType: 'order.placed',
      state: 'taken-up',
      at: '2026-11-20T10:00:00.000Z',
      reason: null,
    } as const;
    return followed(
      'notification',
      `the order ${record} was told of`,
      {
        published: [],
        received: eachLike({ ...takenUp, eventId: uuid(takenUp.eventId), at: instant(takenUp.at) }),
      },
      { published: [], received: [takenUp] },
    );
  });
});

describe.each(services)('what the page of events asks %s for', (service) => {
  const eventType = parkedType[service];
  const messages = `/api/admin/services/${service}/parked-messages`;

  it('what it parked about an order, and why', () =>
    asking(service, parked, 'the events of an order of which one is parked')
      .withRequest('GET', `/api/admin/services/${service}/events`, (request) =>
        request.headers(asStaff).query({ record }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({
          success: true,
          published: [],
          received: [
            {
              eventId,
              eventType,
              state: 'parked',
              at: instant('2026-11-20T10:00:00.000Z'),
              reason: string('It cannot be read.'),
            },
          ],
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          eventsApi.endpoints.getRecordEvents.initiate({ service, record }),
        );
        expect(data?.received).toMatchObject([{ eventId, state: 'parked', reason: 'It cannot be read.' }]);
      }));

  it('all messages that it parked', () =>
    asking(service, parked, 'the parked messages')
      .withRequest('GET', messages, (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({
          success: true,
          data: eachLike({
            eventType: string(eventType),
            eventId: string(eventId),
            reason: string('It cannot be read.'),
            attempts: integer(1),
            parkedAt: instant('2026-11-20T10:00:00.000Z'),
          }),
          total: integer(1),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          eventsApi.endpoints.listParkedMessages.initiate(service),
        );
        expect(data).toMatchObject({ messages: [{ eventType, eventId, attempts: 1 }], total: 1 });
      }));

  it.each([
    ['one message', { eventType, eventId }],
    ['all messages', {}],
  ])('%s to be given back', (what, body) =>
    asking(service, parked, `${what} to be given back`)
      .withRequest('POST', `${messages}/replay`, (request) => request.headers(sentAsJson).jsonBody(body))
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({ success: true, replayed: integer(1) }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          eventsApi.endpoints.replayParkedMessages.initiate({ service, ...body }),
        );
        expect(data).toBe(1);
      }),
  );

  it('hears that a message is parked no more', () =>
    asking(service, parked, 'a message to be given back that is parked no more')
      .withRequest('POST', `${messages}/replay`, (request) =>
        request.headers(sentAsJson).jsonBody({ eventType, eventId: 'gone' }),
      )
      .willRespondWith(404, (answer) =>
        answer.headers(answeredAsJson).jsonBody({
          success: false,
          message: string('There is no such parked message.'),
          error: string('There is no such parked message.'),
          code: 'not-found',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await sendTo(url, 'staff').dispatch(
          eventsApi.endpoints.replayParkedMessages.initiate({ service, eventType, eventId: 'gone' }),
        );
        expect(apiProblem(error)).toMatchObject({ status: 404, code: 'not-found' });
      }));
});

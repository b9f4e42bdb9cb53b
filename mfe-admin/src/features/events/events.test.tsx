import type { Mail, ParkedMessageAnswer, PublishedEvent, ReceivedEvent } from '@kinmel/contracts';
import { type Answers, axeViolations, json, problem, type Reply, recordBodies } from '@kinmel/testing/page';
import { act, screen, within } from '@testing-library/react';
import { openPage } from '../../testing/open-page.tsx';
import { followedEvents, type ServiceName, services } from './events.rules.ts';

const orderId = '6600000000000000000000e1';
const placedId = '00000000-0000-4000-8000-000000000001';
const cancelledId = '00000000-0000-4000-8000-000000000002';

const placedEvent: PublishedEvent = {
  eventId: placedId,
  eventType: 'order.placed',
  state: 'sent',
  occurredAt: '2026-11-21T08:00:01.000Z',
  sentAt: '2026-11-21T08:00:02.000Z',
  consumers: ['catalog', 'offer', 'notification'],
};
const cancelledEvent: PublishedEvent = {
  ...placedEvent,
  eventId: cancelledId,
  eventType: 'order.cancelled',
  state: 'waiting',
  occurredAt: '2026-11-21T09:00:01.000Z',
  sentAt: null,
};
const aReceipt = (state: ReceivedEvent['state'], over: Partial<ReceivedEvent> = {}): ReceivedEvent => ({
  eventId: placedId,
  eventType: 'order.placed',
  state,
  at: '2026-11-21T08:00:03.000Z',
  reason: state === 'parked' ? 'Error: no such offer' : null,
  ...over,
});
const mail: Mail = {
  mailId: 'order-placed-1',
  template: 'order-placed',
  to: 'a***@kinmel.example',
  subject: 'Your order KM-2222-2222',
  state: 'failed',
  attempts: 5,
  lastError: 'The mailbox is full',
  createdAt: '2026-11-21T08:00:04.000Z',
  sentAt: null,
};

const part = (published: readonly PublishedEvent[], received: readonly ReceivedEvent[]) =>
  json({ success: true, published, received });
const parkedAnswer = (data: readonly ParkedMessageAnswer[] = [], total = data.length) =>
  json({ success: true, data, total });
const eventsAt = (service: ServiceName) => `GET /api/admin/services/${service}/events?record=${orderId}`;
const parkedAt = (service: ServiceName) => `GET /api/admin/services/${service}/parked-messages`;
const replayAt = (service: ServiceName) => `POST /api/admin/services/${service}/parked-messages/replay`;
const mailsAt = `GET /api/admin/mails?record=${orderId}&limit=100`;

const forAll = (make: (service: ServiceName) => readonly [string, Reply]): Answers =>
  Object.fromEntries(services.map(make));
const nothingParked = forAll((service) => [parkedAt(service), parkedAnswer()]);
const followedAnswers: Answers = {
  ...nothingParked,
  ...forAll((service) => [eventsAt(service), part([], [])]),
  [eventsAt('order')]: part([placedEvent, cancelledEvent], []),
  [eventsAt('catalog')]: part([], [aReceipt('taken-up')]),
  [eventsAt('offer')]: part([], [aReceipt('parked')]),
  [mailsAt]: json({ success: true, data: [mail] }),
};

const open = (answers: Answers = followedAnswers, query = `?order=${orderId}`) =>
  openPage('/admin/events', { address: `/admin/events${query}`, answers });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const rowOf = async (name: string, heading: string) => {
  const title = await (await region(name)).findByRole('heading', { name: heading });
  return within(title.closest('li') as HTMLElement);
};
const deliveryOf = (row: ReturnType<typeof within>, service: string) =>
  row.getByText(service, { selector: 'li > span' }).closest('li') as HTMLElement;

it('shows every event of an order with its deliveries, and its mails', async () => {
  await open();
  const first = await rowOf('Events', 'Order placed');
  expect(first.getByText('order,').closest('p')).toHaveTextContent(
    `order, 21 Nov, 13:45:01; left at 21 Nov, 13:45:02 ${placedId}`,
  );
  expect(deliveryOf(first, 'catalog')).toHaveTextContent('catalogTaken up21 Nov, 13:45:03');
  expect(deliveryOf(first, 'offer')).toHaveTextContent('offerParked21 Nov, 13:45:03Error: no such offer');
  expect(deliveryOf(first, 'notification')).toHaveTextContent('notificationOn its way');

  const second = await rowOf('Events', 'Order cancelled');
  expect(second.getByText(/it waits in the outbox/)).toBeVisible();
  expect(deliveryOf(second, 'catalog')).toHaveTextContent('Waits in the outbox');
  const titles = (await region('Events')).getAllByRole('heading', { level: 3 });
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Order placed', 'Order cancelled']);

  const sent = await rowOf('Mails', 'Your order KM-2222-2222');
  expect(sent.getByText('The mailbox is full')).toBeVisible();
  expect(sent.getByText(/to a\*\*\*@kinmel.example/)).toBeVisible();
  expect((await region('Events')).getByRole('link', { name: 'Open the order' })).toHaveAttribute(
    'href',
    `/admin/dashboard?tab=checkout-orders&record=${orderId}`,
  );
  expect(await axeViolations()).toEqual([]);
});

it('replays a parked event for its consumer', async () => {
  const sent = recordBodies(json({ success: true, replayed: 1 }));
  const { user, network } = await open({ ...followedAnswers, [replayAt('offer')]: sent.reply });
  const row = await rowOf('Events', 'Order placed');
  network.answer({ [eventsAt('offer')]: part([], [aReceipt('taken-up')]) });
  await act(() => user.click(row.getByRole('button', { name: 'Give back Order placed to offer' })));

  expect(sent.bodies).toEqual([{ eventType: 'order.placed', eventId: placedId }]);
  expect(await screen.findByText('1 message was given back')).toBeVisible();
  await within(deliveryOf(row, 'offer')).findByText('Taken up');
});

it('retries a failed mail, and shows why a retry was refused', async () => {
  const { user, network } = await open({
    ...followedAnswers,
    'POST /api/admin/mails/order-placed-1/retry': problem(409, 'conflict', 'The mail has not failed.'),
  });
  const row = await rowOf('Mails', 'Your order KM-2222-2222');
  const again = () => user.click(row.getByRole('button', { name: 'Send again "Your order KM-2222-2222"' }));
  await act(again);
  expect(await screen.findByText('The mail has not failed.')).toBeVisible();

  network.answer({
    'POST /api/admin/mails/order-placed-1/retry': json({ success: true, data: mail }),
    [mailsAt]: json({
      success: true,
      data: [{ ...mail, state: 'sent', sentAt: '2026-11-21T08:10:00.000Z' }],
    }),
  });
  await act(again);
  expect(await row.findByText('Sent')).toBeVisible();
});

it('names a service that failed, keeps the others, and retries only that one', async () => {
  const unavailable = problem(503, 'service-unavailable', 'Please try again.');
  const { user, network } = await open({ ...followedAnswers, [eventsAt('offer')]: unavailable });
  const events = await region('Events');
  expect(await events.findByRole('alert')).toHaveTextContent(/^offer does not answer/);
  const row = await rowOf('Events', 'Order placed');
  expect(deliveryOf(row, 'catalog')).toHaveTextContent('Taken up');
  expect(deliveryOf(row, 'offer')).toHaveTextContent('Does not answer');

  const requestsBefore = network.count(eventsAt('catalog'));
  network.answer({ [eventsAt('offer')]: part([], [aReceipt('taken-up')]) });
  await act(() => user.click(events.getByRole('button', { name: 'Retry: offer' })));
  await within(deliveryOf(row, 'offer')).findByText('Taken up');
  expect(events.queryByRole('alert')).toBeNull();
  expect(network.count(eventsAt('catalog'))).toBe(requestsBefore);
});

it('says how long events are stored when an order has none', async () => {
  await open({
    ...followedAnswers,
    ...forAll((service) => [eventsAt(service), part([], [])]),
    [mailsAt]: json({ success: true, data: [] }),
  });
  expect(await screen.findByText('No events of this order in the last seven days.')).toBeVisible();
  expect(await screen.findByText('No mail has been written yet.')).toBeVisible();
});

it.each(['?order=KM-2222', '?order=%24ne'])(
  'reports the invalid address %s and requests nothing',
  async (query) => {
    const { network } = await open(nothingParked, query);
    expect(await screen.findByText(/That is neither a number of an order/)).toBeVisible();
    expect(network.requests.filter((request) => request.includes('/events'))).toEqual([]);
  },
);

describe('an order', () => {
  const search = 'GET /api/checkout-orders/admin/orders?page=1&limit=20&search=KM-2222-2222';
  const foundAnswer = json({
    success: true,
    orders: [{ _id: orderId, orderNumber: 'KM-2222-2222' }],
    pagination: {},
  });

  it.each([
    ['an id', orderId],
    ['a number in any spelling', 'km22222222'],
  ])('is found by %s, which is written into the address', async (_, typed) => {
    const { user, address } = await open({ ...followedAnswers, [search]: foundAnswer }, '');
    await act(() =>
      user.type(screen.getByRole('searchbox', { name: 'Order number or id' }), `${typed}{Enter}`),
    );
    expect(await (await region('Events')).findByRole('heading', { name: 'Order placed' })).toBeVisible();
    expect(address()).toBe(`/admin/events?order=${typed}`);
    expect(await axeViolations()).toEqual([]);
  });

  it('is reported as missing when no order has exactly this number, after a Retry', async () => {
    const other = { _id: orderId, orderNumber: 'KM-2222-22223' };
    const away = problem(503, 'service-unavailable', 'Please try again.');
    const { user, network } = await open({ ...nothingParked, [search]: away }, '?order=KM-2222-2222');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    network.answer({ [search]: json({ success: true, orders: [other] }) });
    await act(() => user.click(retry));
    expect(await screen.findByText('There is no order KM-2222-2222.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Events' })).toBeNull();
  });
});

describe('parked messages of all services', () => {
  const parked: ParkedMessageAnswer = {
    eventType: 'order.placed',
    eventId: placedId,
    reason: 'Error: no such offer',
    attempts: 6,
    parkedAt: '2026-11-21T08:00:09.000Z',
  };

  it('are listed by service, and replayed one by one or all at once', async () => {
    const sent = recordBodies(json({ success: true, replayed: 12 }));
    const many = Array.from({ length: 12 }, (_, index) => ({ ...parked, eventId: `${placedId}-${index}` }));
    const { user, network } = await open(
      {
        ...nothingParked,
        [parkedAt('offer')]: parkedAnswer(many, 130),
        [parkedAt('order')]: parkedAnswer([{ ...parked, eventId: null, parkedAt: null }]),
        [replayAt('offer')]: sent.reply,
      },
      '',
    );
    const all = await region('Parked messages');
    expect(await all.findByRole('heading', { name: 'offer: 130 parked' })).toBeVisible();
    expect(all.getByText('and 120 more')).toBeVisible();
    expect(all.getByRole('heading', { name: 'catalog: nothing parked' })).toBeVisible();
    // A message without an event id cannot be replayed alone.
    expect(all.getByText('not an event of the shop')).toBeVisible();
    expect(await axeViolations()).toEqual([]);

    const one = `Give back Order placed ${placedId}-3 to offer`;
    await act(() => user.click(all.getByRole('button', { name: one })));
    network.answer({ [parkedAt('offer')]: parkedAnswer() });
    await act(() => user.click(all.getByRole('button', { name: 'Give all back to offer' })));
    expect(sent.bodies).toEqual([{ eventType: 'order.placed', eventId: `${placedId}-3` }, {}]);
    expect(await all.findByRole('heading', { name: 'offer: nothing parked' })).toBeVisible();
  });

  it('show an error with Retry for a service that fails, and disappear after another user has replayed them', async () => {
    const away = problem(503, 'service-unavailable', 'The broker is not available at the moment.');
    const { user, network } = await open(
      {
        ...nothingParked,
        [parkedAt('order')]: away,
        [replayAt('order')]: problem(404, 'not-found', 'There is no such parked message.'),
      },
      '',
    );
    const all = await region('Parked messages');
    expect(await all.findByText(/does not answer: what it parked is missing here/)).toBeVisible();
    expect(await all.findByRole('heading', { name: 'offer: nothing parked' })).toBeVisible();
    network.answer({ [parkedAt('order')]: parkedAnswer([parked]) });
    await act(() => user.click(all.getByRole('button', { name: 'Retry: order' })));
    const replayButton = await all.findByRole('button', {
      name: `Give back Order placed ${placedId} to order`,
    });
    network.answer({ [parkedAt('order')]: parkedAnswer() });
    await act(() => user.click(replayButton));
    expect(await screen.findByText('There is no such parked message.')).toBeVisible();
    expect(await all.findByRole('heading', { name: 'order: nothing parked' })).toBeVisible();
  });
});

it('lists each event once, including those that only a consumer still has', () => {
  const events = followedEvents({
    order: { published: [cancelledEvent, cancelledEvent], received: [] },
    catalog: { published: [], received: [aReceipt('taken-up'), aReceipt('taken-up')] },
  });
  expect(events.map(({ eventType, published }) => [eventType, published?.publisher])).toEqual([
    ['order.placed', undefined],
    ['order.cancelled', 'order'],
  ]);
  expect(events[0]?.deliveries).toEqual([
    { service: 'catalog', state: 'taken-up', at: '2026-11-21T08:00:03.000Z', reason: null },
  ]);
  expect(events[1]?.deliveries.map(({ service, state }) => `${service} ${state}`)).toEqual([
    'catalog held',
    'offer unknown',
    'notification unknown',
  ]);
});

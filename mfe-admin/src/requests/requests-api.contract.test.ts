import { contractBetween, instant, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi } from '../admin-api.ts';
import { bookingOrdersApi } from '../features/booking-orders/booking-orders-api.ts';
import { repairBookingsApi } from '../features/repair-bookings/repair-bookings-api.ts';
import { sellRequestsApi } from '../features/sell-requests/sell-requests-api.ts';
import {
  answeredAsJson as answered,
  answeredAsCsv,
  asStaff,
  sentAsJson as json,
} from '../testing/staff-contract.ts';
import { takenAway } from '../testing/taken-away.ts';
import { newRequestsAddress, requestCsvColumns, requestsApi, requestsExportAddress } from './requests-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const serviceRequest = contractBetween('mfe-admin', 'service-request');

const id = '00000000000000000000a1b2';
const pending = {
  sell: `the sell request ${id} is pending`,
  order: `the phone order ${id} is pending`,
  booking: `the repair booking ${id} is pending`,
};

// Only what the screens show: service-request may add to it, and may not take any of it away.
const common = (status: string) => ({
  _id: string(id),
  id: string(id),
  adminNotes: string(''),
  status,
  usualSteps: eachLike(string('cancelled')),
  history: eachLike({
    at: instant('2026-11-20T10:00:00.000Z'),
    by: regex(/^(customer|admin|shop)$/, 'customer'),
    what: regex(/^(status|quote|time)$/, 'status'),
    to: string('pending'),
    note: string(''),
  }),
  createdAt: instant('2026-11-20T10:00:00.000Z'),
  updatedAt: instant('2026-11-20T10:00:00.000Z'),
  version: integer(1),
});
const sellRequest = (status = 'pending', estimatedPrice: object = nullValue()) => ({
  ...common(status),
  fullName: string('Asha Gurung'),
  contactEmail: string('asha@example.com'),
  contactPhone: string('+977 980-123-4567'),
  brand: string('apple'),
  model: string('iPhone 13'),
  storage: string('128'),
  condition: string('good'),
  color: string('black'),
  hasCharger: boolean(true),
  expectedPrice: number(320.5),
  estimatedPrice,
  description: string(''),
  phoneImage: string(''),
});
const phoneOrder = (status = 'pending') => ({
  ...common(status),
  name: string('Chandra Thapa'),
  email: string('chandra@example.com'),
  phone: string('9812345678'),
  model: string('iPhone 15 Pro'),
  color: string('Black'),
  storage: string('256 GB'),
  quantity: integer(2),
  paymentMethod: string('full'),
  deliveryMethod: string('delivery'),
  address: string('Thamel 12'),
  priority: string('standard'),
});
const repairBooking = (status = 'pending') => ({
  ...common(status),
  name: string('Bikash Rai'),
  email: string('bikash@example.com'),
  phone: string('9801234567'),
  model: string('iPhone 15 Pro'),
  date: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-24'),
  time: regex(/^\d\d:\d\d$/, '09:30'),
  urgency: string('medium'),
  message: string(''),
});
const pagination = {
  currentPage: integer(1),
  totalPages: integer(1),
  totalRequests: integer(1),
  hasNext: boolean(false),
  hasPrev: boolean(false),
};

const asking = (state: string, description: string) =>
  serviceRequest.addInteraction().given(state).uponReceiving(description);
const store = (url: string) => sendTo(url, 'staff');

describe('what the screen of sell requests asks service-request for (AAPI-45)', () => {
  it('reads a page of them (AAPI-03 to AAPI-06)', () =>
    asking(pending.sell, 'the first page of sell requests')
      .withRequest('GET', '/api/sell-phone/requests', (request) =>
        request.headers(asStaff).query({ page: '1', limit: '20' }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers(answered)
          .jsonBody({ success: true, data: { requests: eachLike(sellRequest()), pagination } }),
      )
      .executeTest(async ({ url }) => {
        const query = { page: 1, status: 'all', search: '' };
        const { data } = await store(url).dispatch(
          sellRequestsApi.endpoints.listSellRequests.initiate(query),
        );
        expect(data).toMatchObject({ total: 1, rows: [{ id, status: 'pending' }] });
      }));

  it('names a price (AAPI-09, AAPI-10)', () =>
    asking(pending.sell, 'a quote')
      .withRequest('PUT', `/api/sell-phone/request/${id}/quote`, (request) =>
        request.headers(json).jsonBody({ estimatedPrice: 275.5, status: 'quoted', version: 1 }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: sellRequest('quoted', number(275.5)) }),
      )
      .executeTest(async ({ url }) => {
        const quote = { id, estimatedPrice: 275.5, status: 'quoted', version: 1 };
        const { data } = await store(url).dispatch(
          sellRequestsApi.endpoints.quoteSellRequest.initiate(quote),
        );
        expect(data).toMatchObject({ status: 'quoted', estimatedPrice: 275.5 });
      }));

  it('sets a status, and hears when somebody was faster (AAPI-07, AAPI-08)', async () => {
    const change = { kind: 'sell-request', id, status: 'reviewed' } as const;
    const sending = (version: number, description: string) =>
      asking(pending.sell, description).withRequest(
        'PUT',
        `/api/sell-phone/request/${id}/status`,
        (request) => request.headers(json).jsonBody({ status: 'reviewed', version }),
      );
    await sending(1, 'a status of a sell request')
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: sellRequest('reviewed') }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          requestsApi.endpoints.setRequestStatus.initiate({ ...change, version: 1 }),
        );
        expect(data).toMatchObject({ status: 'reviewed' });
      });
    await sending(9, 'a status with a stale version')
      .willRespondWith(409, (answer) =>
        answer.headers(answered).jsonBody({
          success: false,
          message: string('Somebody changed it.'),
          error: string('Somebody changed it.'),
          code: 'version-conflict',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await store(url).dispatch(
          requestsApi.endpoints.setRequestStatus.initiate({ ...change, version: 9 }),
        );
        expect(apiProblem(error)).toMatchObject({ status: 409, code: 'version-conflict' });
      });
  });

  it('deletes one (AAPI-11)', () =>
    asking(pending.sell, 'a sell request to be deleted')
      .withRequest('DELETE', `/api/sell-phone/request/${id}`, (request) =>
        request.headers(asStaff).query({ version: '1' }),
      )
      .willRespondWith(200, (answer) => answer.headers(answered).jsonBody({ success: true }))
      .executeTest(async ({ url }) => {
        const deleting = sellRequestsApi.endpoints.deleteSellRequest.initiate({ id, version: 1 });
        const { error } = await store(url).dispatch(deleting);
        expect(error).toBeUndefined();
      }));
});

describe('what the screen of phone orders asks service-request for', () => {
  it('reads all of them (AAPI-12, AAPI-13)', () =>
    asking(pending.order, 'all phone orders')
      .withRequest('GET', '/api/admin/phone-orders', (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: eachLike(phoneOrder()) }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(bookingOrdersApi.endpoints.listBookingOrders.initiate());
        expect(data).toMatchObject([{ id, quantity: 2 }]);
      }));

  it('sets a status (AAPI-17)', () =>
    asking(pending.order, 'a status of a phone order')
      .withRequest('PUT', `/api/admin/phone-orders/${id}`, (request) =>
        request.headers(json).jsonBody({ status: 'confirmed', version: 1 }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: phoneOrder('confirmed') }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          requestsApi.endpoints.setRequestStatus.initiate({
            kind: 'phone-order',
            id,
            status: 'confirmed',
            version: 1,
          }),
        );
        expect(data).toMatchObject({ status: 'confirmed' });
      }));

  it('sets one status on many, and hears of each what became of it', () =>
    asking(pending.order, 'a status of several phone orders')
      .withRequest('POST', '/api/admin/requests/status', (request) =>
        request.headers(json).jsonBody({
          kind: 'phone-order',
          status: 'confirmed',
          requests: [{ id, version: 1 }],
        }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: [{ id, problem: null }] }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          requestsApi.endpoints.bulkSetRequestStatus.initiate({
            kind: 'phone-order',
            status: 'confirmed',
            requests: [{ id, version: 1 }],
          }),
        );
        expect(data).toEqual({ [id]: null });
      }));

  it('counts what is new', () =>
    asking(pending.order, 'how many phone orders are new')
      .withRequest('GET', '/api/admin/requests/new', (request) =>
        request.headers(asStaff).query({ kind: 'phone-order', status: 'all' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          data: { count: integer(0), since: instant('2026-11-20T10:00:00.000Z') },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          adminApi.endpoints.countNewRecords.initiate({
            address: newRequestsAddress,
            params: { kind: 'phone-order', status: 'all' },
          }),
        );
        expect(data).toMatchObject({ count: 0 });
      }));
});

describe('what the page of repair bookings asks service-request for', () => {
  it('reads the days of a week with their free seats (SIL-39)', () =>
    asking(pending.booking, 'the repairs of a day')
      .withRequest('GET', '/api/bookings/schedule', (request) =>
        request.headers(asStaff).query({ from: '2026-11-24', days: '1' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          data: {
            timeZone: string('Asia/Kathmandu'),
            today: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-23'),
            seats: integer(3),
            days: [
              {
                date: '2026-11-24',
                slots: eachLike({
                  time: regex(/^\d\d:\d\d$/, '09:30'),
                  free: integer(2),
                  isAhead: boolean(true),
                }),
                bookings: eachLike(repairBooking()),
              },
            ],
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          repairBookingsApi.endpoints.getRepairSchedule.initiate({ from: '2026-11-24', days: 1 }),
        );
        expect(data?.days).toMatchObject([{ date: '2026-11-24', bookings: [{ id }] }]);
      }));

  it('reads a page of them, and one (SIL-39)', async () => {
    await asking(pending.booking, 'the first page of repair bookings')
      .withRequest('GET', '/api/bookings', (request) =>
        request.headers(asStaff).query({ page: '1', limit: '20' }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers(answered)
          .jsonBody({ success: true, data: { bookings: eachLike(repairBooking()), pagination } }),
      )
      .executeTest(async ({ url }) => {
        const query = { page: 1, status: 'all', search: '' };
        const { data } = await store(url).dispatch(
          repairBookingsApi.endpoints.listRepairBookings.initiate(query),
        );
        expect(data?.rows).toMatchObject([{ id, time: '09:30' }]);
      });
    await asking(pending.booking, 'one repair booking')
      .withRequest('GET', `/api/bookings/${id}`, (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: like(repairBooking()) }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          requestsApi.endpoints.getRequest.initiate({ kind: 'repair-booking', id }),
        );
        expect(data).toMatchObject({ id, status: 'pending' });
      });
  });

  it('moves one to another half hour (SIL-39)', () =>
    asking(pending.booking, 'another half hour of a repair booking')
      .withRequest('PUT', `/api/bookings/${id}`, (request) =>
        request.headers(json).jsonBody({ date: '2026-11-25', time: '14:00', version: 1 }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers(answered)
          .jsonBody({ success: true, data: { ...repairBooking(), date: '2026-11-25', time: '14:00' } }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          repairBookingsApi.endpoints.moveRepairBooking.initiate({
            id,
            date: '2026-11-25',
            time: '14:00',
            version: 1,
          }),
        );
        expect(data).toMatchObject({ date: '2026-11-25', time: '14:00' });
      }));
});

describe('what every list of requests asks service-request for', () => {
  const states = {
    'sell-request': pending.sell,
    'phone-order': pending.order,
    'repair-booking': pending.booking,
  } as const;
  const kinds = Object.keys(states) as (keyof typeof states)[];

  it.each(kinds)('takes the list of each %s away with each column that it can show', (kind) => {
    const columns = Object.values(requestCsvColumns[kind]).flat().join(',');
    const params = { kind, status: 'pending', columns };
    return asking(states[kind], `each ${kind} as CSV`)
      .withRequest('GET', requestsExportAddress, (request) => request.headers(asStaff).query(params))
      .willRespondWith(200, (answer) => answer.headers(answeredAsCsv))
      .executeTest(async ({ url }) => {
        expect(await takenAway(store(url), { address: requestsExportAddress, params })).toBe('text/csv');
      });
  });

  it.each(kinds)('counts what is new of each %s since the newest that is shown', (kind) => {
    const since = '2026-11-20T10:00:00.000Z';
    const params = { kind, since, status: 'pending' };
    return asking(states[kind], `how many of each ${kind} are new since the newest that is shown`)
      .withRequest('GET', newRequestsAddress, (request) => request.headers(asStaff).query(params))
      .willRespondWith(200, (answer) =>
        answer.headers({ ...answered, ETag: regex('.+', '"one"') }).jsonBody({
          success: true,
          data: { count: integer(1), since: instant(since) },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(
          adminApi.endpoints.countNewRecords.initiate({ address: newRequestsAddress, params }),
        );
        expect(data).toEqual({ count: 1, since });
      });
  });

  it.each([
    ['sell-request', 'reviewed'],
    ['repair-booking', 'confirmed'],
  ] as const)('sets one status on each %s of a selection, and hears which one is gone', (kind, status) => {
    const gone = 'f'.repeat(24);
    const requests = [
      { id, version: 1 },
      { id: gone, version: 1 },
    ];
    const body = { kind, status, adminNotes: 'We have looked at it.', requests };
    return asking(states[kind], `a status of each ${kind} of a selection, of which one is gone`)
      .withRequest('POST', '/api/admin/requests/status', (request) => request.headers(json).jsonBody(body))
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          data: [
            { id, problem: null },
            { id: gone, problem: { message: string('There is no such request.') } },
          ],
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(requestsApi.endpoints.bulkSetRequestStatus.initiate(body));
        expect(data).toEqual({ [id]: null, [gone]: 'There is no such request.' });
      });
  });
});

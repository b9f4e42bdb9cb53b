import { instant } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi } from '../admin-api.ts';
import { repairBookingsApi } from '../features/repair-bookings/repair-bookings-api.ts';
import { sellRequestsApi } from '../features/sell-requests/sell-requests-api.ts';
import { csvMediaType, exchangeWith } from '../testing/staff-contract.ts';
import { newRequestsAddress, requestCsvColumns, requestsApi, requestsExportAddress } from './requests-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const ask = exchangeWith('service-request');
const id = '00000000000000000000a1b2';
const pending = {
  'sell-request': `the sell request ${id} is pending`,
  'phone-order': `the phone order ${id} is pending`,
  'repair-booking': `the repair booking ${id} is pending`,
} as const;
const kinds = Object.keys(pending) as (keyof typeof pending)[];
const { endpoints } = requestsApi;
const firstPage = { page: 1, status: 'all', search: '' };

// Only the fields that the pages need.
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

describe('the sell requests page with service-request (AAPI-45)', () => {
  const given = pending['sell-request'];
  const path = `/api/sell-phone/request/${id}`;

  it('reads a page (AAPI-03 to AAPI-06)', async () => {
    const { data } = await ask(
      {
        given,
        upon: 'the first page of sell requests',
        path: '/api/sell-phone/requests',
        query: { page: '1', limit: '20' },
        answer: { data: { requests: eachLike(sellRequest()), pagination } },
      },
      ({ dispatch }) => dispatch(endpoints.listSellRequests.initiate(firstPage)),
    );
    expect(data).toMatchObject({ total: 1, rows: [{ id, status: 'pending' }] });
  });

  it('quotes a price (AAPI-09, AAPI-10)', async () => {
    const body = { estimatedPrice: 275.5, status: 'quoted', version: 1 };
    const { data } = await ask(
      {
        given,
        upon: 'a quote',
        method: 'PUT',
        path: `${path}/quote`,
        body,
        answer: { data: sellRequest('quoted', number(275.5)) },
      },
      ({ dispatch }) => dispatch(sellRequestsApi.endpoints.quoteSellRequest.initiate({ id, ...body })),
    );
    expect(data).toMatchObject({ status: 'quoted', estimatedPrice: 275.5 });
  });

  it('sets a status, and is refused with a stale version (AAPI-07, AAPI-08)', async () => {
    const update = { given, method: 'PUT', path: `${path}/status` } as const;
    const change = { kind: 'sell-request', id, status: 'reviewed' } as const;
    const saved = await ask(
      {
        ...update,
        upon: 'a status of a sell request',
        body: { status: 'reviewed', version: 1 },
        answer: { data: sellRequest('reviewed') },
      },
      ({ dispatch }) => dispatch(endpoints.setRequestStatus.initiate({ ...change, version: 1 })),
    );
    expect(saved.data).toMatchObject({ status: 'reviewed' });
    const { error } = await ask(
      {
        ...update,
        upon: 'a status with a stale version',
        body: { status: 'reviewed', version: 9 },
        status: 409,
        refusal: ['version-conflict', 'Somebody changed it.'],
      },
      ({ dispatch }) => dispatch(endpoints.setRequestStatus.initiate({ ...change, version: 9 })),
    );
    expect(apiProblem(error)).toMatchObject({ status: 409, code: 'version-conflict' });
  });

  it('deletes one (AAPI-11)', async () => {
    const { error } = await ask(
      { given, upon: 'a sell request to be deleted', method: 'DELETE', path, query: { version: '1' } },
      ({ dispatch }) => dispatch(sellRequestsApi.endpoints.deleteSellRequest.initiate({ id, version: 1 })),
    );
    expect(error).toBeUndefined();
  });
});

describe('the phone orders page with service-request', () => {
  const given = pending['phone-order'];

  it('reads all of them (AAPI-12, AAPI-13)', async () => {
    const { data } = await ask(
      {
        given,
        upon: 'all phone orders',
        path: '/api/admin/phone-orders',
        answer: { data: eachLike(phoneOrder()) },
      },
      ({ dispatch }) => dispatch(endpoints.listPhoneOrders.initiate()),
    );
    expect(data?.rows).toMatchObject([{ id, quantity: 2 }]);
  });

  it('sets a status (AAPI-17)', async () => {
    const body = { status: 'confirmed', version: 1 };
    const { data } = await ask(
      {
        given,
        upon: 'a status of a phone order',
        method: 'PUT',
        path: `/api/admin/phone-orders/${id}`,
        body,
        answer: { data: phoneOrder('confirmed') },
      },
      ({ dispatch }) => dispatch(endpoints.setRequestStatus.initiate({ kind: 'phone-order', id, ...body })),
    );
    expect(data).toMatchObject({ status: 'confirmed' });
  });

  it('sets one status on many', async () => {
    const body = { kind: 'phone-order', status: 'confirmed', requests: [{ id, version: 1 }] } as const;
    const { data } = await ask(
      {
        given,
        upon: 'a status of several phone orders',
        method: 'POST',
        path: '/api/admin/requests/status',
        body,
        answer: { data: [{ id, problem: null }] },
      },
      ({ dispatch }) => dispatch(endpoints.bulkSetRequestStatus.initiate(body)),
    );
    expect(data).toEqual({ [id]: null });
  });

  it('counts new orders', async () => {
    const params = { kind: 'phone-order', status: 'all' };
    const { data } = await ask(
      {
        given,
        upon: 'how many phone orders are new',
        path: newRequestsAddress,
        query: params,
        answer: { data: { count: integer(0), since: instant('2026-11-20T10:00:00.000Z') } },
      },
      ({ dispatch }) =>
        dispatch(adminApi.endpoints.countNewRecords.initiate({ address: newRequestsAddress, params })),
    );
    expect(data).toMatchObject({ count: 0 });
  });
});

describe('the repair bookings page with service-request', () => {
  const given = pending['repair-booking'];

  it('reads the days of a week with their free seats (SIL-39)', async () => {
    const slot = { time: regex(/^\d\d:\d\d$/, '09:30'), free: integer(2), isAhead: boolean(true) };
    const { data } = await ask(
      {
        given,
        upon: 'the repairs of a day',
        path: '/api/bookings/schedule',
        query: { from: '2026-11-24', days: '1' },
        answer: {
          data: {
            timeZone: string('Asia/Kathmandu'),
            today: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-23'),
            seats: integer(3),
            days: [{ date: '2026-11-24', slots: eachLike(slot), bookings: eachLike(repairBooking()) }],
          },
        },
      },
      ({ dispatch }) =>
        dispatch(repairBookingsApi.endpoints.getRepairSchedule.initiate({ from: '2026-11-24', days: 1 })),
    );
    expect(data?.days).toMatchObject([{ date: '2026-11-24', bookings: [{ id }] }]);
  });

  it('reads a page, and one booking (SIL-39)', async () => {
    const page = await ask(
      {
        given,
        upon: 'the first page of repair bookings',
        path: '/api/bookings',
        query: { page: '1', limit: '20' },
        answer: { data: { bookings: eachLike(repairBooking()), pagination } },
      },
      ({ dispatch }) => dispatch(endpoints.listRepairBookings.initiate(firstPage)),
    );
    expect(page.data?.rows).toMatchObject([{ id, time: '09:30' }]);
    const { data } = await ask(
      {
        given,
        upon: 'one repair booking',
        path: `/api/bookings/${id}`,
        answer: { data: like(repairBooking()) },
      },
      ({ dispatch }) => dispatch(endpoints.getRequest.initiate({ kind: 'repair-booking', id })),
    );
    expect(data).toMatchObject({ id, status: 'pending' });
  });

  it('moves one to another half hour (SIL-39)', async () => {
    const slot = { date: '2026-11-25', time: '14:00' };
    const { data } = await ask(
      {
        given,
        upon: 'another half hour of a repair booking',
        method: 'PUT',
        path: `/api/bookings/${id}`,
        body: { ...slot, version: 1 },
        answer: { data: { ...repairBooking(), ...slot } },
      },
      ({ dispatch }) =>
        dispatch(repairBookingsApi.endpoints.moveRepairBooking.initiate({ id, ...slot, version: 1 })),
    );
    expect(data).toMatchObject(slot);
  });
});

describe('every list of requests with service-request', () => {
  it.each(kinds)('downloads the list of each %s with each column that it can show', async (kind) => {
    const columns = Object.values(requestCsvColumns[kind]).flat().join(',');
    const params = { kind, status: 'pending', columns };
    const address = requestsExportAddress;
    const type = await ask(
      { given: pending[kind], upon: `each ${kind} as CSV`, path: address, query: params, answer: 'csv' },
      (store) => csvMediaType(store, { address, params }),
    );
    expect(type).toBe('text/csv');
  });

  it.each(kinds)('counts each new %s since the newest shown one', async (kind) => {
    const since = '2026-11-20T10:00:00.000Z';
    const params = { kind, since, status: 'pending' };
    const { data } = await ask(
      {
        given: pending[kind],
        upon: `how many of each ${kind} are new since the newest that is shown`,
        path: newRequestsAddress,
        query: params,
        answerHeaders: { ETag: regex('.+', '"one"') },
        answer: { data: { count: integer(1), since: instant(since) } },
      },
      ({ dispatch }) =>
        dispatch(adminApi.endpoints.countNewRecords.initiate({ address: newRequestsAddress, params })),
    );
    expect(data).toEqual({ count: 1, since });
  });

  it.each([
    ['sell-request', 'reviewed'],
    ['repair-booking', 'confirmed'],
  ] as const)('sets one status on each selected %s, and names a missing one', async (kind, status) => {
    const missing = 'f'.repeat(24);
    const requests = [id, missing].map((one) => ({ id: one, version: 1 }));
    const body = { kind, status, adminNotes: 'We have looked at it.', requests };
    const outcomes = [
      { id, problem: null },
      { id: missing, problem: { message: string('There is no such request.') } },
    ];
    const { data } = await ask(
      {
        given: pending[kind],
        upon: `a status of each ${kind} of a selection, of which one is gone`,
        method: 'POST',
        path: '/api/admin/requests/status',
        body,
        answer: { data: outcomes },
      },
      ({ dispatch }) => dispatch(endpoints.bulkSetRequestStatus.initiate(body)),
    );
    expect(data).toEqual({ [id]: null, [missing]: 'There is no such request.' });
  });
});

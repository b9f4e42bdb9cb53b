import type { RequestKind } from '@kinmel/contracts';
import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi } from '../admin-api.ts';
import { repairBookingsApi } from '../features/repair-bookings/repair-bookings-api.ts';
import { type Agreement, agreedWith, csvMediaType, exchangeWith } from '../testing/staff-contract.ts';
import { newRequestsAddress, requestCsvColumns, requestsApi, requestsExportAddress } from './requests-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const ask = exchangeWith('service-request');
const agreed = agreedWith('service-request');
const id = '00000000000000000000a1b2';
const pending = {
  'sell-request': `the sell request ${id} is pending`,
  'phone-order': `the phone order ${id} is pending`,
  'repair-booking': `the repair booking ${id} is pending`,
  return: `the return ${id} is pending`,
} as const;
const phoneKey = '25ee728f50f0dfc3eee9b45d';
const kinds = Object.keys(pending) as (keyof typeof pending)[];
const { endpoints } = requestsApi;
const firstPage = (kind: RequestKind) =>
  endpoints.listRequests.initiate({ kind, page: 1, status: 'all', search: '' });

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
const money = { amountInMinorUnits: integer(110_000), currency: 'NPR' };
const aReturn = (status = 'pending', usualSteps: unknown = eachLike(string('accepted'))) => ({
  ...common(status),
  usualSteps,
  name: string('Dipa Lama'),
  email: string('dipa@example.com'),
  phone: string('9823456789'),
  orderId: regex(/^[0-9a-f]{24}$/, id),
  orderNumber: string('KM-7H2K-94QX'),
  lines: eachLike({
    key: regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/, phoneKey),
    name: string('Galaxy S26'),
    details: string('256 GB, Silver'),
    quantity: integer(1),
    unitPriceInMinorUnits: integer(100_000),
  }),
  reason: regex(/^(changed-mind|not-as-described|faulty|wrong-item|other)$/, 'faulty'),
  message: string(''),
  refundTo: regex(/^(payment|credit)$/, 'payment'),
  refund: money,
  steps: eachLike({ rule: string('goods'), amountInMinorUnits: integer(100_000) }),
  offeredRefund: nullValue(),
});

describe('the sell requests page with service-request (AAPI-45)', () => {
  const given = pending['sell-request'];
  const path = `/api/sell-phone/request/${id}`;
  const quote = { estimatedPrice: 275.5, status: 'quoted', version: 1 };
  const reviewed = { status: 'reviewed', version: 1 };
  const update = { given, method: 'PUT', path: `${path}/status` } as const;
  const setStatus = (body: typeof reviewed) =>
    endpoints.setRequestStatus.initiate({ kind: 'sell-request', id, ...body });

  it.each([
    {
      given,
      upon: 'the first page of sell requests (AAPI-01, AAPI-03 to AAPI-06, AGATE-23, AGATE-26, ASELL-35, CONF-28, CONF-29, CONF-60, CONF-61, AENT-05, AENT-07)',
      path: '/api/sell-phone/requests',
      query: { page: '1', limit: '20' },
      answer: { data: { requests: eachLike(sellRequest()), pagination } },
      send: firstPage('sell-request'),
      read: { total: 1, rows: [{ id, status: 'pending' }] },
    },
    {
      given,
      upon: 'a quote (AAPI-09, AAPI-10)',
      method: 'PUT',
      path: `${path}/quote`,
      body: quote,
      answer: { data: sellRequest('quoted', number(275.5)) },
      send: endpoints.quoteSellRequest.initiate({ id, ...quote }),
      read: { status: 'quoted', estimatedPrice: 275.5 },
    },
    {
      ...update,
      upon: 'a status of a sell request (AAPI-07, AAPI-08)',
      body: reviewed,
      answer: { data: sellRequest('reviewed') },
      send: setStatus(reviewed),
      read: { status: 'reviewed' },
    },
    {
      ...update,
      upon: 'a status with a stale version (AAPI-07)',
      body: { ...reviewed, version: 9 },
      status: 409,
      refusal: ['version-conflict', 'Somebody changed it.'],
      send: setStatus({ ...reviewed, version: 9 }),
    },
    {
      given,
      upon: 'a sell request to be deleted (AAPI-11)',
      method: 'DELETE',
      path,
      query: { version: '1' },
      send: endpoints.deleteSellRequest.initiate({ id, version: 1 }),
      read: true,
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreed);
});

describe('the phone orders page with service-request', () => {
  const given = pending['phone-order'];
  const confirmed = { status: 'confirmed', version: 1 };
  const params = { kind: 'phone-order', status: 'all' };

  it.each([
    {
      given,
      upon: 'all phone orders (AAPI-12, AAPI-13, AGATE-23, CONF-30, SIL-58)',
      path: '/api/admin/phone-orders',
      answer: { data: eachLike(phoneOrder()) },
      send: endpoints.listPhoneOrders.initiate(),
      read: { rows: [{ id, quantity: 2 }] },
    },
    {
      given,
      upon: 'a status of a phone order (AAPI-17)',
      method: 'PUT',
      path: `/api/admin/phone-orders/${id}`,
      body: confirmed,
      answer: { data: phoneOrder('confirmed') },
      send: endpoints.setRequestStatus.initiate({ kind: 'phone-order', id, ...confirmed }),
      read: { status: 'confirmed' },
    },
    {
      given,
      upon: 'how many phone orders are new',
      path: newRequestsAddress,
      query: params,
      answer: { data: { count: integer(0), since: instant('2026-11-20T10:00:00.000Z') } },
      send: adminApi.endpoints.countNewRecords.initiate({ address: newRequestsAddress, params }),
      read: { count: 0 },
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreed);
});

describe('the repair bookings page with service-request', () => {
  const given = pending['repair-booking'];
  const slot = { date: '2026-11-25', time: '14:00' };
  const free = { time: regex(/^\d\d:\d\d$/, '09:30'), free: integer(2), isAhead: boolean(true) };

  it.each([
    {
      given,
      upon: 'the repairs of a day (SIL-39)',
      path: '/api/bookings/schedule',
      query: { from: '2026-11-24', days: '1' },
      answer: {
        data: {
          timeZone: string('Asia/Kathmandu'),
          today: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-23'),
          seats: integer(3),
          days: [{ date: '2026-11-24', slots: eachLike(free), bookings: eachLike(repairBooking()) }],
        },
      },
      send: repairBookingsApi.endpoints.getRepairSchedule.initiate({ from: '2026-11-24', days: 1 }),
      read: { days: [{ date: '2026-11-24', bookings: [{ id }] }] },
    },
    {
      given,
      upon: 'the first page of repair bookings (SIL-39)',
      path: '/api/bookings',
      query: { page: '1', limit: '20' },
      answer: { data: { bookings: eachLike(repairBooking()), pagination } },
      send: firstPage('repair-booking'),
      read: { rows: [{ id, time: '09:30' }] },
    },
    {
      given,
      upon: 'one repair booking (SIL-39)',
      path: `/api/bookings/${id}`,
      answer: { data: like(repairBooking()) },
      send: endpoints.getRequest.initiate({ kind: 'repair-booking', id }),
      read: { id, status: 'pending' },
    },
    {
      given,
      upon: 'another half hour of a repair booking (SIL-39)',
      method: 'PUT',
      path: `/api/bookings/${id}`,
      body: { ...slot, version: 1 },
      answer: { data: { ...repairBooking(), ...slot } },
      send: repairBookingsApi.endpoints.moveRepairBooking.initiate({ id, ...slot, version: 1 }),
      read: slot,
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreed);
});

describe('the returns page with service-request', () => {
  const given = pending.return;
  const inspection = { version: 3, lines: [{ key: phoneKey, isRestocked: true }], photoIds: [] };
  const offer = {
    ...inspection,
    offeredRefund: { amountInMinorUnits: 50_000, currency: 'NPR' as const },
    adminNotes: 'There is a scratch.',
  };
  const inspect = {
    given: `the return ${id} is received`,
    method: 'PUT',
    path: `/api/returns/${id}/inspection`,
  } as const;
  const update = { given, method: 'PUT', path: `/api/returns/${id}/status` } as const;

  it.each([
    {
      given,
      upon: 'the first page of returns',
      path: '/api/returns',
      query: { page: '1', limit: '20' },
      answer: { data: { returns: eachLike(aReturn()), pagination } },
      send: firstPage('return'),
      read: { total: 1, rows: [{ id, status: 'pending', orderNumber: 'KM-7H2K-94QX' }] },
    },
    {
      given,
      upon: 'one return',
      path: `/api/returns/${id}`,
      answer: { data: like(aReturn()) },
      send: endpoints.getRequest.initiate({ kind: 'return', id }),
      read: { id, status: 'pending' },
    },
    {
      ...update,
      upon: 'a status of a return',
      body: { status: 'accepted', version: 1 },
      answer: { data: aReturn('accepted') },
      send: endpoints.setRequestStatus.initiate({ kind: 'return', id, status: 'accepted', version: 1 }),
      read: { status: 'accepted' },
    },
    {
      ...update,
      upon: 'a status of a return that is not possible',
      body: { status: 'received', version: 1 },
      status: 409,
      refusal: ['conflict', 'A return that is pending cannot become received.'],
      send: endpoints.setRequestStatus.initiate({ kind: 'return', id, status: 'received', version: 1 }),
    },
    {
      ...update,
      given: `the return ${id} is to be sent back`,
      upon: 'a return whose goods were sent back with a parcel',
      body: { status: 'sent-back', adminNotes: 'Parcel NP-1042', version: 4 },
      answer: { data: aReturn('sent-back', ['to-send-back']) },
      send: endpoints.setRequestStatus.initiate({
        kind: 'return',
        id,
        status: 'sent-back',
        adminNotes: 'Parcel NP-1042',
        version: 4,
      }),
      read: { status: 'sent-back' },
    },
    {
      ...inspect,
      upon: 'an inspection of goods as described',
      body: inspection,
      answer: { data: aReturn('settled', []) },
      send: endpoints.inspectReturn.initiate({ id, ...inspection }),
      read: { status: 'settled' },
    },
    {
      ...inspect,
      upon: 'an inspection with a lower refund',
      body: offer,
      answer: { data: { ...aReturn('offered', ['received']), offeredRefund: offer.offeredRefund } },
      send: endpoints.inspectReturn.initiate({ id, ...offer }),
      read: { status: 'offered', offeredRefund: { amountInMinorUnits: 50_000 } },
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreed);
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

  const since = '2026-11-20T10:00:00.000Z';
  it.each(kinds)('counts each new %s since the newest shown one', (kind) => {
    const params = { kind, since, status: 'pending' };
    return agreed({
      given: pending[kind],
      upon: `how many of each ${kind} are new since the newest that is shown`,
      path: newRequestsAddress,
      query: params,
      answerHeaders: { ETag: regex('.+', '"one"') },
      answer: { data: { count: integer(1), since: instant(since) } },
      send: adminApi.endpoints.countNewRecords.initiate({ address: newRequestsAddress, params }),
      read: { count: 1, since },
    });
  });

  it.each([
    ['sell-request', 'reviewed'],
    ['repair-booking', 'confirmed'],
    ['phone-order', 'confirmed'],
    ['return', 'accepted'],
  ] as const)('sets one status on each selected %s, and names a missing one', (kind, status) => {
    const missing = 'f'.repeat(24);
    const requests = [id, missing].map((one) => ({ id: one, version: 1 }));
    const body = { kind, status, adminNotes: 'We have looked at it.', requests };
    const refused = { id: missing, problem: { message: string('There is no such request.') } };
    return agreed({
      given: pending[kind],
      upon: `a status of each ${kind} of a selection, of which one is gone`,
      method: 'POST',
      path: '/api/admin/requests/status',
      body,
      answer: { data: [{ id, problem: null }, refused] },
      send: endpoints.bulkSetRequestStatus.initiate(body),
      read: { [id]: null, [missing]: 'There is no such request.' },
    });
  });
});

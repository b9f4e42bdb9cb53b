import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { phoneOrderApi } from './features/phone-order/phone-order-api.ts';
import { sellPhoneApi } from './features/sell-phone/sell-phone-api.ts';
import { requestsApi } from './requests/requests-api.ts';
import { submitApi } from './requests/submit-request.ts';
import { agreeOn } from './testing/agree-on.ts';

const { boolean, eachLike, integer, like, number, regex, string } = MatchersV3;

const serviceRequest = agreeOn('service-request');
const catalog = agreeOn('catalog');

const state = 'nothing was asked for yet';
const key = '0123456789abcdef0123456789abcdef';
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
const time = (example: string) => regex(/^\d\d:\d\d$/, example);
const bookingToken = 'b'.repeat(44);
const sellToken = 's'.repeat(44);
const trackingLink = regex(/^\/tracking\/[A-Za-z0-9_-]{40,64}$/, `/tracking/${bookingToken}`);
const booking = {
  model: 'iPhone 15 Pro',
  message: 'The screen is cracked.',
  urgency: 'medium',
  date: '2026-11-24',
  time: '09:30',
  name: 'Bikash Rai',
  email: 'bikash@kinmel.example',
  phone: '9801234567',
};
/** A form that is posted under its key. */
const submitting = (path: string, body: object) => ({
  method: 'POST' as const,
  path,
  body,
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  call: submitApi.endpoints.submitRequest.initiate({ url: path, key, body: JSON.stringify(body) }),
});

describe('the sell page', () => {
  const { endpoints } = sellPhoneApi;

  it('reads the models to suggest (API-26)', () =>
    serviceRequest('the models that an estimate is known for', {
      state,
      path: '/api/sell-phone/models',
      answer: {
        success: true,
        data: eachLike({ brand: string('apple'), models: eachLike(string('iPhone 13')) }),
      },
      call: endpoints.listSellModels.initiate(),
      expected: { data: [{ brand: 'apple', models: ['iPhone 13'] }] },
    }));

  it('reads an estimate (CONF-09)', () => {
    const phone = { brand: 'apple', model: 'iPhone 13', storage: '128', condition: 'good' };
    return serviceRequest('what an iPhone 13 may bring', {
      state,
      path: '/api/sell-phone/estimate',
      query: { ...phone, hasCharger: 'true' },
      answer: { success: true, data: like({ low: number(240), high: number(310) }) },
      call: endpoints.estimateSellPrice.initiate({ ...phone, hasCharger: true }),
      expected: { data: { low: 240, high: 310 } },
    });
  });
});

describe('the booking page', () => {
  it('reads the slots of a day (SIL-40)', () =>
    serviceRequest('the half hours of a day', {
      state,
      path: '/api/bookings/slots',
      query: { date: '2026-11-24' },
      answer: {
        success: true,
        data: like({
          timeZone: string('Asia/Kathmandu'),
          slots: eachLike({ time: time('09:30'), free: integer(3) }),
        }),
      },
      call: requestsApi.endpoints.listSlots.initiate('2026-11-24'),
      expected: { data: { timeZone: 'Asia/Kathmandu', slots: [{ time: '09:30', free: 3 }] } },
    }));

  it('books a slot (API-30, API-31)', () =>
    serviceRequest('a repair booking', {
      state,
      ...submitting('/api/bookings', booking),
      status: 201,
      answer: {
        success: true,
        data: like({ date: date('2026-11-24'), time: time('09:30'), timeZone: string('Asia/Kathmandu') }),
        trackingLink,
      },
      expected: { data: { trackingLink: `/tracking/${bookingToken}`, data: { time: '09:30' } } },
    }));

  it('reads the errors of single fields', () => {
    const message = 'Please enter a valid email address';
    return serviceRequest('a repair booking with a bad e-mail', {
      state,
      ...submitting('/api/bookings', { ...booking, email: 'nobody' }),
      status: 400,
      answer: {
        success: false,
        message: string(message),
        code: 'invalid-request',
        details: [{ path: 'email', message: string(message) }],
      },
      expected: { error: { status: 400, data: { details: [{ path: 'email', message }] } } },
    });
  });

  it('reads the nearest free slots of a taken one (SIL-40)', () => {
    const message = 'This time is taken.';
    const nearest = ['2026-11-24 09:00', '2026-11-24 10:00', '2026-11-24 08:30'];
    return serviceRequest('a repair booking for a half hour that is taken', {
      state: 'the half hour 2026-11-24 09:30 is taken',
      ...submitting('/api/bookings', booking),
      status: 409,
      answer: {
        success: false,
        message: string(message),
        code: 'slot-taken',
        details: [
          { path: 'time', message: string(message) },
          ...nearest.map((slot) => ({
            path: 'nearest',
            message: regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, slot),
          })),
        ],
      },
      expected: {
        error: {
          data: {
            code: 'slot-taken',
            details: [
              { path: 'time', message },
              ...nearest.map((slot) => ({ path: 'nearest', message: slot })),
            ],
          },
        },
      },
    });
  });
});

describe('the phone order page', () => {
  it('reads the phones of the catalogue (SIL-41)', () =>
    catalog('the phones that can be ordered', {
      state: 'a pre-loved iPhone 13 Pro is in the shop',
      path: '/api/products',
      query: { category: 'smartphone,premiumsmartphones,galaxyproducts', page: '1', limit: '100' },
      answer: {
        success: true,
        data: eachLike({ name: string('iPhone 13 Pro'), price: number(91_500), specs: like({}) }),
        pagination: like({ totalPages: integer(1) }),
      },
      call: phoneOrderApi.endpoints.listPhones.initiate(),
      expected: { data: [{ name: 'iPhone 13 Pro', price: 91_500 }] },
    }));

  it('orders one (API-35, CONF-30, CONF-33)', () => {
    const order = {
      name: 'Chandra Thapa',
      email: 'chandra@kinmel.example',
      phone: '9812345678',
      model: 'iPhone 15 Pro',
      color: 'Black',
      storage: '256 GB',
      quantity: 2,
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      address: 'Thamel 12, Kathmandu',
      preferredDate: '',
      preferredTime: '',
      priority: 'standard',
      budget: '',
      message: '',
    };
    return serviceRequest('the order of a new phone', {
      state,
      ...submitting('/api/admin/phone-orders', order),
      status: 201,
      answer: {
        success: true,
        data: like({
          model: string('iPhone 15 Pro'),
          color: string('Black'),
          storage: string('256 GB'),
          quantity: integer(2),
          totalPrice: null,
          paymentMethod: string('full'),
          deliveryMethod: string('delivery'),
          address: string('Thamel 12, Kathmandu'),
          priority: string('standard'),
        }),
        trackingLink,
      },
      expected: { data: { data: { quantity: 2 } } },
    });
  });
});

describe('the tracking page', () => {
  const { endpoints } = requestsApi;
  const tracked = (kind: 'sell-request' | 'repair-booking', status: string, actions: unknown = []) => ({
    kind,
    id: regex(/^[0-9a-f]{24}$/, '6560a1b2c3d4e5f6a7b8c9d0'),
    reference: regex(/^[0-9A-F]{6}$/, 'A1B2C3'),
    subject: string('iPhone 15 Pro'),
    status,
    note: string(''),
    history: eachLike({
      at: instant('2026-11-23T06:00:00.000Z'),
      by: regex(/^(customer|admin|shop)$/, 'customer'),
      what: regex(/^(status|quote|time)$/, 'status'),
      to: string('pending'),
      note: string(''),
    }),
    actions,
    hasPhoto: boolean(false),
    version: integer(1),
  });
  const bookingState = `a repair booking has the link ${bookingToken}`;

  it('reads a booking by its link (SIL-49)', () =>
    serviceRequest('a repair booking by its link', {
      state: bookingState,
      path: `/api/tracking/${bookingToken}`,
      answer: {
        success: true,
        data: {
          ...tracked('repair-booking', 'pending', ['reschedule', 'cancel']),
          quote: null,
          appointment: like({
            date: date('2026-11-24'),
            time: time('09:30'),
            timeZone: string('Asia/Kathmandu'),
            startsAt: instant('2026-11-24T03:45:00.000Z'),
          }),
        },
      },
      call: endpoints.getTrackedRequest.initiate(bookingToken),
      expected: { data: { kind: 'repair-booking', actions: ['reschedule', 'cancel'] } },
    }));

  it.each([
    ['a cancellation by the link', bookingState, bookingToken, 'repair-booking', 'cancelled'],
    [
      'a withdrawal by the link',
      `a pending sell request has the link ${sellToken}`,
      sellToken,
      'sell-request',
      'rejected',
    ],
  ] as const)('sends %s (SIL-49, S7)', (description, given, token, kind, status) =>
    serviceRequest(description, {
      state: given,
      method: 'POST',
      path: `/api/tracking/${token}/cancel`,
      body: {},
      answer: { success: true, data: like(tracked(kind, status)) },
      call: endpoints.cancelTrackedRequest.initiate(token),
      expected: { data: { status } },
    }),
  );

  it('moves a booking by its link (SIL-49, SIL-40)', () => {
    const slot = { date: '2026-11-25', time: '14:00' };
    return serviceRequest('another half hour by the link', {
      state: bookingState,
      method: 'POST',
      path: `/api/tracking/${bookingToken}/reschedule`,
      body: slot,
      answer: { success: true, data: like(tracked('repair-booking', 'pending')) },
      call: endpoints.rescheduleRepair.initiate({ token: bookingToken, ...slot }),
      expected: { data: { kind: 'repair-booking' } },
    });
  });

  it('lists the requests of the customer with their links (SIL-49)', () =>
    serviceRequest('the own requests of a customer', {
      state: 'a customer has booked a repair',
      path: '/api/tracking',
      headers: { Authorization: regex(/^Bearer .+/, 'Bearer a-token') },
      token: 'a-token',
      answer: {
        success: true,
        data: eachLike({ ...tracked('repair-booking', 'pending', like([])), trackingLink }),
      },
      call: endpoints.listOwnRequests.initiate(),
      expected: { data: [{ kind: 'repair-booking' }] },
    }));

  it.each([
    ['accept', 'accepted'],
    ['decline', 'rejected'],
  ] as const)('sends %s for the quote of a version (SIL-49)', (answer, status) =>
    serviceRequest(`an answer ${answer} to a quote`, {
      state: `a quoted sell request of version 2 has the link ${sellToken}`,
      method: 'POST',
      path: `/api/tracking/${sellToken}/${answer}`,
      body: { version: 2 },
      answer: {
        success: true,
        data: {
          ...tracked('sell-request', status),
          quote: like({
            price: number(240),
            validUntil: instant('2026-11-30T06:00:00.000Z'),
            isExpired: boolean(false),
          }),
          appointment: null,
        },
      },
      call: endpoints.answerQuote.initiate({ token: sellToken, answer, version: 2 }),
      expected: { data: { status } },
    }),
  );

  it('reads that a link is not valid (SIL-49)', () =>
    serviceRequest('a link that is not valid', {
      state,
      path: `/api/tracking/${bookingToken}`,
      status: 404,
      answer: { success: false, message: string('This link is not valid any more.'), code: 'not-found' },
      call: endpoints.getTrackedRequest.initiate(bookingToken),
      expected: { error: { status: 404, data: { code: 'not-found' } } },
    }));
});

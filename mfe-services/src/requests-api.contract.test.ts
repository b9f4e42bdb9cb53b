import { contractBetween, instant, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { problemDetails } from '@kinmel/web-kit/forms';
import { MatchersV3 } from '@pact-foundation/pact';
import { bookingApi } from './features/booking/booking-form.tsx';
import { phoneOrderApi } from './features/phone-order/phone-order-api.ts';
import { sellPhoneApi } from './features/sell-phone/sell-phone-api.ts';
import { trackingApi } from './features/tracking/tracking-api.ts';
import { nearestOf } from './requests/appointment/slot.rules.ts';
import { slotsApi } from './requests/appointment/slots-api.ts';
import { trackedRequestApi } from './requests/tracking/tracked-request-api.ts';
import { ownRequestsApi } from './widgets/own-requests-api.ts';

const { boolean, eachLike, integer, like, number, regex, string } = MatchersV3;

const serviceRequest = contractBetween('mfe-services', 'service-request');
const catalog = contractBetween('mfe-services', 'catalog');

const key = '0123456789abcdef0123456789abcdef';
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
const time = (example: string) => regex(/^\d\d:\d\d$/, example);
const trackingLink = regex(/^\/tracking\/[A-Za-z0-9_-]{40,64}$/, `/tracking/${'b'.repeat(44)}`);
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
const sendingKey = { 'Content-Type': 'application/json', 'Idempotency-Key': key };

describe('what the page that sells a phone asks service-request for', () => {
  it('reads the models to suggest (API-26)', () =>
    serviceRequest
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving('the models that an estimate is known for')
      .withRequest('GET', '/api/sell-phone/models')
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: eachLike({ brand: string('apple'), models: eachLike(string('iPhone 13')) }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(sellPhoneApi.endpoints.listSellModels.initiate());
        expect(data).toEqual([{ brand: 'apple', models: ['iPhone 13'] }]);
      }));

  it('reads an estimate (CONF-09)', () =>
    serviceRequest
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving('what an iPhone 13 may bring')
      .withRequest('GET', '/api/sell-phone/estimate', (request) =>
        request.query({
          brand: 'apple',
          model: 'iPhone 13',
          storage: '128',
          condition: 'good',
          hasCharger: 'true',
        }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, data: like({ low: number(240), high: number(310) }) }),
      )
      .executeTest(async ({ url }) => {
        const question = {
          brand: 'apple',
          model: 'iPhone 13',
          storage: '128',
          condition: 'good',
          hasCharger: true,
        };
        const { endpoints } = sellPhoneApi;
        const { data } = await sendTo(url).dispatch(endpoints.estimateSellPrice.initiate(question));
        expect(data).toMatchObject({ low: 240, high: 310 });
      }));
});

describe('what the page that books a repair asks service-request for', () => {
  it('reads the half hours of a day (SIL-40)', () =>
    serviceRequest
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving('the half hours of a day')
      .withRequest('GET', '/api/bookings/slots', (request) => request.query({ date: '2026-11-24' }))
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: like({
            timeZone: string('Asia/Kathmandu'),
            slots: eachLike({ time: time('09:30'), free: integer(3) }),
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(slotsApi.endpoints.listSlots.initiate('2026-11-24'));
        expect(data).toEqual({
          timeZone: 'Asia/Kathmandu',
          slots: [{ time: '09:30', free: 3 }],
          whyNone: '',
          nextDay: '',
        });
      }));

  it('books a half hour (API-30, API-31)', () =>
    serviceRequest
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving('a repair booking')
      .withRequest('POST', '/api/bookings', (request) => request.headers(sendingKey).jsonBody(booking))
      .willRespondWith(201, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: like({
            date: date('2026-11-24'),
            time: time('09:30'),
            timeZone: string('Asia/Kathmandu'),
          }),
          trackingLink,
        }),
      )
      .executeTest(async ({ url }) => {
        const sending = bookingApi.endpoints.bookRepair.initiate({ key, body: JSON.stringify(booking) });
        const { data } = await sendTo(url).dispatch(sending);
        expect(data).toMatchObject({ trackingLink: `/tracking/${'b'.repeat(44)}`, data: { time: '09:30' } });
      }));

  it('is told of single fields what is wrong with a form', () => {
    const wrong = { ...booking, email: 'nobody' };
    const text = 'Please enter a valid email address';
    return serviceRequest
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving('a repair booking with a bad e-mail')
      .withRequest('POST', '/api/bookings', (request) => request.headers(sendingKey).jsonBody(wrong))
      .willRespondWith(400, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: false,
          message: string(text),
          code: 'invalid-request',
          details: [{ path: 'email', message: string(text) }],
        }),
      )
      .executeTest(async ({ url }) => {
        const sending = bookingApi.endpoints.bookRepair.initiate({ key, body: JSON.stringify(wrong) });
        const { error } = await sendTo(url).dispatch(sending);
        expect(problemDetails(error)).toEqual([{ path: 'email', message: text }]);
      });
  });

  it('is told the nearest free half hours of one that is taken (SIL-40)', () =>
    serviceRequest
      .addInteraction()
      .given('the half hour 2026-11-24 09:30 is taken')
      .uponReceiving('a repair booking for a half hour that is taken')
      .withRequest('POST', '/api/bookings', (request) => request.headers(sendingKey).jsonBody(booking))
      .willRespondWith(409, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: false,
          message: string('This time is taken.'),
          code: 'slot-taken',
          details: [
            { path: 'time', message: string('This time is taken.') },
            { path: 'nearest', message: regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, '2026-11-24 09:00') },
            { path: 'nearest', message: regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, '2026-11-24 10:00') },
            { path: 'nearest', message: regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, '2026-11-24 08:30') },
          ],
        }),
      )
      .executeTest(async ({ url }) => {
        const sending = bookingApi.endpoints.bookRepair.initiate({ key, body: JSON.stringify(booking) });
        const { error } = await sendTo(url).dispatch(sending);
        expect(nearestOf(problemDetails(error))[0]).toEqual({ date: '2026-11-24', time: '09:00' });
      }));
});

describe('what the page that orders a phone asks for', () => {
  it('reads the phones of the catalogue (SIL-41)', () =>
    catalog
      .addInteraction()
      .given('a pre-loved iPhone 13 Pro is in the shop')
      .uponReceiving('the phones that can be ordered')
      .withRequest('GET', '/api/products', (request) =>
        request.query({
          category: 'smartphone,premiumsmartphones,galaxyproducts',
          page: '1',
          limit: '100',
        }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: eachLike({
            name: string('iPhone 13 Pro'),
            brand: string('Apple'),
            price: number(91_500),
            specs: like({}),
          }),
          pagination: like({ totalPages: integer(1) }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(phoneOrderApi.endpoints.listPhones.initiate());
        expect(data).toMatchObject([{ name: 'iPhone 13 Pro', price: 91_500 }]);
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
    return serviceRequest
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving('the order of a new phone')
      .withRequest('POST', '/api/admin/phone-orders', (request) =>
        request.headers(sendingKey).jsonBody(order),
      )
      .willRespondWith(201, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
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
        }),
      )
      .executeTest(async ({ url }) => {
        const sending = phoneOrderApi.endpoints.orderPhone.initiate({ key, body: JSON.stringify(order) });
        const { data } = await sendTo(url).dispatch(sending);
        expect(data).toMatchObject({ data: { quantity: 2 } });
      });
  });
});

describe('what the page of one link asks service-request for', () => {
  const tracked = (kind: 'sell-request' | 'repair-booking', status: string, actions: object) => ({
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
  const sellToken = 's'.repeat(44);
  const bookingToken = 'b'.repeat(44);

  it('reads a booking by its link (SIL-49)', () =>
    serviceRequest
      .addInteraction()
      .given(`a repair booking has the link ${bookingToken}`)
      .uponReceiving('a repair booking by its link')
      .withRequest('GET', `/api/tracking/${bookingToken}`)
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
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
        }),
      )
      .executeTest(async ({ url }) => {
        const reading = trackedRequestApi.endpoints.getTrackedRequest.initiate(bookingToken);
        const { data } = await sendTo(url).dispatch(reading);
        expect(data).toMatchObject({ kind: 'repair-booking', actions: ['reschedule', 'cancel'] });
      }));

  it('cancels a booking by its link (SIL-49)', () =>
    serviceRequest
      .addInteraction()
      .given(`a repair booking has the link ${bookingToken}`)
      .uponReceiving('a cancellation by the link')
      .withRequest('POST', `/api/tracking/${bookingToken}/cancel`, (request) => request.jsonBody({}))
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, data: like(tracked('repair-booking', 'cancelled', [])) }),
      )
      .executeTest(async ({ url }) => {
        const cancelling = trackingApi.endpoints.cancelTrackedRequest.initiate(bookingToken);
        const { data } = await sendTo(url).dispatch(cancelling);
        expect(data).toMatchObject({ status: 'cancelled' });
      }));

  it('withdraws a phone that waits for its quote by its link (S7)', () =>
    serviceRequest
      .addInteraction()
      .given(`a pending sell request has the link ${sellToken}`)
      .uponReceiving('a withdrawal by the link')
      .withRequest('POST', `/api/tracking/${sellToken}/cancel`, (request) => request.jsonBody({}))
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, data: like(tracked('sell-request', 'rejected', [])) }),
      )
      .executeTest(async ({ url }) => {
        const withdrawing = trackingApi.endpoints.cancelTrackedRequest.initiate(sellToken);
        const { data } = await sendTo(url).dispatch(withdrawing);
        expect(data).toMatchObject({ status: 'rejected' });
      }));

  it('moves a booking by its link (SIL-49, SIL-40)', () =>
    serviceRequest
      .addInteraction()
      .given(`a repair booking has the link ${bookingToken}`)
      .uponReceiving('another half hour by the link')
      .withRequest('POST', `/api/tracking/${bookingToken}/reschedule`, (request) =>
        request.jsonBody({ date: '2026-11-25', time: '14:00' }),
      )
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, data: like(tracked('repair-booking', 'pending', [])) }),
      )
      .executeTest(async ({ url }) => {
        const slot = { token: bookingToken, date: '2026-11-25', time: '14:00' };
        const { data } = await sendTo(url).dispatch(trackingApi.endpoints.rescheduleRepair.initiate(slot));
        expect(data).toMatchObject({ kind: 'repair-booking' });
      }));

  it('lists the own requests with their links (SIL-49)', () =>
    serviceRequest
      .addInteraction()
      .given('a customer has booked a repair')
      .uponReceiving('the own requests of a customer')
      .withRequest('GET', '/api/tracking', (request) =>
        request.headers({ Authorization: regex(/^Bearer .+/, 'Bearer a-token') }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: eachLike({ ...tracked('repair-booking', 'pending', like([])), trackingLink }),
        }),
      )
      .executeTest(async ({ url }) => {
        const listing = ownRequestsApi.endpoints.listOwnRequests.initiate();
        const { data } = await sendTo(url, 'a-token').dispatch(listing);
        expect(data).toMatchObject([{ kind: 'repair-booking' }]);
      }));

  it.each([
    ['accept', 'accepted'],
    ['decline', 'rejected'],
  ] as const)('says %s to a quote of the version that was seen (SIL-49)', (answer, status) =>
    serviceRequest
      .addInteraction()
      .given(`a quoted sell request of version 2 has the link ${sellToken}`)
      .uponReceiving(`an answer ${answer} to a quote`)
      .withRequest('POST', `/api/tracking/${sellToken}/${answer}`, (request) =>
        request.jsonBody({ version: 2 }),
      )
      .willRespondWith(200, (response) =>
        response.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: {
            ...tracked('sell-request', status, []),
            quote: like({
              price: number(240),
              validUntil: instant('2026-11-30T06:00:00.000Z'),
              isExpired: boolean(false),
            }),
            appointment: null,
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const answering = trackingApi.endpoints.answerQuote.initiate({
          token: sellToken,
          answer,
          version: 2,
        });
        const { data } = await sendTo(url).dispatch(answering);
        expect(data).toMatchObject({ status });
      }),
  );

  it('is told that a link is not valid (SIL-49)', () =>
    serviceRequest
      .addInteraction()
      .given('nothing was asked for yet')
      .uponReceiving('a link that is not valid')
      .withRequest('GET', `/api/tracking/${bookingToken}`)
      .willRespondWith(404, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: false,
          message: string('This link is not valid any more.'),
          code: 'not-found',
        }),
      )
      .executeTest(async ({ url }) => {
        const reading = trackedRequestApi.endpoints.getTrackedRequest.initiate(bookingToken);
        const { error } = await sendTo(url).dispatch(reading);
        expect(apiProblem(error)).toMatchObject({ status: 404, code: 'not-found' });
      }));
});

import {
  contractBetween,
  type EndpointExchange,
  endpointExchange,
  instant,
  problemAnswer,
} from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { passportApi } from './features/passport/passport-api.ts';
import { phoneOrderApi } from './features/phone-order/phone-order-api.ts';
import { returnApi } from './features/return/return-api.ts';
import { sellPhoneApi } from './features/sell-phone/sell-phone-api.ts';
import { policyApi } from './policy/shop-policy.ts';
import { type PaymentChoice, requestsApi } from './requests/requests-api.ts';
import { submitApi } from './requests/submit-request.ts';
import { servicesApi } from './services-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
const time = (example: string) => regex(/^\d\d:\d\d$/, example);
const success = (content: object): EndpointExchange['answer'] => [200, { success: true, ...content }];
const data = (content: unknown) => success({ data: content });
const refusal = (status: number, code: string, details?: readonly object[]): EndpointExchange['answer'] => [
  status,
  { ...problemAnswer(code, 'This cannot be done.'), ...(details && { details }) },
];

const { endpoints } = servicesApi;
const productId = '25ee728f50f0dfc3eee9b45d';
const offerId = 'a'.repeat(24);
const email = 'asha.rai@kinmel.example';
const token = 'made-up';

const offers: EndpointExchange = {
  given: 'an offer for a product is live',
  name: 'the live offers',
  request: ['GET', '/api/special-offers'],
  answer: success({
    offers: eachLike({
      _id: id(offerId),
      title: string('Galaxy week'),
      description: string('Every Galaxy for less.'),
      discount: string('20% OFF'),
      discountType: regex(/^(percentage|fixed|bundle|gift)$/, 'percentage'),
      discountValue: number(20),
      validFrom: date('2026-11-01'),
      validUntil: date('2026-11-30'),
      category: string('Samsung'),
      promoCode: string('GALAXY20'),
      image: string(''),
      isActive: boolean(true),
      redemptionSteps: eachLike('Claim it here.'),
      productDetails: like({
        name: string('Galaxy S26'),
        giftItem: string('a charger'),
        originalPrice: number(90_000),
      }),
      targetProducts: eachLike(id(productId)),
      version: integer(1),
    }),
  }),
  send: endpoints.listOffers.initiate(),
  expected: { data: [{ id: offerId, title: 'Galaxy week', targetProducts: [productId] }] },
};
it('reads the live offers (API-32, ENT-34 to ENT-37)', () =>
  endpointExchange(contractBetween('mfe-services', 'offer'), offers));

const text = string('A text');
const policy: EndpointExchange = {
  given: 'the policy of the shop is in force',
  name: 'the policy for the offers, the chat, /about and /contact',
  request: ['GET', '/api/policy'],
  answer: data(
    like({
      timeZone: string('Asia/Kathmandu'),
      shipping: { sentence: text },
      returns: { sentence: text },
      warranty: { repairSentence: text },
      support: { sentence: text, officeHours: text },
      chat: {
        freeDelivery: text,
        expressDelivery: text,
        sameDayDelivery: text,
        returns: text,
        warranty: text,
      },
      contact: { address: text, email: text, phone: text },
      payments: {
        sentence: text,
        methods: eachLike(regex(/^(cash_on_delivery|card|esewa|khalti)$/, 'card')),
      },
    }),
  ),
  send: policyApi.endpoints.getShopPolicy.initiate(),
  expected: { data: { contact: { address: 'A text' } } },
};
it('reads the texts of the policy record (INFO-01, INFO-02, INFO-03, INFO-04, CHAT-10, OFFR-13, CONF-02, CONF-06)', () =>
  endpointExchange(contractBetween('mfe-services', 'order'), policy));

const catalog = contractBetween('mfe-services', 'catalog');
it.each([
  {
    given: `the product ${productId} is in the shop`,
    name: 'the product of an offer',
    request: ['GET', `/api/products/${productId}`],
    answer: data(
      like({
        id: id(productId),
        name: string('iPhone 13 Pro'),
        category: string('premiumsmartphones'),
        price: number(91_500),
        inStock: boolean(true),
        image: string('/uploads/c0ffee00c0ffee00/640.webp'),
        pictures: like([]),
      }),
    ),
    send: endpoints.getOfferedProduct.initiate(productId),
    expected: { data: { id: productId, inStock: true } },
  },
  {
    given: 'a pre-loved iPhone 13 Pro is in the shop',
    name: 'the phones that can be ordered',
    request: [
      'GET',
      '/api/products',
      { query: { category: 'smartphone,premiumsmartphones,galaxyproducts', page: '1', limit: '100' } },
    ],
    answer: success({
      data: eachLike({ name: string('iPhone 13 Pro'), price: number(91_500), specs: like({}) }),
      pagination: like({ totalPages: integer(1) }),
    }),
    send: phoneOrderApi.endpoints.listPhones.initiate(),
    expected: { data: [{ name: 'iPhone 13 Pro', price: 91_500 }] },
  },
] satisfies EndpointExchange[])('reads $name (SIL-41)', (row) => endpointExchange(catalog, row));

const notification = contractBetween('mfe-services', 'notification');
it.each([
  {
    name: 'an address for the newsletter',
    request: ['POST', '/api/newsletter', { body: { email } }],
    answer: success({ message: string('Thank you.') }),
    send: endpoints.subscribeNewsletter.initiate({ email }),
    expected: { data: { message: 'Thank you.' } },
  },
  {
    name: 'a yes by a link that is not valid',
    request: ['POST', '/api/newsletter/confirm', { body: { token } }],
    answer: refusal(404, 'not-found'),
    send: endpoints.confirmNewsletter.initiate({ token }),
    expected: { problem: { status: 404, code: 'not-found' } },
  },
  {
    name: 'an end by a link that is not valid',
    request: ['POST', '/api/newsletter/unsubscribe', { query: { token } }],
    answer: refusal(404, 'not-found'),
    send: endpoints.unsubscribeNewsletter.initiate({ token }),
    expected: { problem: { status: 404, code: 'not-found' } },
  },
] satisfies EndpointExchange[])('the newsletter accepts $name (SIL-07)', (row) =>
  endpointExchange(notification, { given: 'nobody gets the newsletter', ...row }),
);

const serviceRequest = contractBetween('mfe-services', 'service-request');
const nothingAsked = 'nothing was asked for yet';
const bookingToken = 'b'.repeat(44);
const sellToken = 's'.repeat(44);
const trackingLink = regex(/^\/request-links\/[A-Za-z0-9_-]{40,64}$/, `/request-links/${bookingToken}`);
const phone = { brand: 'apple', model: 'iPhone 13', storage: '128', condition: 'good' };
const contact = { name: 'Bikash Rai', email: 'bikash@kinmel.example', phone: '9801234567' };
const booking = {
  ...contact,
  model: 'iPhone 15 Pro',
  message: 'The screen is cracked.',
  urgency: 'medium',
  date: '2026-11-24',
  time: '09:30',
};
const order = {
  ...contact,
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
const key = '0123456789abcdef0123456789abcdef';
/** The submission of a form with its idempotency key. */
const submissionOf = (url: string, body: object): Pick<EndpointExchange, 'request' | 'send'> => ({
  request: ['POST', url, { body, headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key } }],
  send: submitApi.endpoints.submitRequest.initiate({ url, key, body: JSON.stringify(body) }),
});
const invalidEmail = { path: 'email', message: 'Please enter a valid email address' };
const nearest = '2026-11-24 10:00';

it.each([
  {
    name: 'the models that an estimate is known for',
    request: ['GET', '/api/sell-phone/models'],
    answer: data(eachLike({ brand: string('apple'), models: eachLike(string('iPhone 13')) })),
    send: sellPhoneApi.endpoints.listSellModels.initiate(),
    expected: { data: [{ brand: 'apple', models: ['iPhone 13'] }] },
  },
  {
    name: 'what an iPhone 13 may bring',
    request: ['GET', '/api/sell-phone/estimate', { query: { ...phone, hasCharger: 'true' } }],
    answer: data(like({ low: number(240), high: number(310) })),
    send: sellPhoneApi.endpoints.estimateSellPrice.initiate({ ...phone, hasCharger: true }),
    expected: { data: { low: 240, high: 310 } },
  },
  {
    name: 'the half hours of a day',
    request: ['GET', '/api/bookings/slots', { query: { date: '2026-11-24' } }],
    answer: data(
      like({
        timeZone: string('Asia/Kathmandu'),
        slots: eachLike({ time: time('09:30'), free: integer(3) }),
      }),
    ),
    send: requestsApi.endpoints.listSlots.initiate('2026-11-24'),
    expected: { data: { timeZone: 'Asia/Kathmandu', slots: [{ time: '09:30', free: 3 }] } },
  },
  {
    name: 'a repair booking',
    ...submissionOf('/api/bookings', booking),
    answer: [
      201,
      {
        success: true,
        data: like({ date: date('2026-11-24'), time: time('09:30'), timeZone: string('Asia/Kathmandu') }),
        trackingLink,
      },
    ],
    expected: { data: { trackingLink: `/request-links/${bookingToken}`, data: { time: '09:30' } } },
  },
  {
    name: 'a repair booking with a bad e-mail',
    ...submissionOf('/api/bookings', { ...booking, email: 'nobody' }),
    answer: refusal(400, 'invalid-request', [{ ...invalidEmail, message: string(invalidEmail.message) }]),
    expected: { error: { status: 400, data: { details: [invalidEmail] } } },
  },
  {
    given: 'the half hour 2026-11-24 09:30 is taken',
    name: 'a repair booking for a half hour that is taken',
    ...submissionOf('/api/bookings', booking),
    answer: refusal(409, 'slot-taken', [
      { path: 'time', message: string('This time is taken.') },
      ...['2026-11-24 09:00', nearest, '2026-11-24 08:30'].map((slot) => ({
        path: 'nearest',
        message: regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, slot),
      })),
    ]),
    expected: {
      problem: { code: 'slot-taken' },
      error: { data: { details: expect.arrayContaining([{ path: 'nearest', message: nearest }]) } },
    },
  },
  {
    name: 'the order of a new phone',
    ...submissionOf('/api/admin/phone-orders', order),
    answer: [
      201,
      {
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
    ],
    expected: { data: { data: { quantity: 2 } } },
  },
] satisfies EndpointExchange[])(
  'the request pages send and read $name (API-26, API-30, API-31, API-35, CONF-09, CONF-30, CONF-33, SIL-40)',
  (row) => endpointExchange(serviceRequest, { given: nothingAsked, ...row }),
);

const returnedOrderId = '00000000000000000000a1b2';
const returnable = `the order ${returnedOrderId} can be returned by user 6600000000000000000000c1`;
const aReturn = (quantity: number) => ({
  reason: 'faulty',
  message: '',
  refundTo: 'credit',
  orderId: returnedOrderId,
  lines: [{ key: productId, quantity }],
  photoIds: [],
});

it.each([
  {
    name: 'an order that can be returned',
    request: ['GET', `/api/returns/orders/${returnedOrderId}`],
    answer: data({
      orderId: returnedOrderId,
      orderNumber: string('KM-7H2K-94QX'),
      lines: eachLike({
        key: regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/, productId),
        name: string('Galaxy S26'),
        details: string('256 GB, Silver'),
        image: string('/uploads/c0ffee00c0ffee00/640.webp'),
        quantity: integer(2),
        unitPriceInMinorUnits: integer(100_000),
      }),
      policy: {
        feeInMinorUnits: integer(1_500),
        freeAboveInMinorUnits: integer(100_000),
        taxPercent: number(10),
      },
      isShippingRefunded: boolean(true),
      left: { paymentInMinorUnits: integer(231_000), creditInMinorUnits: integer(0) },
      paymentMethod: string('card'),
      returnUntil: instant('2026-12-20T06:00:00.000Z'),
      problem: nullValue(),
      returned: like({}),
    }),
    send: returnApi.endpoints.getOrderForReturn.initiate(returnedOrderId),
    expected: { data: { orderNumber: 'KM-7H2K-94QX', problem: null, lines: [{ key: productId }] } },
  },
  {
    name: 'an order of nobody',
    request: ['GET', `/api/returns/orders/${'f'.repeat(24)}`],
    answer: refusal(404, 'not-found'),
    send: returnApi.endpoints.getOrderForReturn.initiate('f'.repeat(24)),
    expected: { problem: { status: 404, code: 'not-found' } },
  },
  {
    name: 'a return',
    ...submissionOf('/api/returns', aReturn(1)),
    answer: [201, { success: true, message: string('We have your return.'), trackingLink }],
    expected: { data: { trackingLink: `/request-links/${bookingToken}` } },
  },
  {
    name: 'a return of more than was bought',
    ...submissionOf('/api/returns', aReturn(99)),
    answer: refusal(409, 'conflict'),
    expected: { problem: { status: 409, code: 'conflict' } },
  },
] satisfies EndpointExchange[])('the return page sends and reads $name', (row) =>
  endpointExchange(serviceRequest, { given: returnable, token: 'a-token', ...row }),
);

const { endpoints: requests } = requestsApi;
const trackedRequest = (kind: 'sell-request' | 'repair-booking', status: string, actions: unknown = []) => ({
  kind,
  id: id('6560a1b2c3d4e5f6a7b8c9d0'),
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
const aBooking = `a repair booking has the link ${bookingToken}`;
const slot = { date: '2026-11-25', time: '14:00' };
const quote = {
  price: number(240),
  validUntil: instant('2026-11-30T06:00:00.000Z'),
  isExpired: boolean(false),
};
const sumOf = ({ to }: PaymentChoice) => ({
  amountInMinorUnits: to === 'credit' ? 3_402_000 : 3_240_000,
});
/** Without a choice it is a payout. */
const answerTo = (answer: 'accept' | 'decline') => ({
  version: 2,
  ...(answer === 'accept' && { amountInMinorUnits: 3_240_000 }),
});
/** Credit goes to the account of the session. */
const payments: readonly (PaymentChoice & { method?: string; token?: string })[] = [
  { to: 'credit', token: 'a-token' },
  { to: 'payout', method: 'bank', account: '00123456789', token: 'a-token' },
];

it.each([
  {
    given: aBooking,
    name: 'a repair booking by its link',
    request: ['GET', `/api/request-links/${bookingToken}`],
    answer: data({
      ...trackedRequest('repair-booking', 'pending', ['reschedule', 'cancel']),
      quote: null,
      appointment: like({
        date: date('2026-11-24'),
        time: time('09:30'),
        timeZone: string('Asia/Kathmandu'),
        startsAt: instant('2026-11-24T03:45:00.000Z'),
      }),
    }),
    send: requests.getTrackedRequest.initiate(bookingToken),
    expected: { data: { kind: 'repair-booking', actions: ['reschedule', 'cancel'] } },
  },
  {
    given: aBooking,
    name: 'a cancellation by the link',
    request: ['POST', `/api/request-links/${bookingToken}/cancel`, { body: {} }],
    answer: data(like(trackedRequest('repair-booking', 'cancelled'))),
    send: requests.answerTracked.initiate({ token: bookingToken, answer: 'cancel', version: 1 }),
    expected: { data: { status: 'cancelled' } },
  },
  {
    given: `a pending sell request has the link ${sellToken}`,
    name: 'a withdrawal by the link',
    request: ['POST', `/api/request-links/${sellToken}/cancel`, { body: {} }],
    answer: data(like(trackedRequest('sell-request', 'rejected'))),
    send: requests.answerTracked.initiate({ token: sellToken, answer: 'cancel', version: 1 }),
    expected: { data: { status: 'rejected' } },
  },
  {
    given: aBooking,
    name: 'another half hour by the link',
    request: ['POST', `/api/request-links/${bookingToken}/reschedule`, { body: slot }],
    answer: data(like(trackedRequest('repair-booking', 'pending'))),
    send: requests.rescheduleRepair.initiate({ token: bookingToken, ...slot }),
    expected: { data: { kind: 'repair-booking' } },
  },
  {
    given: 'a customer has booked a repair',
    name: 'the own requests of a customer',
    token: 'a-token',
    request: ['GET', '/api/request-links'],
    answer: data(eachLike({ ...trackedRequest('repair-booking', 'pending', like([])), trackingLink })),
    send: requests.listOwnRequests.initiate(),
    expected: { data: [{ kind: 'repair-booking' }] },
  },
  ...(['accept', 'decline'] as const).map(
    (answer): EndpointExchange => ({
      given: `a quoted sell request of version 2 has the link ${sellToken}`,
      name: `an answer ${answer} to a quote`,
      request: ['POST', `/api/request-links/${sellToken}/${answer}`, { body: answerTo(answer) }],
      answer: data({
        ...trackedRequest('sell-request', answer === 'accept' ? 'accepted' : 'rejected'),
        quote: like(quote),
        appointment: null,
      }),
      send: requests.answerTracked.initiate({ token: sellToken, answer, ...answerTo(answer) }),
      expected: { data: { status: answer === 'accept' ? 'accepted' : 'rejected' } },
    }),
  ),
  ...payments.map(
    ({ token, ...payment }): EndpointExchange => ({
      given: `a quoted sell request of version 2 has the link ${sellToken}`,
      name: `an answer accept to a quote that is paid as ${payment.to}`,
      ...(token && { token }),
      request: [
        'POST',
        `/api/request-links/${sellToken}/accept`,
        { body: { version: 2, payment, ...sumOf(payment) } },
      ],
      answer: data({
        ...trackedRequest('sell-request', 'accepted'),
        quote: {
          ...quote,
          payment: {
            to: payment.to,
            method: payment.method ?? null,
            accountLastFour: payment.to === 'credit' ? '' : '6789',
            amount: like({ amountInMinorUnits: integer(3_240_000), currency: 'NPR' }),
          },
        },
        appointment: null,
      }),
      send: requests.answerTracked.initiate({
        token: sellToken,
        answer: 'accept',
        version: 2,
        payment,
        ...sumOf(payment),
      }),
      expected: { data: { status: 'accepted', quote: { payment: { to: payment.to } } } },
    }),
  ),
  {
    given: nothingAsked,
    name: 'a link that is not valid',
    request: ['GET', `/api/request-links/${bookingToken}`],
    answer: refusal(404, 'not-found'),
    send: requests.getTrackedRequest.initiate(bookingToken),
    expected: { problem: { status: 404, code: 'not-found' } },
  },
] satisfies EndpointExchange[])('the tracking page sends and reads $name (SIL-40, SIL-49, SR-S7)', (row) =>
  endpointExchange(serviceRequest, row),
);

const wear = regex(/^(none|light|visible|broken)$/, 'light');
const passportToken = 'p'.repeat(43);
const device = contractBetween('mfe-services', 'device');
const readPassport: Pick<EndpointExchange, 'request' | 'send'> = {
  request: ['GET', `/api/passport/${passportToken}`],
  send: passportApi.endpoints.getPassport.initiate(passportToken),
};
it.each([
  {
    ...readPassport,
    given: `a device has the passport ${passportToken}`,
    name: 'a passport by its code',
    answer: data({
      brand: string('apple'),
      model: string('iPhone 13'),
      storage: string('128'),
      color: string('black'),
      identifiers: eachLike({ kind: regex(/^(imei|meid|serial)$/, 'imei'), lastFour: string('3809') }),
      inspection: {
        at: instant('2026-11-23T06:00:00.000Z'),
        checklist: {
          screen: wear,
          body: wear,
          batteryHealthPercent: integer(88),
          doButtonsWork: boolean(true),
          doCamerasWork: boolean(true),
          doesNetworkWork: boolean(true),
        },
        grade: regex(/^[ABC]$/, 'B'),
      },
      parts: eachLike({ name: string('Camera'), at: instant('2026-11-23T06:00:00.000Z') }),
      warrantyUntil: nullValue(),
      photos: eachLike(
        regex(
          /^\/api\/passport\/[\w-]+\/photos\/[0-9a-f]{32}$/,
          `/api/passport/${passportToken}/photos/${'f'.repeat(32)}`,
        ),
      ),
    }),
    expected: { data: { model: 'iPhone 13', inspection: { grade: 'B' }, parts: [{ name: 'Camera' }] } },
  },
  {
    ...readPassport,
    given: 'no device has a passport',
    name: 'a passport by a code that is not known',
    answer: refusal(404, 'not-found'),
    expected: { problem: { status: 404, code: 'not-found' } },
  },
] satisfies EndpointExchange[])('the passport page reads $name', (row) => endpointExchange(device, row));

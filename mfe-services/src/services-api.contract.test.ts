import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { policyApi } from './policy/policy-api.ts';
import { regionOf } from './policy/shop-policy.rules.ts';
import { servicesApi } from './services-api.ts';

const { boolean, eachLike, integer, like, number, regex, string } = MatchersV3;

const catalog = contractBetween('mfe-services', 'catalog');
const notification = contractBetween('mfe-services', 'notification');
const offer = contractBetween('mfe-services', 'offer');
const order = contractBetween('mfe-services', 'order');

const productId = '25ee728f50f0dfc3eee9b45d';
const offerId = 'a'.repeat(24);
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
const { endpoints } = servicesApi;

it('reads the live offers (API-32, ENT-34 to ENT-37)', () =>
  offer
    .addInteraction()
    .given('an offer for a product is live')
    .uponReceiving('the live offers')
    .withRequest('GET', '/api/special-offers')
    .willRespondWith(200, (answer) =>
      answer.headers({ 'Content-Type': jsonType }).jsonBody({
        success: true,
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
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url).dispatch(endpoints.listOffers.initiate());
      expect(data).toMatchObject([{ id: offerId, title: 'Galaxy week', targetProducts: [productId] }]);
    }));

it('reads the product that a claimed offer is about', () =>
  catalog
    .addInteraction()
    .given(`the product ${productId} is in the shop`)
    .uponReceiving('the product of an offer')
    .withRequest('GET', `/api/products/${productId}`)
    .willRespondWith(200, (answer) =>
      answer.headers({ 'Content-Type': jsonType }).jsonBody({
        success: true,
        data: like({
          id: id(productId),
          name: string('iPhone 13 Pro'),
          price: number(91_500),
          inStock: boolean(true),
          image: string('/uploads/c0ffee00c0ffee00/640.webp'),
          pictures: like([]),
        }),
      }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url).dispatch(endpoints.getOfferedProduct.initiate(productId));
      expect(data).toMatchObject({ id: productId, inStock: true });
    }));

it('reads what the pages show of the policy record (INFO-01, INFO-02, INFO-03, INFO-04, CHAT-10, OFFR-13, CONF-02, CONF-06)', () =>
  order
    .addInteraction()
    .given('the policy of the shop is in force')
    .uponReceiving('the policy for the offers, the chat, /about and /contact')
    .withRequest('GET', '/api/policy')
    .willRespondWith(200, (answer) =>
      answer.headers({ 'Content-Type': jsonType }).jsonBody({
        success: true,
        data: like({
          shipping: { sentence: string('Free shipping over NPR 200') },
          returns: { sentence: string('30-day money-back guarantee') },
          payments: { sentence: string('Secure payments') },
          support: { sentence: string('24/7 support'), officeHours: string('Mon-Fri 8am to 5pm') },
          warranty: { repairSentence: string('90-day repair warranty') },
          chat: {
            freeDelivery: string('Delivery is free on orders above NPR 5,000.'),
            expressDelivery: string('Express delivery on the next day costs NPR 500.'),
            sameDayDelivery: string('Same-day delivery in Kathmandu costs NPR 800.'),
            returns: string('We have a 7-day return policy.'),
            warranty: string('Warranty: 6 months for phones.'),
          },
          contact: {
            address: string('Durbar Marg, Kathmandu'),
            email: string('hello@kinmel.example'),
            phone: string('+977 1 555 0142'),
          },
        }),
      }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url).dispatch(policyApi.endpoints.getShopPolicy.initiate());
      expect(data && regionOf(data)).toBe('Kathmandu');
    }));

describe('what the newsletter’s forms ask notification for', () => {
  const email = 'asha.rai@kinmel.example';

  it('enters an address (SIL-07)', () =>
    notification
      .addInteraction()
      .given('nobody gets the newsletter')
      .uponReceiving('an address for the newsletter')
      .withRequest('POST', '/api/newsletter', (request) => request.jsonBody({ email }))
      .willRespondWith(200, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, message: string('Thank you.') }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(endpoints.subscribeNewsletter.initiate({ email }));
        expect(data).toMatchObject({ message: 'Thank you.' });
      }));

  it.each([
    ['a yes by a link that is not valid', 'confirmNewsletter', '/api/newsletter/confirm'],
    ['an end by a link that is not valid', 'unsubscribeNewsletter', '/api/newsletter/unsubscribe'],
  ] as const)('is told of %s', (description, endpoint, path) =>
    notification
      .addInteraction()
      .given('nobody gets the newsletter')
      .uponReceiving(description)
      .withRequest('POST', path, (request) =>
        endpoint === 'confirmNewsletter'
          ? request.jsonBody({ token: 'made-up' })
          : request.query({ token: 'made-up' }),
      )
      .willRespondWith(404, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: false,
          message: string('This link is not valid any more.'),
          error: string('This link is not valid any more.'),
          code: 'not-found',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await sendTo(url).dispatch(endpoints[endpoint].initiate({ token: 'made-up' }));
        expect(apiProblem(error)).toMatchObject({ status: 404, code: 'not-found' });
      }),
  );
});

import { MatchersV3 } from '@pact-foundation/pact';
import { policyApi } from './policy/shop-policy.ts';
import { servicesApi } from './services-api.ts';
import { agreeOn } from './testing/agree-on.ts';

const { boolean, eachLike, integer, like, number, regex, string } = MatchersV3;

const notification = agreeOn('notification');

const productId = '25ee728f50f0dfc3eee9b45d';
const offerId = 'a'.repeat(24);
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
const { endpoints } = servicesApi;

it('reads the live offers (API-32, ENT-34 to ENT-37)', () =>
  agreeOn('offer')('the live offers', {
    state: 'an offer for a product is live',
    path: '/api/special-offers',
    answer: {
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
    },
    call: endpoints.listOffers.initiate(),
    expected: { data: [{ id: offerId, title: 'Galaxy week', targetProducts: [productId] }] },
  }));

it('reads the product of a claimed offer', () =>
  agreeOn('catalog')('the product of an offer', {
    state: `the product ${productId} is in the shop`,
    path: `/api/products/${productId}`,
    answer: {
      success: true,
      data: like({
        id: id(productId),
        name: string('iPhone 13 Pro'),
        category: string('premiumsmartphones'),
        price: number(91_500),
        inStock: boolean(true),
        image: string('/uploads/c0ffee00c0ffee00/640.webp'),
        pictures: like([]),
      }),
    },
    call: endpoints.getOfferedProduct.initiate(productId),
    expected: { data: { id: productId, inStock: true } },
  }));

it('reads the texts of the policy record (INFO-01, INFO-02, INFO-03, INFO-04, CHAT-10, OFFR-13, CONF-02, CONF-06)', () =>
  agreeOn('order')('the policy for the offers, the chat, /about and /contact', {
    state: 'the policy of the shop is in force',
    path: '/api/policy',
    answer: {
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
    },
    call: policyApi.endpoints.getShopPolicy.initiate(),
    expected: { data: { contact: { address: 'Durbar Marg, Kathmandu' } } },
  }));

describe('the newsletter', () => {
  const email = 'asha.rai@kinmel.example';
  const state = 'nobody gets the newsletter';

  it('subscribes an address (SIL-07)', () =>
    notification('an address for the newsletter', {
      state,
      method: 'POST',
      path: '/api/newsletter',
      body: { email },
      answer: { success: true, message: string('Thank you.') },
      call: endpoints.subscribeNewsletter.initiate({ email }),
      expected: { data: { message: 'Thank you.' } },
    }));

  const refusal = {
    state,
    method: 'POST' as const,
    status: 404,
    answer: {
      success: false,
      message: string('This link is not valid any more.'),
      error: string('This link is not valid any more.'),
      code: 'not-found',
    },
    expected: { error: { status: 404, data: { code: 'not-found' } } },
  };
  const token = 'made-up';

  it('reads that a confirmation link is not valid', () =>
    notification('a yes by a link that is not valid', {
      ...refusal,
      path: '/api/newsletter/confirm',
      body: { token },
      call: endpoints.confirmNewsletter.initiate({ token }),
    }));

  it('reads that an unsubscribe link is not valid', () =>
    notification('an end by a link that is not valid', {
      ...refusal,
      path: '/api/newsletter/unsubscribe',
      query: { token },
      call: endpoints.unsubscribeNewsletter.initiate({ token }),
    }));
});

import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../../testing/staff-contract.ts';
import { offersApi } from './offers-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const id = 'a'.repeat(24);
const path = `/api/special-offers/${id}`;
const given = 'an offer for a product is live';
const { endpoints } = offersApi;
const day = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);

// Only the fields that list and form need. The form sends a multipart body, whose random boundary a contract cannot describe.
const oneOffer = (isActive: unknown = boolean(true)) => ({
  _id: regex(/^[0-9a-f]{24}$/, id),
  title: string('Galaxy week'),
  description: string('Every Galaxy for less.'),
  discount: string('20% OFF'),
  discountType: regex(/^(percentage|fixed|bundle|gift)$/, 'percentage'),
  discountValue: number(20),
  validFrom: day('2026-11-01'),
  validUntil: day('2026-11-30'),
  category: string('Samsung'),
  promoCode: string('GALAXY20'),
  image: string(''),
  isActive,
  redemptionSteps: eachLike('Claim it here.'),
  productDetails: like({
    name: string('Galaxy S26'),
    giftItem: string('a charger'),
    originalPrice: number(90_000),
  }),
  targetProducts: eachLike(regex(/^[0-9a-f]{24}$/, '25ee728f50f0dfc3eee9b45d')),
  maxRedemptions: nullValue(),
  currentRedemptions: integer(0),
  version: integer(1),
});

const missing = 'f'.repeat(24);

it.each([
  {
    given: `the offer ${id} has ended`,
    upon: 'all offers (AGATE-24, CONF-28, CONF-54)',
    path: '/api/special-offers',
    answer: {
      offers: eachLike({ _id: string(id), title: string('Galaxy week'), validUntil: day('2026-11-10') }),
    },
    send: endpoints.listAllOffers.initiate(),
    read: [{ _id: id, title: 'Galaxy week' }],
  },
  {
    given,
    upon: 'one offer for staff (AENT-16)',
    path,
    answer: { data: oneOffer() },
    send: endpoints.getOneOffer.initiate(id),
    read: { maxRedemptions: null, redemptionSteps: ['Claim it here.'] },
  },
  {
    given,
    upon: 'an offer to be switched off (AAPI-42)',
    method: 'PATCH',
    path: `${path}/toggle-status`,
    body: { isActive: false },
    answer: { data: oneOffer(false) },
    send: endpoints.toggleOffer.initiate({ id, isActive: false }),
    read: { _id: id, isActive: false },
  },
  {
    given,
    upon: 'an offer to be deleted (AAPI-43)',
    method: 'DELETE',
    path,
    send: endpoints.deleteOffer.initiate(id),
    read: true,
  },
  {
    given,
    upon: 'an offer to be deleted that is gone (AAPI-43)',
    method: 'DELETE',
    path: `/api/special-offers/${missing}`,
    status: 404,
    refusal: ['not-found', 'There is no such offer.'],
    send: endpoints.deleteOffer.initiate(missing),
  },
] satisfies readonly Agreement[])(
  'the offers page agrees with offer on $upon (AAPI-45)',
  agreedWith('offer'),
);

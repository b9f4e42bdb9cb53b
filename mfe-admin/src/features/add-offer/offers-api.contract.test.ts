import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { exchangeWith } from '../../testing/staff-contract.ts';
import { offersApi } from './offers-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const ask = exchangeWith('offer');
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

describe('the offers page with offer (AAPI-45)', () => {
  it('reads all offers, including those that are not live (CONF-54)', async () => {
    const offer = { _id: string(id), title: string('Galaxy week'), validUntil: day('2026-11-10') };
    const { data } = await ask(
      {
        given: `the offer ${id} has ended`,
        upon: 'all offers',
        path: '/api/special-offers',
        answer: { offers: eachLike(offer) },
      },
      ({ dispatch }) => dispatch(endpoints.listAllOffers.initiate()),
    );
    expect(data).toMatchObject([{ _id: id, title: 'Galaxy week' }]);
  });

  it('reads one offer with all fields of the form (AENT-16)', async () => {
    const { data } = await ask(
      { given, upon: 'one offer for staff', path, answer: { data: oneOffer() } },
      ({ dispatch }) => dispatch(endpoints.getOneOffer.initiate(id)),
    );
    expect(data).toMatchObject({ maxRedemptions: null, redemptionSteps: ['Claim it here.'] });
  });

  it('switches one off (AAPI-42)', async () => {
    const { data } = await ask(
      {
        given,
        upon: 'an offer to be switched off',
        method: 'PATCH',
        path: `${path}/toggle-status`,
        body: { isActive: false },
        answer: { data: oneOffer(false) },
      },
      ({ dispatch }) => dispatch(endpoints.toggleOffer.initiate({ id, isActive: false })),
    );
    expect(data).toMatchObject({ _id: id, isActive: false });
  });

  it('deletes one, and is refused for one that does not exist (AAPI-43)', async () => {
    const deleted = await ask(
      { given, upon: 'an offer to be deleted', method: 'DELETE', path },
      ({ dispatch }) => dispatch(endpoints.deleteOffer.initiate(id)),
    );
    expect(deleted.data).toBe(true);
    const missing = 'f'.repeat(24);
    const { error } = await ask(
      {
        given,
        upon: 'an offer to be deleted that is gone',
        method: 'DELETE',
        path: `/api/special-offers/${missing}`,
        status: 404,
        refusal: ['not-found', 'There is no such offer.'],
      },
      ({ dispatch }) => dispatch(endpoints.deleteOffer.initiate(missing)),
    );
    expect(apiProblem(error)).toMatchObject({ status: 404, code: 'not-found' });
  });
});

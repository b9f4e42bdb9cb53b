import { contractBetween, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { answeredAsJson as answered, asStaff, sentAsJson } from '../../testing/staff-contract.ts';
import { offersApi } from './offers-api.ts';

const { boolean, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3;

const offer = contractBetween('mfe-admin', 'offer');

const id = 'a'.repeat(24);
const forProduct = 'an offer for a product is live';
const { endpoints } = offersApi;
const store = (url: string) => sendTo(url, 'staff');
const day = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);

// Only what list and form show: offer may add to it, and may not take any of it away. What the form sends is multipart, whose
// boundary is drawn anew each time, so that no contract can name its body; it is answered as a switched offer is.
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

const asking = (state: string, description: string) =>
  offer.addInteraction().given(state).uponReceiving(description);

describe('what the screen of special offers asks offer for (AAPI-45)', () => {
  it('reads all of them, those that are not live as well (CONF-54)', () =>
    asking(`the offer ${id} has ended`, 'all offers')
      .withRequest('GET', '/api/special-offers', (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({
          success: true,
          offers: eachLike({ _id: string(id), title: string('Galaxy week'), validUntil: day('2026-11-10') }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.listAllOffers.initiate());
        expect(data).toMatchObject([{ _id: id, title: 'Galaxy week' }]);
      }));

  it('reads one with all that its form fills (AENT-16)', () =>
    asking(forProduct, 'one offer for staff')
      .withRequest('GET', `/api/special-offers/${id}`, (request) => request.headers(asStaff))
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: oneOffer() }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.getOneOffer.initiate(id));
        expect(data).toMatchObject({ maxRedemptions: null, redemptionSteps: ['Claim it here.'] });
      }));

  it('switches one off (AAPI-42)', () =>
    asking(forProduct, 'an offer to be switched off')
      .withRequest('PATCH', `/api/special-offers/${id}/toggle-status`, (request) =>
        request.headers(sentAsJson).jsonBody({ isActive: false }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: oneOffer(false) }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.toggleOffer.initiate({ id, isActive: false }));
        expect(data).toMatchObject({ _id: id, isActive: false });
      }));

  it('deletes one, and hears that it is gone already (AAPI-43)', async () => {
    const deleting = (of: string, description: string) =>
      asking(forProduct, description).withRequest('DELETE', `/api/special-offers/${of}`, (request) =>
        request.headers(asStaff),
      );
    await deleting(id, 'an offer to be deleted')
      .willRespondWith(200, (answer) => answer.headers(answered).jsonBody({ success: true }))
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.deleteOffer.initiate(id));
        expect(data).toBe(true);
      });
    const gone = 'f'.repeat(24);
    await deleting(gone, 'an offer to be deleted that is gone')
      .willRespondWith(404, (answer) =>
        answer.headers(answered).jsonBody({
          success: false,
          message: string('There is no such offer.'),
          error: string('There is no such offer.'),
          code: 'not-found',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await store(url).dispatch(endpoints.deleteOffer.initiate(gone));
        expect(apiProblem(error)).toMatchObject({ status: 404, code: 'not-found' });
      });
  });
});

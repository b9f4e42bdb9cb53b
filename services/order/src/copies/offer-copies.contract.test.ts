import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { OfferCopy } from './copies.rules.ts';
import { offersSubscriptions } from './copies.subscriptions.ts';

const { boolean, integer, like, number, regex, string } = MatchersV3;

const pact = contractBetween('order', 'offer');

const offerId = 'e'.repeat(24);
const id = regex(/^[0-9a-f]{24}$/, offerId);
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
// Only the fields that price an order: offer may add others and may not remove these.
const snapshot = {
  offerId: id,
  title: string('Galaxy week'),
  description: string('Every Galaxy for less.'),
  discountType: regex(/^(percentage|fixed|bundle|gift)$/, 'percentage'),
  discountPercentage: number(20),
  discountInMinorUnits: integer(0),
  validFrom: date('2026-11-01'),
  validUntil: date('2026-11-30'),
  promoCode: string('GALAXY20'),
  isActive: boolean(true),
  isUsedUp: boolean(false),
  targetProducts: like([]),
  image: string(''),
  productName: string('Galaxy S26'),
  originalPriceInMinorUnits: integer(10_000_000),
  discountedPriceInMinorUnits: integer(8_000_000),
  giftItem: string(''),
};

/** Handles a message as the running service does. */
async function receive(content: unknown): Promise<OfferCopy | undefined> {
  let copy: OfferCopy | undefined;
  const subscriptions = offersSubscriptions({
    offerCopies: {
      save: async (next) => {
        copy = next;
      },
      findMany: async () => (copy ? [copy] : []),
      ofCode: async () => (copy ? [copy] : []),
    },
  });
  await handleMessage(subscriptions, content);
  return copy;
}

const expectMessage = (type: string, data: object) =>
  expectEvent(pact, { type, aggregateId: id, aggregateVersion: 3, data });

describe('what order needs from offer’s events', () => {
  it.each(['offer.created', 'offer.updated'])(
    '%s has everything that pricing an order needs',
    async (type) => {
      await expectMessage(type, snapshot).executeTest(async ({ contents }) => {
        expect(await receive(contents.content)).toMatchObject({
          offerId,
          version: 3,
          offer: { discountPercentage: 20, promoCode: 'GALAXY20' },
        });
      });
    },
  );

  it('offer.deleted has the id of the offer', async () => {
    await expectMessage('offer.deleted', { offerId: id }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual({ offerId, version: 3, offer: null });
    });
  });
});

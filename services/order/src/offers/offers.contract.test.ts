import { fileURLToPath } from 'node:url';
import { createLogger, type EventContext } from '@kinmel/service-kit';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';
import type { OfferCopy } from './offer-copy.rules.ts';
import { offersSubscriptions } from './offers.subscriptions.ts';

const { boolean, integer, like, number, regex, string, uuid } = MatchersV3;

const pact = new Pact({
  consumer: 'order',
  provider: 'offer',
  dir: fileURLToPath(new URL('../../../../pacts', import.meta.url)),
  spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
  logLevel: 'error',
});

const offerId = 'e'.repeat(24);
const id = regex(/^[0-9a-f]{24}$/, offerId);
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
const envelope = (type: string) => ({
  eventId: uuid('7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11'),
  type,
  version: 1,
  aggregateId: id,
  aggregateVersion: integer(3),
  occurredAt: regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, '2026-11-20T10:00:00.000Z'),
});
// Only what prices an order: offer may add to it, and may not take any of it away.
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
  targetProducts: like([]),
  image: string(''),
  productName: string('Galaxy S26'),
  originalPriceInMinorUnits: integer(10_000_000),
  discountedPriceInMinorUnits: integer(8_000_000),
  giftItem: string(''),
};

/** Handles a message as the running service would, and answers the copy that it kept. */
async function receive(content: unknown): Promise<OfferCopy | undefined> {
  let copy: OfferCopy | undefined;
  const subscriptions = offersSubscriptions({
    offerCopies: {
      find: async () => copy,
      save: async (next) => {
        copy = next;
      },
      findMany: async () => (copy ? [copy] : []),
      ofCode: async () => (copy ? [copy] : []),
    },
  });
  const type =
    typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined;
  const subscription = subscriptions.find(({ definition }) => definition.type === type);
  if (subscription === undefined) throw new Error(`Order does not listen to ${String(type)}.`);
  await subscription.handle(subscription.parse(content), {
    // The handlers pass the session on and never look into it.
    session: {} as EventContext['session'],
    log: createLogger({ service: 'order', level: 'silent' }),
  });
  return copy;
}

function expectMessage(type: string, data: object) {
  return pact.addAsynchronousInteraction().expectsToReceive(type, (message) => {
    message
      .withMetadata({ routingKey: type, contentType: 'application/json' })
      .withJSONContent({ ...envelope(type), data });
  });
}

describe('what order needs of offer’s events', () => {
  it.each(['offer.created', 'offer.updated'])('%s brings all that prices an order', async (type) => {
    await expectMessage(type, snapshot).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({
        offerId,
        version: 3,
        offer: { discountPercentage: 20, promoCode: 'GALAXY20' },
      });
    });
  });

  it('offer.deleted names the offer', async () => {
    await expectMessage('offer.deleted', { offerId: id }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual({ offerId, version: 3, offer: null });
    });
  });
});

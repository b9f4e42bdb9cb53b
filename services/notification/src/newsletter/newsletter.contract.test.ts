import { fileURLToPath } from 'node:url';
import { createLogger, type EventContext } from '@kinmel/service-kit';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';
import { followOffer } from './follow-offer.ts';
import { newsletterSubscriptions } from './newsletter.subscriptions.ts';
import type { NewsletterContext } from './newsletter-context.ts';

const { boolean, integer, like, number, regex, string, uuid } = MatchersV3;

const pact = new Pact({
  consumer: 'notification',
  provider: 'offer',
  dir: fileURLToPath(new URL('../../../../pacts', import.meta.url)),
  spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
  logLevel: 'error',
});

const offerId = '6600000000000000000000f1';
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
const snapshot = {
  offerId: id,
  title: string('Tihar: 10 % off'),
  description: string('Ten percent less.'),
  discountType: regex(/^[a-z_-]+$/, 'percentage'),
  discountPercentage: number(10),
  discountInMinorUnits: integer(0),
  validFrom: date('2026-11-20'),
  validUntil: date('2026-11-30'),
  promoCode: string('TIHAR10'),
  isActive: boolean(true),
  targetProducts: like([]),
  image: string(''),
  productName: string('iPhone 13 Pro'),
  originalPriceInMinorUnits: integer(9_150_000),
  discountedPriceInMinorUnits: integer(8_235_000),
  giftItem: string(''),
};

type Followed = Parameters<NewsletterContext['newsletterIssues']['follow']>;

/** Handles a message as the running service would, and answers what would be kept of it. */
async function receive(content: unknown): Promise<Followed[] | undefined> {
  const followed: Followed[] = [];
  const parts: Pick<NewsletterContext, 'now'> & { newsletterIssues: object } = {
    newsletterIssues: { follow: async (...news: Followed) => void followed.push(news) },
    now: () => new Date('2026-11-21T10:00:00.000Z'),
  };
  // Following an offer uses these two parts of the context and no other.
  const subscriptions = newsletterSubscriptions(parts as Parameters<typeof followOffer>[0]);
  const type =
    typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined;
  const subscription = subscriptions.find(({ definition }) => definition.type === type);
  if (subscription === undefined) throw new Error(`The newsletter does not listen to ${String(type)}.`);
  await subscription.handle(subscription.parse(content), {
    // The handlers pass the session on and never look into it.
    session: {} as EventContext['session'],
    log: createLogger({ service: 'notification', level: 'silent' }),
  });
  return followed;
}

function expectMessage(type: string, data: object) {
  return pact.addAsynchronousInteraction().expectsToReceive(type, (message) => {
    message
      .withMetadata({ routingKey: type, contentType: 'application/json' })
      .withJSONContent({ ...envelope(type), data });
  });
}

describe('what the newsletter needs of offer’s events', () => {
  it.each(['offer.created', 'offer.updated'])('%s brings what subscribers are told', async (type) => {
    await expectMessage(type, snapshot).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject([
        [
          offerId,
          3,
          { offer: { title: 'Tihar: 10 % off', promoCode: 'TIHAR10', validUntil: '2026-11-30' } },
          {},
        ],
      ]);
    });
  });

  it('offer.deleted names the offer', async () => {
    await expectMessage('offer.deleted', { offerId: id }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject([[offerId, 3, undefined, {}]]);
    });
  });
});

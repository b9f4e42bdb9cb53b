import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { newsletterSubscriptions } from './newsletter.subscriptions.ts';
import type { NewsletterContext } from './newsletter-context.ts';

const { boolean, integer, like, number, regex, string } = MatchersV3;

const pact = contractBetween('notification', 'offer');

const offerId = '6600000000000000000000f1';
const id = regex(/^[0-9a-f]{24}$/, offerId);
const date = (example: string) => regex(/^\d{4}-\d\d-\d\d$/, example);
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
  isUsedUp: boolean(false),
  targetProducts: like([]),
  image: string(''),
  productName: string('iPhone 13 Pro'),
  originalPriceInMinorUnits: integer(9_150_000),
  discountedPriceInMinorUnits: integer(8_235_000),
  giftItem: string(''),
};

type FollowArguments = Parameters<NewsletterContext['newsletterIssues']['follow']>;

/** Handles a message as the service does; resolves with what would be stored. */
async function receive(content: unknown): Promise<FollowArguments[] | undefined> {
  const followCalls: FollowArguments[] = [];
  const parts: Pick<NewsletterContext, 'now' | 'dayOf'> & { newsletterIssues: object } = {
    newsletterIssues: { follow: async (...news: FollowArguments) => void followCalls.push(news) },
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    dayOf: (moment) => moment.toISOString().slice(0, 10),
  };
  // The handlers use only these parts of the context.
  const subscriptions = newsletterSubscriptions(parts as NewsletterContext);
  await handleMessage(subscriptions, content);
  return followCalls;
}

const expectMessage = (type: string, data: object) =>
  expectEvent(pact, { type, aggregateId: id, aggregateVersion: 3, data });

describe("what the newsletter needs from offer's events", () => {
  it.each(['offer.created', 'offer.updated'])('%s has the data of the newsletter mail', async (type) => {
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

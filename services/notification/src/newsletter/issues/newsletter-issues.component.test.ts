import { dayMs, type OfferSnapshot, offerCreated, offerDeleted, offerUpdated } from '@kinmel/contracts';
import { createEvent, personalDataOf, shopDays } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import { newsBatchSize } from '../../mails/sending/mail-sender.ts';
import { anEvent } from '../../testing/event-builder.ts';
import { useTestNotification } from '../../testing/test-notification.ts';
import { unsubscribeNewsletter } from '../subscribe-newsletter.ts';
import { writeIssueMails } from './write-issue-mails.ts';

const notification = useTestNotification();

const welcome = 'Welcome to Kinmel';
const dayOf = shopDays('Asia/Kathmandu');
const dayFromNow = (days: number) => dayOf(new Date(notification.now().getTime() + days * dayMs));
const offerId = '6600000000000000000000f1';
const anOffer = (overrides: Partial<OfferSnapshot> = {}) =>
  anOfferSnapshot({
    offerId,
    title: 'Tihar: 10 % off',
    validFrom: dayFromNow(0),
    validUntil: dayFromNow(9),
    promoCode: 'TIHAR10',
    productName: 'iPhone 13 Pro',
    originalPriceInMinorUnits: 9_150_000,
    discountedPriceInMinorUnits: 8_235_000,
    ...overrides,
  });
const aggregateOf = (aggregateVersion: number) => ({ aggregateId: offerId, aggregateVersion });
const createdEvent = (overrides = {}) =>
  createEvent(offerCreated, { ...aggregateOf(1), data: anOffer(overrides) });
const updatedEvent = (version: number, overrides = {}) =>
  createEvent(offerUpdated, { ...aggregateOf(version), data: anOffer(overrides) });

/** Inserts subscriptions. */
const insertSubscribers = async (count: number, state = 'confirmed') => {
  await notification.connection.collection<{ _id: string }>('newsletter_subscriptions').insertMany(
    Array.from({ length: count }, (_, index) => ({
      _id: `${state === 'confirmed' ? 'a' : 'b'}${String(index).padStart(23, '0')}`,
      email: `${state}${index}@kinmel.example`,
      state,
      round: 1,
      askedAt: notification.now(),
    })),
  );
};
async function sendIssues() {
  await notification.bus.settle();
  await writeIssueMails(notification.context);
  return await notification.deliverAll();
}

describe('a new offer', () => {
  it('is mailed once to each subscriber, with an unsubscribe link, and to no others (NOT-N9)', async () => {
    await insertSubscribers(3);
    await insertSubscribers(2, 'asked');
    await notification.bus.publish(createdEvent());
    const received = await sendIssues();
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ to }) => to[0]))).toEqual(
      new Set([0, 1, 2].map((index) => `confirmed${index}@kinmel.example`)),
    );
    expect(received[0]?.text).toContain('TIHAR10');
    expect(received[0]?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');

    await notification.bus.publish(updatedEvent(2, { title: 'Another title' }));
    expect(await sendIssues()).toHaveLength(3);
  });

  it('is mailed on its first day, not before (NOT-N9)', async () => {
    await insertSubscribers(1);
    await notification.bus.publish(createdEvent({ validFrom: dayFromNow(2) }));
    expect(await sendIssues()).toHaveLength(0);
    notification.pass(2 * dayMs);
    expect(await sendIssues()).toHaveLength(1);
  });

  it('is not mailed while it is off, over or deleted, in whatever order the events arrive (NOT-N9, I-9)', async () => {
    await insertSubscribers(1);
    await notification.bus.publish(createdEvent({ isActive: false }));
    expect(await sendIssues()).toHaveLength(0);
    await notification.bus.publish(
      updatedEvent(2, { validFrom: dayFromNow(-9), validUntil: dayFromNow(-2) }),
    );
    expect(await sendIssues()).toHaveLength(0);
    await notification.bus.publish(createEvent(offerDeleted, { ...aggregateOf(4), data: { offerId } }));
    await notification.bus.settle();
    await notification.bus.publish(updatedEvent(3));
    expect(await sendIssues()).toHaveLength(0);
  });

  it('is not mailed to a subscriber who ends the newsletter meanwhile (NOT-N6)', async () => {
    await insertSubscribers(2);
    await notification.bus.publish(createdEvent());
    await notification.bus.settle();
    const { context } = notification;
    const { newsletter } = context;
    await writeIssueMails({
      ...context,
      newsletter: {
        ...newsletter,
        async confirmedAfter(cursor, limit) {
          const found = await newsletter.confirmedAfter(cursor, limit);
          const [first] = found;
          if (first) {
            const token = context.newsletterLinks.unsubscribeToken(first);
            await unsubscribeNewsletter(context, token);
          }
          return found;
        },
      },
    });
    const mails = await notification.connection.collection('mails').find().toArray();
    expect(await personalDataOf(notification.connection).openAll(mails)).toMatchObject([
      { address: 'confirmed1@kinmel.example' },
    ]);
  });

  it('delays no other mail while it is mailed to 2,000 subscribers (NOT-N10)', async () => {
    await insertSubscribers(2_000);
    const twin = notification.twin();
    await notification.bus.publish(createdEvent());
    await notification.bus.settle();
    // Concurrently, as in the running service.
    const writing = writeIssueMails(twin);
    const mails = notification.connection.collection('mails');
    await eventually(async () => (await mails.countDocuments()) > 0);
    twin.sender.start();
    await notification.bus.publish(anEvent.userRegistered());
    await eventually(async () => (await mails.countDocuments({ subject: welcome })) > 0);
    const { received } = notification.mailServer;
    const sentBefore = received.length;
    await eventually(() => received.some(({ subject }) => subject === welcome));
    const issue = await notification.connection.collection('newsletter_issues').findOne();
    const position = received.findIndex(({ subject }) => subject === welcome);
    await twin.sender.stop();
    await writing;
    expect(issue).toMatchObject({ isDone: false });
    // The batch that was being sent, and one that was claimed just before the mail was stored.
    expect(position - sentBefore).toBeLessThanOrEqual(2 * newsBatchSize);
    expect(await mails.countDocuments({ template: 'newsletter-offer' })).toBe(2_000);
  }, 60_000);

  it('takes turns with another offer (NOT-N10)', async () => {
    await insertSubscribers(400);
    await notification.bus.publish(createdEvent());
    await notification.bus.publish(
      createEvent(offerCreated, {
        aggregateId: '6600000000000000000000f2',
        aggregateVersion: 1,
        data: anOffer({ offerId: '6600000000000000000000f2', title: 'Dashain: 5 % off' }),
      }),
    );
    await notification.bus.settle();
    const issues = notification.connection.collection('newsletter_issues');
    const writing = writeIssueMails(notification.context);
    await eventually(async () => (await issues.countDocuments({ cursor: { $ne: '' }, isDone: false })) === 2);
    await writing;
    expect(await issues.countDocuments({ isDone: true })).toBe(2);
    expect(await notification.connection.collection('mails').countDocuments()).toBe(800);
  }, 60_000);

  it('is mailed once by two instances, over several batches (NOT-N9)', async () => {
    await insertSubscribers(105);
    await notification.bus.publish(createdEvent());
    await notification.bus.settle();
    await Promise.all([writeIssueMails(notification.context), writeIssueMails(notification.twin())]);
    expect(await notification.connection.collection('mails').countDocuments()).toBe(105);
    expect(await notification.connection.collection('newsletter_issues').findOne()).toMatchObject({
      isDone: true,
    });
  }, 60_000);
});

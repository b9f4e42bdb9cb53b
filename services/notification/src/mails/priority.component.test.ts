import type { MailName } from '@kinmel/mail-templates';
import { eventually } from '@kinmel/testing';
import { anEvent, testSealKey } from '../testing/event-builder.ts';
import { useTestNotification } from '../testing/test-notification.ts';
import { priorityOf } from './mails.store.ts';

const notification = useTestNotification();

const mails = () => notification.connection.collection<{ _id: string }>('mails');

/** Inserts mails that have long been due, the longest first. */
async function insertWaiting(
  template: MailName,
  count: number,
  nextAttemptAt = (index: number) => new Date(index),
) {
  const isNews = template === 'newsletter-offer';
  const prices = { originalPriceInMinorUnits: null, discountedPriceInMinorUnits: null };
  const offer = { title: 'Tihar', description: 'Less', productName: null, promoCode: 'TIHAR10', ...prices };
  await mails().insertMany(
    Array.from({ length: count }, (_, index) => ({
      _id: `${template}-${index}`,
      template,
      priority: priorityOf(template),
      to: `${template}${index}@kinmel.example`,
      subject: template,
      data: isNews ? { ...offer, validUntil: '2099-01-01' } : { name: 'Asha Rai' },
      sealed: isNews ? { unsubscribeToken: notification.context.seal('t') } : {},
      personId: `p${index}`,
      news: null,
      record: null,
      sendBefore: null,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: nextAttemptAt(index),
      claim: null,
      leasedUntil: null,
      lastError: null,
      createdAt: notification.now(),
      sentAt: null,
    })),
  );
}

const resetEvent = () =>
  anEvent.passwordResetRequested('t', testSealKey, new Date(notification.now().getTime() + 30 * 60_000));

describe('waiting mails', () => {
  it('are sent by kind: reset, confirmation, order, then news, however long they wait (NOT-M9)', async () => {
    await insertWaiting('newsletter-offer', 12);
    await notification.bus.publish(anEvent.orderRefunded());
    await notification.bus.publish(anEvent.userRegistered());
    await notification.bus.publish(resetEvent());
    const subjects = (await notification.deliverAll()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(15);
    // Four are sent concurrently, so that the order of the first ones varies.
    expect(subjects.slice(0, 3).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'Reset your Kinmel password',
      'Welcome to Kinmel',
      'Your order KM-7H2K-94QX is refunded',
    ]);
  });

  it('of password resets overtake newsletters, which are claimed in small batches (NOT-M9)', async () => {
    await insertWaiting('newsletter-offer', 60);
    const heldMails = notification.mailServer.hold();
    const sending = notification.context.sender.sendDue();
    await eventually(() => heldMails.count() === 4);
    await notification.bus.publish(resetEvent());
    await notification.bus.settle();
    heldMails.release();
    await sending;
    const subjects = notification.mailServer.received.map(({ subject }) => subject);
    expect(subjects).toHaveLength(61);
    expect(subjects.indexOf('Reset your Kinmel password')).toBeLessThan(16);
  });

  it('are found by an index that skips those that are not due yet (NOT-M9)', async () => {
    await insertWaiting('newsletter-offer', 2_000, () => new Date(Date.now() + 60 * 60_000));
    await insertWaiting('welcome', 3);
    const profile = await mails()
      .find({
        state: 'waiting',
        nextAttemptAt: { $lte: notification.now() },
        priority: { $in: [0, 1, 2, 3, 4] },
      })
      .sort({ priority: 1, nextAttemptAt: 1 })
      .explain('executionStats');
    const { totalKeysExamined, totalDocsExamined } = profile['executionStats'];
    expect(totalDocsExamined).toBe(3);
    expect(totalKeysExamined).toBeLessThan(20);
  });
});

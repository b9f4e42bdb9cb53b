import type { WireEvent } from '@kinmel/service-kit';
import { alertToken, anEvent, person, userId } from '../testing/event-builder.ts';
import { shopUrl, useTestNotification } from '../testing/test-notification.ts';

const notification = useTestNotification();
const { restart } = notification;

const publish = (event: WireEvent) => notification.bus.publish(event);
const sentMails = () => notification.deliverAll();

describe('the mails of an alert (NOT-M15)', () => {
  it('ask to confirm it, with its link as the only one', async () => {
    await publish(anEvent.alertRequested());
    const [mail] = await sentMails();
    expect(mail).toMatchObject({ to: [person.email], subject: 'Please confirm your alert' });
    for (const part of [`${shopUrl}/alerts/${alertToken}`, 'iPhone 13 Pro', 'At least B', 'NPR 70,000'])
      expect(mail?.text).toContain(part);
  });

  it.each([
    ['new', 'There is one for you'],
    ['back', 'It is back in stock'],
    ['cheaper', 'The price has dropped'],
  ])('announce a product that is %s, with a one-click unsubscribe', async (cause, subject) => {
    await publish(anEvent.alertMatched({ cause }));
    const [mail] = await sentMails();
    expect(mail).toMatchObject({ to: [person.email], subject });
    for (const part of [
      'NPR 68,900',
      `${shopUrl}/productdetails?id=66000000000000000000a001`,
      `${shopUrl}/alerts/${alertToken}`,
    ])
      expect(mail?.text).toContain(part);
    expect(mail?.headers['list-unsubscribe']).toBe(`<${shopUrl}/api/alerts/${alertToken}/end>`);
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  it('contain no text of a stranger that could become a link (NOT-M10)', async () => {
    await publish(anEvent.alertRequested({ subject: 'win at www.evil.example' }));
    const [mail] = await sentMails();
    expect(mail?.text).toContain('what you asked for');
    expect(mail?.text).not.toContain('evil');
  });

  it('are not sent for a deleted account or after their time (NOT-M5, NOT-M8)', async () => {
    await publish(anEvent.userDeleted());
    await publish(anEvent.alertMatched({ userId }));
    await publish(anEvent.alertRequested({ expiresAt: '2020-01-01T00:00:00.000Z' }));
    expect(await sentMails()).toEqual([]);
  });
});

describe('the mails that strangers can cause (NOT-M17)', () => {
  const subjects = async () => (await sentMails()).map(({ subject }) => subject);

  it('are limited per mailbox and hour, whoever causes them; one mail lists the others', async () => {
    await restart({ mailsPerMailbox: 3 });
    for (let index = 0; index < 4; index += 1) await publish(anEvent.alertRequested());
    await sentMails();
    const buyer = { customer: { name: 'Eve', email: person.email.toUpperCase() } };
    for (let index = 0; index < 2; index += 1) await publish(anEvent.orderPlaced(buyer));
    await publish(anEvent.alertRequested({ email: 'another@kinmel.example' }));
    const confirm = 'Please confirm your alert';
    expect((await subjects()).toSorted()).toEqual([confirm, confirm, confirm, confirm]);
    notification.pass(60 * 60_000);
    const digest = (await sentMails()).at(-1);
    expect(digest).toMatchObject({ to: [person.email], subject: 'More messages for your address' });
    for (const line of ['Please confirm your alert: Once', 'Your order KM-7H2K-94QX: 2 times'])
      expect(digest?.text).toContain(line);
    const stored = await notification.connection.collection('mails').findOne({ template: 'mail-digest' });
    expect(stored?.['listed']).toEqual([
      expect.stringMatching(/^alert-confirm-/),
      ...[1, 2].map(() => expect.stringMatching(/^order-placed-/)),
    ]);
    expect(await subjects()).toHaveLength(5);
    await publish(anEvent.alertRequested());
    expect(await subjects()).toHaveLength(6);
  });

  it('are sent one by one by an instance whose clock is behind, once the digest of the hour is sent', async () => {
    await restart({ mailsPerMailbox: 1 });
    for (let index = 0; index < 2; index += 1) await publish(anEvent.alertRequested());
    await sentMails();
    notification.pass(60 * 60_000);
    expect(await subjects()).toHaveLength(2);
    notification.pass(-60_000);
    await publish(anEvent.orderPlaced());
    expect((await subjects()).at(-1)).toMatch(/^Your order /);
  });

  it('are listed without those of an account that was deleted meanwhile (NOT-M8)', async () => {
    await restart({ mailsPerMailbox: 1 });
    const digests = () => notification.connection.collection('mails').find({ template: 'mail-digest' });
    await publish(anEvent.alertRequested());
    await sentMails();
    await publish(anEvent.orderPlaced());
    await publish(anEvent.alertRequested());
    await sentMails();
    await publish(anEvent.userDeleted());
    notification.pass(60 * 60_000);
    const digest = (await sentMails()).at(-1);
    expect(digest?.text).toContain('Please confirm your alert: Once');
    expect(digest?.text).not.toContain('Your order');
    expect(await digests().toArray()).toMatchObject([{ state: 'sent', people: [expect.any(String)] }]);
  });

  it.each([false, true])(
    'are in no digest when all their accounts were deleted, after it was sent: %s (NOT-M8)',
    async (isSent) => {
      await restart({ mailsPerMailbox: 1 });
      const digests = () =>
        notification.connection.collection('mails').countDocuments({ template: 'mail-digest' });
      await publish(anEvent.alertRequested());
      await sentMails();
      for (const accountId of ['one', 'two']) await publish(anEvent.alertRequested({ userId: accountId }));
      await sentMails();
      if (isSent) notification.pass(60 * 60_000);
      await sentMails();
      for (const [accountId, expectedCount] of [
        ['one', 1],
        ['two', 0],
      ] as const) {
        await publish(anEvent.userDeleted({ userId: accountId }));
        await sentMails();
        expect(await digests()).toBe(expectedCount);
      }
    },
  );

  it('delay no mail of another kind, and none about actions of staff', async () => {
    await restart({ mailsPerMailbox: 1 });
    for (let index = 0; index < 3; index += 1) await publish(anEvent.alertRequested());
    await publish(anEvent.alertMatched({ cause: 'new' }));
    await publish(anEvent.repairBookingMoved());
    await sentMails();
    await publish(anEvent.phoneOrderCancelled());
    await publish(anEvent.orderCancelled());
    expect((await subjects()).toSorted()).toEqual([
      'Please confirm your alert',
      'There is one for you',
      expect.stringMatching(/^Your phone order .* was cancelled$/),
      expect.stringMatching(/^Your repair booking .* has a new time$/),
    ]);
  });
});

import type { WireEvent } from '@kinmel/service-kit';
import { alertToken, anEvent, person, userId } from '../testing/event-builder.ts';
import { notificationForEachTest, shopUrl, type TestNotification } from '../testing/test-notification.ts';

let notification: TestNotification;
notificationForEachTest((started) => {
  notification = started;
});

const publish = (event: WireEvent) => notification.bus.publish(event);
const sent = () => notification.settle();

describe('the mails of an alert (M15)', () => {
  it('ask to confirm it, with its link as the only one', async () => {
    await publish(anEvent.alertRequested());
    const [mail] = await sent();
    expect(mail).toMatchObject({ to: [person.email], subject: 'Please confirm your alert' });
    for (const part of [`${shopUrl}/alerts/${alertToken}`, 'iPhone 13 Pro', 'At least B', 'NPR 70,000'])
      expect(mail?.text).toContain(part);
  });

  it.each([
    ['new', 'There is one for you'],
    ['back', 'It is back in stock'],
    ['cheaper', 'The price has dropped'],
  ])('tell of a product that is %s, and end with one click', async (cause, subject) => {
    await publish(anEvent.alertMatched({ cause }));
    const [mail] = await sent();
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

  it('say nothing that could be a link of a stranger (M10)', async () => {
    await publish(anEvent.alertRequested({ subject: 'win at www.evil.example' }));
    const [mail] = await sent();
    expect(mail?.text).toContain('what you asked for');
    expect(mail?.text).not.toContain('evil');
  });

  it('are not sent for a deleted account or after their time (M5, M8)', async () => {
    await publish(anEvent.userDeleted());
    await publish(anEvent.alertMatched({ userId }));
    await publish(anEvent.alertRequested({ expiresAt: '2020-01-01T00:00:00.000Z' }));
    expect(await sent()).toEqual([]);
  });
});

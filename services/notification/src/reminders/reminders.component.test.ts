import type { WireEvent } from '@kinmel/service-kit';
import { anEvent, trackingToken, userId } from '../testing/event-builder.ts';
import { notificationForEachTest, shopUrl, type TestNotification } from '../testing/test-notification.ts';
import { remindOfRepairs } from './remind-of-repairs.ts';

let notification: TestNotification;
notificationForEachTest((started) => {
  notification = started;
});

const hourMs = 60 * 60_000;
const inHours = (hours: number) => ({
  startsAt: new Date(notification.now().getTime() + hours * hourMs).toISOString(),
});
async function publish(...events: WireEvent[]): Promise<void> {
  for (const event of events) {
    await notification.bus.publish(event);
    await notification.bus.settle();
  }
}
/** Lets time pass and answers the subjects of the mails that came by then. */
async function after(hours: number): Promise<string[]> {
  notification.pass(hours * hourMs);
  await remindOfRepairs(notification.context);
  return (await notification.settle()).map(({ subject }) => subject);
}
const reminder = 'Reminder of your repair 5A3F09';
const reminders = (subjects: readonly string[]) => subjects.filter((subject) => subject === reminder);
const kept = () => notification.connection.collection('repair_reminders').find().toArray();

describe('a day before a repair', () => {
  it('its customer is reminded once, with the link and the calendar file (M12, M13)', async () => {
    await publish(anEvent.repairBookingReceived(inHours(24 * 40)));
    expect(JSON.stringify(await kept())).not.toContain(trackingToken);
    expect(reminders(await after(24 * 39 - 1))).toEqual([]);
    expect(reminders(await after(2))).toEqual([reminder]);
    expect(reminders(await after(1))).toEqual([reminder]);
    const mail = notification.mailServer.received.at(-1);
    expect(mail?.text).toContain(`${shopUrl}/tracking/${trackingToken}`);
    expect(mail?.calendar).toContain('SEQUENCE:1\n');
    expect(await kept()).toMatchObject([{ remindAt: null, reminder: null }]);
  });

  it('two instances at once write one reminder (M1, M13)', async () => {
    await publish(anEvent.repairBookingReceived(inHours(48)));
    notification.pass(25 * hourMs);
    const twin = notification.twin();
    await Promise.all([remindOfRepairs(notification.context), remindOfRepairs(twin)]);
    expect(reminders((await notification.settle()).map(({ subject }) => subject))).toEqual([reminder]);
  });

  it('nobody is reminded of what was booked within that day (M13)', async () => {
    await publish(anEvent.repairBookingReceived(inHours(23)));
    expect(reminders(await after(1))).toEqual([]);
  });

  it('a move takes the reminder back and sets it anew, and older news change nothing (M6, M13)', async () => {
    const booked = anEvent.repairBookingReceived(inHours(48));
    await publish(anEvent.repairBookingMoved(inHours(96)), booked);
    expect(reminders(await after(30))).toEqual([]);
    expect(reminders(await after(43))).toEqual([reminder]);
  });

  it.each([
    ['its end', () => anEvent.repairBookingCancelled()],
    ['its beginning', () => anEvent.repairBookingStatusChanged('in-repair', inHours(48))],
  ])('%s takes the reminder back (M13)', async (_what, build) => {
    await publish(anEvent.repairBookingReceived(inHours(48)), build());
    expect(reminders(await after(30))).toEqual([]);
  });

  it('a confirmation keeps it (M13)', async () => {
    await publish(
      anEvent.repairBookingReceived(inHours(48)),
      anEvent.repairBookingStatusChanged('confirmed', inHours(48)),
    );
    expect(reminders(await after(25))).toEqual([reminder]);
  });

  it('with the account its reminder and its mails are forgotten, also what is heard late (M8, M13)', async () => {
    const own = { ...inHours(48), userId };
    await publish(anEvent.repairBookingReceived(own), anEvent.userDeleted());
    expect(await kept()).toEqual([]);
    expect(await notification.connection.collection('mails').countDocuments()).toBe(0);
    await publish(anEvent.repairBookingMoved(own));
    expect(await after(25)).toEqual([]);
    // The shop has the device: its owner has to know.
    await publish(anEvent.repairBookingStatusChanged('in-repair', own));
    expect(await after(0)).toHaveLength(1);
  });
});

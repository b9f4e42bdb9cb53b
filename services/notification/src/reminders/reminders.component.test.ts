import type { WireEvent } from '@kinmel/service-kit';
import { anEvent, trackingToken, userId } from '../testing/event-builder.ts';
import { shopUrl, useTestNotification } from '../testing/test-notification.ts';
import { remindOfRepairs } from './remind-of-repairs.ts';

const notification = useTestNotification();

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
/** Advances the clock; resolves with the subjects of all mails so far. */
async function subjectsAfter(hours: number): Promise<string[]> {
  notification.pass(hours * hourMs);
  await remindOfRepairs(notification.context);
  return (await notification.deliverAll()).map(({ subject }) => subject);
}
const reminder = 'Reminder of your repair 5A3F09';
const reminders = (subjects: readonly string[]) => subjects.filter((subject) => subject === reminder);
const storedReminders = () => notification.connection.collection('repair_reminders').find().toArray();

describe('the reminder of a repair', () => {
  it('is sent once, a day before, with the link and the calendar file (NOT-M12, NOT-M13)', async () => {
    await publish(anEvent.repairBookingReceived(inHours(24 * 40)));
    expect(JSON.stringify(await storedReminders())).not.toContain(trackingToken);
    expect(reminders(await subjectsAfter(24 * 39 - 1))).toEqual([]);
    expect(reminders(await subjectsAfter(2))).toEqual([reminder]);
    expect(reminders(await subjectsAfter(1))).toEqual([reminder]);
    const mail = notification.mailServer.received.at(-1);
    expect(mail?.text).toContain(`${shopUrl}/request-links/${trackingToken}`);
    expect(mail?.calendar).toContain('SEQUENCE:1\n');
    expect(await storedReminders()).toMatchObject([{ remindAt: null, reminder: null }]);
  });

  it('is written once by two concurrent instances (NOT-M1, NOT-M13)', async () => {
    await publish(anEvent.repairBookingReceived(inHours(48)));
    notification.pass(25 * hourMs);
    const twin = notification.twin();
    await Promise.all([remindOfRepairs(notification.context), remindOfRepairs(twin)]);
    expect(reminders((await notification.deliverAll()).map(({ subject }) => subject))).toEqual([reminder]);
  });

  it('is rescheduled by a move, and older events are ignored (NOT-M6, NOT-M13)', async () => {
    const booked = anEvent.repairBookingReceived(inHours(48));
    await publish(anEvent.repairBookingMoved(inHours(96)), booked);
    expect(reminders(await subjectsAfter(30))).toEqual([]);
    expect(reminders(await subjectsAfter(43))).toEqual([reminder]);
  });

  it.each([
    ['the cancellation', () => anEvent.repairBookingCancelled()],
    ['the start', () => anEvent.repairBookingStatusChanged('in-repair', inHours(48))],
  ])('is cancelled by %s of the repair (NOT-M13)', async (_what, build) => {
    await publish(anEvent.repairBookingReceived(inHours(48)), build());
    expect(reminders(await subjectsAfter(30))).toEqual([]);
  });

  it('stays after a confirmation (NOT-M13)', async () => {
    await publish(
      anEvent.repairBookingReceived(inHours(48)),
      anEvent.repairBookingStatusChanged('confirmed', inHours(48)),
    );
    expect(reminders(await subjectsAfter(25))).toEqual([reminder]);
  });

  it('is deleted with the account, and later events schedule none (NOT-M8, NOT-M13)', async () => {
    const ownBooking = { ...inHours(48), userId };
    await publish(anEvent.repairBookingReceived(ownBooking), anEvent.userDeleted());
    expect(await storedReminders()).toEqual([]);
    expect(await notification.connection.collection('mails').countDocuments()).toBe(0);
    await publish(anEvent.repairBookingMoved(ownBooking));
    expect(await subjectsAfter(25)).toEqual([]);
    // The shop has the device, so its owner is informed.
    await publish(anEvent.repairBookingStatusChanged('in-repair', ownBooking));
    expect(await subjectsAfter(0)).toHaveLength(1);
  });
});

import {
  type EventOf,
  type Money,
  phoneOrderCancelled,
  phoneOrderReceived,
  phoneOrderStatusChanged,
  type RepairBookingStatus,
  repairBookingCancelled,
  repairBookingMoved,
  repairBookingReceived,
  repairBookingStatusChanged,
  returnReceived,
  returnSettled,
  returnStatusChanged,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestStatusChanged,
} from '@kinmel/contracts';
import type { SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { isUpcoming, reminderTime } from '../reminders/reminder.rules.ts';
import type { RepairRemindersStore } from '../reminders/repair-reminders.store.ts';
import { mailsOnEvents } from './mail-on-event.ts';
import type { MailsContext } from './write-mail.ts';

export interface RequestMailsContext extends MailsContext {
  readonly repairReminders: RepairRemindersStore;
}

/** The events of service-request. Each leads to a mail with the tracking link of the request (M11). */
export function requestMailsSubscriptions(context: RequestMailsContext): SubscriptionDefinition[] {
  const mailOn = mailsOnEvents(context);
  const remind = (status: RepairBookingStatus) => (event: Booking, session: ClientSession) =>
    keepReminder(context, event, status, session);
  return [
    mailOn(sellRequestReceived, 'sell-request-received', (event) => ({
      ...toCustomer(event, { needsAccount: true }),
      data: requestOf(event),
    })),
    mailOn(sellRequestQuoted, 'sell-request-quoted', (event) => {
      const { priceInMinorUnits, validUntil, note } = event.data;
      return {
        ...toCustomer(event, { needsAccount: true }),
        data: { ...requestOf(event), priceInMinorUnits, validUntil, note },
        sendBefore: new Date(validUntil),
      };
    }),
    mailOn(sellRequestStatusChanged, 'sell-request-status-changed', (event) => {
      const { from, to, by, agreed, note } = event.data;
      const agreedInMinorUnits = agreed?.amountInMinorUnits;
      return {
        ...toCustomer(event),
        data: { ...requestOf(event), from, status: to, by, agreedInMinorUnits, note },
      };
    }),
    mailOn(
      repairBookingReceived,
      'repair-booking-received',
      (event) => ({ ...toCustomer(event, { needsAccount: true }), data: bookingOf(event) }),
      remind('pending'),
    ),
    mailOn(
      repairBookingMoved,
      'repair-booking-moved',
      (event) => {
        const { from, by, note } = event.data;
        return {
          ...toCustomer(event, { needsAccount: true }),
          data: { ...bookingOf(event), from: { date: from.date, time: from.time }, by, note },
        };
      },
      remind('pending'),
    ),
    mailOn(
      repairBookingStatusChanged,
      'repair-booking-status-changed',
      (event) => {
        const { to, note } = event.data;
        return {
          // A customer with a deleted account still gets the mails about a repair that has begun.
          ...toCustomer(event, { needsAccount: isUpcoming(to) }),
          data: { ...bookingOf(event), status: to, note },
        };
      },
      (event, session) => keepReminder(context, event, event.data.to, session),
    ),
    mailOn(
      repairBookingCancelled,
      'repair-booking-cancelled',
      (event) => {
        const { by, note } = event.data;
        return { ...toCustomer(event), data: { ...bookingOf(event), by, note } };
      },
      remind('cancelled'),
    ),
    mailOn(phoneOrderReceived, 'phone-order-received', (event) => {
      const { priority, ordered } = event.data;
      return {
        ...toCustomer(event, { needsAccount: true }),
        data: { ...requestOf(event), priority, ordered },
      };
    }),
    mailOn(phoneOrderStatusChanged, 'phone-order-status-changed', (event) => {
      const { to, note } = event.data;
      return { ...toCustomer(event), data: { ...requestOf(event), status: to, note } };
    }),
    mailOn(phoneOrderCancelled, 'phone-order-cancelled', (event) => {
      const { by, note } = event.data;
      return { ...toCustomer(event), data: { ...requestOf(event), by, note } };
    }),
    mailOn(returnReceived, 'return-received', (event) => ({
      ...toCustomer(event, { needsAccount: true }),
      data: { ...returnOf(event), refundTo: event.data.refundTo },
    })),
    mailOn(returnStatusChanged, 'return-status-changed', (event) => {
      const { to, by, note } = event.data;
      return { ...toCustomer(event), data: { ...returnOf(event), status: to, by, note } };
    }),
    mailOn(returnSettled, 'return-settled', (event) => ({
      ...toCustomer(event),
      data: { ...returnOf(event), refundTo: event.data.refundTo, note: event.data.note },
    })),
  ];
}

/** Schedules the reminder of a booking or, by its status, cancels it (M13). */
async function keepReminder(
  { addressees, repairReminders, now }: RequestMailsContext,
  event: Booking,
  status: RepairBookingStatus,
  session: ClientSession,
): Promise<void> {
  const { customer, sealedTrackingToken: sealedToken, userId, requestId } = event.data;
  if (userId !== null && !(await addressees.mayBeWrittenTo(userId, now(), session))) return;
  const startsAt = new Date(event.data.startsAt);
  const remindAt = reminderTime(startsAt, status, now());
  const booking = { requestId, version: event.aggregateVersion, personId: userId ?? requestId, startsAt };
  await repairReminders.keep(
    remindAt === undefined
      ? booking
      : { ...booking, remindAt, to: customer.email, data: bookingOf(event), sealedToken },
    session,
  );
}

/** The common data of requests, of returns, and of repair bookings. */
type Request = Omit<EventOf<typeof sellRequestReceived>, 'type'>;
type Returning = Request & { readonly data: { readonly orderNumber: string; readonly refund: Money } };
type Booking = Omit<EventOf<typeof repairBookingReceived>, 'type'>;

/** `needsAccount`: the mail is not sent when the request's account was deleted (M8). */
const toCustomer = ({ aggregateId, aggregateVersion, data }: Request, { needsAccount = false } = {}) => ({
  to: data.customer.email,
  personId: data.userId ?? data.requestId,
  sealed: { token: data.sealedTrackingToken },
  needsAccount: needsAccount && data.userId !== null,
  // Confirmations too: "we quote within 24 hours" is wrong after the quote (M6).
  news: { aggregateId, aggregateVersion },
});

const requestOf = ({ data }: Request) => ({
  reference: data.reference,
  subject: data.subject,
  customerName: data.customer.name,
});

const returnOf = (event: Returning) => ({
  ...requestOf(event),
  orderNumber: event.data.orderNumber,
  refundInMinorUnits: event.data.refund.amountInMinorUnits,
});

const bookingOf = (event: Booking) => ({
  ...requestOf(event),
  startsAt: event.data.startsAt,
  timeZone: event.data.appointment.timeZone,
  requestId: event.data.requestId,
  version: event.aggregateVersion,
  changedAt: event.occurredAt,
});

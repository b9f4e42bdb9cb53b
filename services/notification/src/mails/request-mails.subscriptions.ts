import type { EventOf, Money, RepairBookingStatus } from '@kinmel/contracts';
import * as events from '@kinmel/contracts';
import { pick, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { isUpcoming, reminderTime } from '../reminders/reminder.rules.ts';
import type { RepairRemindersStore } from '../reminders/repair-reminders.store.ts';
import { mailsOnEvents } from './mail-on-event.ts';
import type { MailsContext } from './write-mail.ts';

export interface RequestMailsContext extends MailsContext {
  readonly repairReminders: RepairRemindersStore;
}

/** The events of service-request. Each leads to a mail with the tracking link of the request (NOT-M11). */
export function requestMailsSubscriptions(context: RequestMailsContext): SubscriptionDefinition[] {
  const mailOn = mailsOnEvents(context);
  const remind = (status: RepairBookingStatus) => (event: BookingEvent, session: ClientSession) =>
    saveReminder(context, event, status, session);
  return [
    mailOn(events.sellRequestReceived, 'sell-request-received', (event) =>
      toCustomer(event, {}, needsAccount),
    ),
    mailOn(events.sellRequestQuoted, 'sell-request-quoted', (event) => ({
      ...toCustomer(event, pick(event.data, 'priceInMinorUnits', 'validUntil', 'note', 'isInspected'), {
        // A quote for a phone that the shop has needs an answer, also after the account was deleted.
        needsAccount: !event.data.isInspected,
      }),
      sendBefore: new Date(event.data.validUntil),
    })),
    mailOn(events.sellRequestStatusChanged, 'sell-request-status-changed', (event) => {
      const { to: status, agreed, payment } = event.data;
      const fields = pick(event.data, 'from', 'by', 'note', 'isInspected', 'isPhoneInShop', 'isSettled');
      const agreedInMinorUnits = (payment?.amount ?? agreed)?.amountInMinorUnits;
      const payBy = payment && (payment.method ?? 'credit');
      const accountLastFour = payment?.accountLastFour;
      return toCustomer(event, { status, agreedInMinorUnits, payBy, accountLastFour, ...fields });
    }),
    mailOn(events.sellRequestPhoneReceived, 'sell-request-phone-received', (event) => toCustomer(event, {})),
    mailOn(events.sellRequestPhoneSentBack, 'sell-request-phone-sent-back', (event) =>
      toCustomer(event, { sentBy: event.data.note }),
    ),
    mailOn(
      events.repairBookingReceived,
      'repair-booking-received',
      (event) => toCustomer(event, bookingOf(event), needsAccount),
      remind('pending'),
    ),
    mailOn(
      events.repairBookingMoved,
      'repair-booking-moved',
      (event) =>
        toCustomer(
          event,
          {
            ...bookingOf(event),
            from: pick(event.data.from, 'date', 'time'),
            ...pick(event.data, 'by', 'note'),
          },
          needsAccount,
        ),
      remind('pending'),
    ),
    mailOn(
      events.repairBookingStatusChanged,
      'repair-booking-status-changed',
      (event) => {
        const { to: status, note } = event.data;
        // A customer with a deleted account still gets the mails about a repair that has begun.
        return toCustomer(event, { ...bookingOf(event), status, note }, { needsAccount: isUpcoming(status) });
      },
      (event, session) => saveReminder(context, event, event.data.to, session),
    ),
    mailOn(
      events.repairBookingCancelled,
      'repair-booking-cancelled',
      (event) => toCustomer(event, { ...bookingOf(event), ...pick(event.data, 'by', 'note') }),
      remind('cancelled'),
    ),
    mailOn(events.phoneOrderReceived, 'phone-order-received', (event) =>
      toCustomer(event, pick(event.data, 'priority', 'ordered'), needsAccount),
    ),
    mailOn(events.phoneOrderStatusChanged, 'phone-order-status-changed', (event) =>
      toCustomer(event, { status: event.data.to, note: event.data.note }),
    ),
    mailOn(events.phoneOrderCancelled, 'phone-order-cancelled', (event) =>
      toCustomer(event, pick(event.data, 'by', 'note')),
    ),
    mailOn(events.returnReceived, 'return-received', (event) =>
      toCustomer(event, { ...returnOf(event), refundTo: event.data.refundTo }, needsAccount),
    ),
    mailOn(events.returnStatusChanged, 'return-status-changed', (event) =>
      toCustomer(event, { ...returnOf(event), status: event.data.to, ...pick(event.data, 'by', 'note') }),
    ),
    mailOn(events.returnSettled, 'return-settled', (event) =>
      toCustomer(event, { ...returnOf(event), ...pick(event.data, 'refundTo', 'note') }),
    ),
  ];
}

/** Schedules the reminder of a booking or, by its status, cancels it (NOT-M13). */
async function saveReminder(
  { addressees, repairReminders, now }: RequestMailsContext,
  event: BookingEvent,
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
      : {
          ...booking,
          remindAt,
          to: customer.email,
          data: { ...requestOf(event), ...bookingOf(event) },
          sealedToken,
        },
    session,
  );
}

/** The data of all mails about requests, returns and repair bookings. */
type RequestEvent = Omit<EventOf<typeof events.sellRequestReceived>, 'type'>;
type ReturnEvent = RequestEvent & { readonly data: { readonly orderNumber: string; readonly refund: Money } };
type BookingEvent = Omit<EventOf<typeof events.repairBookingReceived>, 'type'>;

/** The mail is not sent when the request's account was deleted (NOT-M8). */
const needsAccount = { needsAccount: true };

/** @param fields the data besides that of every mail about a request */
const toCustomer = <Fields extends object>(
  event: RequestEvent,
  fields: Fields,
  options = { needsAccount: false },
) => {
  const { aggregateId, aggregateVersion, data } = event;
  return {
    to: data.customer.email,
    personId: data.userId ?? data.requestId,
    sealed: { token: data.sealedTrackingToken },
    needsAccount: options.needsAccount && data.userId !== null,
    // Also for confirmations: "we quote within 24 hours" is wrong after the quote (NOT-M6).
    news: { aggregateId, aggregateVersion },
    data: { ...requestOf(event), ...fields },
  };
};

const requestOf = ({ data }: RequestEvent) => ({
  ...pick(data, 'reference', 'subject'),
  customerName: data.customer.name,
});

const returnOf = ({ data }: ReturnEvent) => ({
  orderNumber: data.orderNumber,
  refundInMinorUnits: data.refund.amountInMinorUnits,
});

const bookingOf = ({ aggregateVersion, occurredAt, data }: BookingEvent) => ({
  ...pick(data, 'startsAt', 'requestId'),
  timeZone: data.appointment.timeZone,
  version: aggregateVersion,
  changedAt: occurredAt,
});

import {
  type EventOf,
  phoneOrderCancelled,
  phoneOrderReceived,
  phoneOrderStatusChanged,
  type RepairBookingStatus,
  repairBookingCancelled,
  repairBookingMoved,
  repairBookingReceived,
  repairBookingStatusChanged,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestStatusChanged,
} from '@kinmel/contracts';
import type { MailName } from '@kinmel/mail-templates';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { reminderTime } from '../reminders/reminder.rules.ts';
import type { RepairRemindersStore } from '../reminders/repair-reminders.store.ts';
import { type MailsContext, type MailToWrite, writeMail } from './write-mail.ts';

export interface RequestMailsContext extends MailsContext {
  readonly repairReminders: RepairRemindersStore;
}

/** The events of service-request. Each leads to a mail with the link by which its customer follows the request (M11). */
export const requestMailsSubscriptions = (context: RequestMailsContext): SubscriptionDefinition[] => [
  onEvent(sellRequestReceived, (event, { session }) =>
    writeRequestMail(
      context,
      event,
      { template: 'sell-request-received', ...toCustomer(event), data: requestOf(event) },
      session,
    ),
  ),
  onEvent(sellRequestQuoted, (event, { session }) => {
    const { priceInMinorUnits, validUntil, note } = event.data;
    return writeRequestMail(
      context,
      event,
      {
        template: 'sell-request-quoted',
        ...toCustomer(event),
        data: { ...requestOf(event), priceInMinorUnits, validUntil, note },
        sendBefore: new Date(validUntil),
      },
      session,
    );
  }),
  onEvent(sellRequestStatusChanged, (event, { session }) => {
    const { from, to, by, note } = event.data;
    return writeMail(
      context,
      {
        template: 'sell-request-status-changed',
        ...toCustomer(event),
        data: { ...requestOf(event), from, status: to, by, note },
      },
      session,
    );
  }),
  onEvent(repairBookingReceived, (event, { session }) =>
    writeBookingMail(
      context,
      event,
      'pending',
      { template: 'repair-booking-received', ...toCustomer(event), data: bookingOf(event) },
      session,
    ),
  ),
  onEvent(repairBookingMoved, (event, { session }) => {
    const { from, by, note } = event.data;
    return writeBookingMail(
      context,
      event,
      'pending',
      {
        template: 'repair-booking-moved',
        ...toCustomer(event),
        data: { ...bookingOf(event), from: { date: from.date, time: from.time }, by, note },
      },
      session,
    );
  }),
  onEvent(repairBookingStatusChanged, (event, { session }) => {
    const { to, note } = event.data;
    return writeBookingMail(
      context,
      event,
      to,
      {
        template: 'repair-booking-status-changed',
        ...toCustomer(event),
        data: { ...bookingOf(event), status: to, note },
      },
      session,
    );
  }),
  onEvent(repairBookingCancelled, (event, { session }) => {
    const { by, note } = event.data;
    return writeBookingMail(
      context,
      event,
      'cancelled',
      {
        template: 'repair-booking-cancelled',
        ...toCustomer(event),
        data: { ...bookingOf(event), by, note },
      },
      session,
    );
  }),
  onEvent(phoneOrderReceived, (event, { session }) =>
    writeRequestMail(
      context,
      event,
      {
        template: 'phone-order-received',
        ...toCustomer(event),
        data: { ...requestOf(event), priority: event.data.priority, ordered: event.data.ordered },
      },
      session,
    ),
  ),
  onEvent(phoneOrderStatusChanged, (event, { session }) => {
    const { to, note } = event.data;
    return writeMail(
      context,
      {
        template: 'phone-order-status-changed',
        ...toCustomer(event),
        data: { ...requestOf(event), status: to, note },
      },
      session,
    );
  }),
  onEvent(phoneOrderCancelled, (event, { session }) => {
    const { by, note } = event.data;
    return writeMail(
      context,
      { template: 'phone-order-cancelled', ...toCustomer(event), data: { ...requestOf(event), by, note } },
      session,
    );
  }),
];

/** Whether the account that the request was made from is there, if it was made from one (M8). */
const mayBeTold = async (
  { addressees, now }: RequestMailsContext,
  { data: { userId } }: RequestEvent,
  session: ClientSession,
): Promise<boolean> => userId === null || addressees.mayBeWrittenTo(userId, now(), session);

/** As `writeMail`, and to no account that is gone: for what only says that somebody waits for the shop. */
async function writeRequestMail<Name extends MailName>(
  context: RequestMailsContext,
  event: RequestEvent,
  mail: MailToWrite<Name>,
  session: ClientSession,
): Promise<void> {
  if (await mayBeTold(context, event, session)) await writeMail(context, mail, session);
}

/** The same of a booking, of which its customer is reminded a day before, or not any more (M13). */
async function writeBookingMail<Name extends MailName>(
  context: RequestMailsContext,
  event: BookingEvent,
  status: RepairBookingStatus,
  mail: MailToWrite<Name>,
  session: ClientSession,
): Promise<void> {
  const isThere = await mayBeTold(context, event, session);
  const isOpen = status === 'pending' || status === 'confirmed';
  // A repair that has begun is told of to its end.
  if (isThere || !isOpen) await writeMail(context, mail, session);
  if (!isThere) return;
  const { to, personId, sealed } = toCustomer(event);
  const startsAt = new Date(event.data.startsAt);
  const remindAt = reminderTime(startsAt, status, context.now());
  const booking = { requestId: event.data.requestId, version: event.aggregateVersion, personId, startsAt };
  await context.repairReminders.keep(
    remindAt === undefined
      ? booking
      : { ...booking, remindAt, to, data: bookingOf(event), sealedToken: sealed.token },
    session,
  );
}

type BookingEvent = EventOf<
  | typeof repairBookingReceived
  | typeof repairBookingMoved
  | typeof repairBookingStatusChanged
  | typeof repairBookingCancelled
>;
type RequestEvent =
  | BookingEvent
  | EventOf<
      | typeof sellRequestReceived
      | typeof sellRequestQuoted
      | typeof sellRequestStatusChanged
      | typeof phoneOrderReceived
      | typeof phoneOrderStatusChanged
      | typeof phoneOrderCancelled
    >;

/** Also of what was received: "we quote within 24 hours" is wrong after the quote (M6). */
const toCustomer = ({ eventId, aggregateId, aggregateVersion, data }: RequestEvent) => ({
  cause: eventId,
  to: data.customer.email,
  personId: data.userId ?? data.requestId,
  sealed: { token: data.sealedTrackingToken },
  news: { aggregateId, aggregateVersion },
});

const requestOf = ({ data }: RequestEvent) => ({
  reference: data.reference,
  subject: data.subject,
  customerName: data.customer.name,
});

const bookingOf = (event: BookingEvent) => ({
  ...requestOf(event),
  startsAt: event.data.startsAt,
  timeZone: event.data.appointment.timeZone,
  requestId: event.data.requestId,
  version: event.aggregateVersion,
  changedAt: event.occurredAt,
});

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
export function requestMailsSubscriptions(context: RequestMailsContext): SubscriptionDefinition[] {
  /** @param mayBeDeleted whether the mail also goes out when the account of its customer was deleted */
  const requestMail = <D extends RequestEventDefinition, Name extends RequestMailName>(
    definition: D,
    template: Name,
    pick: (event: EventOf<D>) => MailToWrite<Name>['data'],
    { mayBeDeleted = false, sendBefore = (_data: EventOf<D>['data']): Date | undefined => undefined } = {},
  ) =>
    onEvent(definition, async (event, { session }) => {
      if (!mayBeDeleted && !(await mayBeTold(context, event, session))) return;
      const until = sendBefore(event.data);
      const mail = {
        template,
        ...toCustomer<Name>(event),
        data: pick(event),
        ...(until && { sendBefore: until }),
      };
      await writeMail(context, mail, session);
    });

  /** Of a booking its customer is also reminded a day before, or not any more (M13). */
  const bookingMail = <D extends BookingEventDefinition, Name extends BookingMailName>(
    definition: D,
    template: Name,
    statusOf: (data: EventOf<D>['data']) => RepairBookingStatus,
    pick: (event: EventOf<D>) => MailToWrite<Name>['data'],
  ) =>
    onEvent(definition, async (event, { session }) => {
      const status = statusOf(event.data);
      const isThere = await mayBeTold(context, event, session);
      const isOpen = status === 'pending' || status === 'confirmed';
      const mail = { template, ...toCustomer<Name>(event), data: pick(event) };
      // A customer whose account is deleted still gets the mails about a repair that has begun.
      if (isThere || !isOpen) await writeMail(context, mail, session);
      if (isThere) await keepReminder(context, event, status, session);
    });

  const mayBeDeleted = true;
  return [
    requestMail(sellRequestReceived, 'sell-request-received', requestOf),
    requestMail(
      sellRequestQuoted,
      'sell-request-quoted',
      (event) => {
        const { priceInMinorUnits, validUntil, note } = event.data;
        return { ...requestOf(event), priceInMinorUnits, validUntil, note };
      },
      { sendBefore: ({ validUntil }) => new Date(validUntil) },
    ),
    requestMail(
      sellRequestStatusChanged,
      'sell-request-status-changed',
      (event) => {
        const { from, to, by, note } = event.data;
        return { ...requestOf(event), from, status: to, by, note };
      },
      { mayBeDeleted },
    ),
    bookingMail(repairBookingReceived, 'repair-booking-received', () => 'pending', bookingOf),
    bookingMail(
      repairBookingMoved,
      'repair-booking-moved',
      () => 'pending',
      (event) => {
        const { from, by, note } = event.data;
        return { ...bookingOf(event), from: { date: from.date, time: from.time }, by, note };
      },
    ),
    bookingMail(
      repairBookingStatusChanged,
      'repair-booking-status-changed',
      ({ to }) => to,
      (event) => ({ ...bookingOf(event), status: event.data.to, note: event.data.note }),
    ),
    bookingMail(
      repairBookingCancelled,
      'repair-booking-cancelled',
      () => 'cancelled',
      (event) => ({ ...bookingOf(event), by: event.data.by, note: event.data.note }),
    ),
    requestMail(phoneOrderReceived, 'phone-order-received', (event) => {
      const { priority, ordered } = event.data;
      return { ...requestOf(event), priority, ordered };
    }),
    requestMail(
      phoneOrderStatusChanged,
      'phone-order-status-changed',
      (event) => ({ ...requestOf(event), status: event.data.to, note: event.data.note }),
      { mayBeDeleted },
    ),
    requestMail(
      phoneOrderCancelled,
      'phone-order-cancelled',
      (event) => ({ ...requestOf(event), by: event.data.by, note: event.data.note }),
      { mayBeDeleted },
    ),
  ];
}

/** Whether the account that the request was made from is there, if it was made from one (M8). */
const mayBeTold = async (
  { addressees, now }: RequestMailsContext,
  { data: { userId } }: RequestEvent,
  session: ClientSession,
): Promise<boolean> => userId === null || addressees.mayBeWrittenTo(userId, now(), session);

async function keepReminder(
  { repairReminders, now }: RequestMailsContext,
  event: BookingEvent,
  status: RepairBookingStatus,
  session: ClientSession,
): Promise<void> {
  const { customer, sealedTrackingToken: sealedToken } = event.data;
  const { personId } = toCustomer(event);
  const startsAt = new Date(event.data.startsAt);
  const remindAt = reminderTime(startsAt, status, now());
  const booking = { requestId: event.data.requestId, version: event.aggregateVersion, personId, startsAt };
  await repairReminders.keep(
    remindAt === undefined
      ? booking
      : { ...booking, remindAt, to: customer.email, data: bookingOf(event), sealedToken },
    session,
  );
}

type BookingEventDefinition =
  | typeof repairBookingReceived
  | typeof repairBookingMoved
  | typeof repairBookingStatusChanged
  | typeof repairBookingCancelled;
type BookingEvent = EventOf<BookingEventDefinition>;
type RequestEventDefinition =
  | typeof sellRequestReceived
  | typeof sellRequestQuoted
  | typeof sellRequestStatusChanged
  | typeof phoneOrderReceived
  | typeof phoneOrderStatusChanged
  | typeof phoneOrderCancelled;
type RequestEvent = EventOf<BookingEventDefinition | RequestEventDefinition>;

type RequestMailName = Extract<MailName, `sell-request-${string}` | `phone-order-${string}`>;
type BookingMailName = Extract<MailName, `repair-booking-${string}`>;
/** Also of what was received: "we quote within 24 hours" is wrong after the quote (M6). */
const toCustomer = <Name extends RequestMailName | BookingMailName>({
  eventId,
  aggregateId,
  aggregateVersion,
  data,
}: RequestEvent) => ({
  cause: eventId,
  to: data.customer.email,
  personId: data.userId ?? data.requestId,
  // The token is the only secret of these mails.
  sealed: { token: data.sealedTrackingToken } as MailToWrite<Name>['sealed'],
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

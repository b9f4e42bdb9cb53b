import {
  type EventOf,
  phoneOrderCancelled,
  phoneOrderReceived,
  phoneOrderStatusChanged,
  repairBookingCancelled,
  repairBookingMoved,
  repairBookingReceived,
  repairBookingStatusChanged,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestStatusChanged,
} from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { type MailsContext, writeMail } from './write-mail.ts';

/** The events of service-request. Each leads to a mail with the link by which its customer follows the request (M11). */
export const requestMailsSubscriptions = (context: MailsContext): SubscriptionDefinition[] => [
  onEvent(sellRequestReceived, (event, { session }) =>
    writeMail(
      context,
      { template: 'sell-request-received', ...toCustomer(event), data: requestOf(event) },
      session,
    ),
  ),
  onEvent(sellRequestQuoted, (event, { session }) => {
    const { priceInMinorUnits, validUntil, note } = event.data;
    return writeMail(
      context,
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
    const { to, by, note } = event.data;
    return writeMail(
      context,
      {
        template: 'sell-request-status-changed',
        ...toCustomer(event),
        data: { ...requestOf(event), status: to, by, note },
      },
      session,
    );
  }),
  onEvent(repairBookingReceived, (event, { session }) =>
    writeMail(
      context,
      { template: 'repair-booking-received', ...toCustomer(event), data: bookingOf(event) },
      session,
    ),
  ),
  onEvent(repairBookingMoved, (event, { session }) => {
    const { from, by, note } = event.data;
    return writeMail(
      context,
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
    return writeMail(
      context,
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
    return writeMail(
      context,
      {
        template: 'repair-booking-cancelled',
        ...toCustomer(event),
        data: { ...bookingOf(event), by, note },
      },
      session,
    );
  }),
  onEvent(phoneOrderReceived, (event, { session }) =>
    writeMail(
      context,
      {
        template: 'phone-order-received',
        ...toCustomer(event),
        data: { ...requestOf(event), priority: event.data.priority },
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
  personId: data.requestId,
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

import {
  accountLocked,
  type EventOf,
  orderCancelled,
  orderPlaced,
  orderRefunded,
  orderStatusChanged,
  passwordChanged,
  passwordResetRequested,
  sessionReuseDetected,
  userDeleted,
  userRegistered,
} from '@kinmel/contracts';
import { type AuditContext, onEvent, onEvents, type SubscriptionDefinition } from '@kinmel/service-kit';
import { forgetMails } from './forget-mails.ts';
import { type RequestMailsContext, requestMailsSubscriptions } from './request-mails.subscriptions.ts';
import { type MailToWrite, writeAccountMail, writeMail, writeMails } from './write-mail.ts';

/** Every event that leads to a mail. What the mail needs of it is picked here, and nothing else is kept. */
export const mailsSubscriptions = (context: RequestMailsContext & AuditContext): SubscriptionDefinition[] => [
  onEvent(userRegistered, ({ eventId, data: { fullName, email, userId } }, { session }) =>
    writeAccountMail(
      context,
      {
        template: 'welcome',
        cause: eventId,
        to: email,
        personId: userId,
        data: { fullName, email },
        sealed: {},
      },
      session,
    ),
  ),
  onEvent(passwordResetRequested, ({ eventId, data }, { session }) => {
    const { fullName, email, userId, sealedToken, expiresAt } = data;
    return writeAccountMail(
      context,
      {
        template: 'password-reset',
        cause: eventId,
        to: email,
        personId: userId,
        data: { fullName, email, expiresAt },
        sealed: { token: sealedToken },
        sendBefore: new Date(expiresAt),
      },
      session,
    );
  }),
  onEvent(passwordChanged, ({ eventId, data }, { session }) => {
    const { fullName, email, userId, cause, changedAt } = data;
    return writeAccountMail(
      context,
      {
        template: 'password-changed',
        cause: eventId,
        to: email,
        personId: userId,
        data: { fullName, email, cause, changedAt },
        sealed: {},
      },
      session,
    );
  }),
  onEvent(sessionReuseDetected, ({ eventId, data }, { session }) => {
    const { fullName, email, userId, device, address, detectedAt } = data;
    return writeAccountMail(
      context,
      {
        template: 'session-warning',
        cause: eventId,
        to: email,
        personId: userId,
        data: { fullName, email, device, address, detectedAt },
        sealed: {},
      },
      session,
    );
  }),
  onEvent(accountLocked, ({ eventId, data }, { session }) => {
    const { fullName, email, userId, address, lockedUntil } = data;
    return writeAccountMail(
      context,
      {
        template: 'account-locked',
        cause: eventId,
        to: email,
        personId: userId,
        data: { fullName, email, address, lockedUntil },
        sealed: {},
      },
      session,
    );
  }),
  onEvents(orderPlaced, (events, { session }) => writeMails(context, events.map(orderMail), session)),
  onEvent(orderStatusChanged, (event, { session }) => {
    const { aggregateId, aggregateVersion, data } = event;
    return writeMail(
      context,
      {
        template: 'order-status-changed',
        ...toCustomer(event),
        data: { ...orderOf(event), status: data.to, note: data.note },
        news: { aggregateId, aggregateVersion },
      },
      session,
    );
  }),
  onEvent(orderCancelled, (event, { session }) => {
    const { aggregateId, aggregateVersion, data } = event;
    return writeMail(
      context,
      {
        template: 'order-cancelled',
        ...toCustomer(event),
        data: {
          ...orderOf(event),
          reason: data.reason,
          note: data.note,
          money: data.money ?? (data.isRefunded ? 'goes-back' : undefined),
        },
        news: { aggregateId, aggregateVersion },
      },
      session,
    );
  }),
  onEvent(orderRefunded, (event, { session }) =>
    writeMail(
      context,
      {
        template: 'order-refunded',
        ...toCustomer(event),
        data: {
          ...orderOf(event),
          amountInMinorUnits: event.data.amountInMinorUnits,
          note: event.data.note,
        },
      },
      session,
    ),
  ),
  ...requestMailsSubscriptions(context),
  onEvent(userDeleted, async ({ data }, { session, log }) => {
    await context.addressees.markGone(data.userId, context.now(), session);
    await context.repairReminders.forget(data.userId, session);
    // Of staff: the name leaves what they did.
    await context.audit.forgetPerson(data.userId, session);
    const count = await forgetMails(context, data.userId, session);
    log.info({ count }, 'mails of a deleted account forgotten');
  }),
];

function orderMail(event: EventOf<typeof orderPlaced>): MailToWrite<'order-placed'> {
  const { data } = event;
  return {
    template: 'order-placed',
    ...toCustomer(event),
    data: {
      ...orderOf(event),
      lines: data.lines.map(({ name, details, quantity, priceInMinorUnits, lineTotalInMinorUnits }) => ({
        name,
        details,
        quantity,
        priceInMinorUnits,
        lineTotalInMinorUnits,
      })),
      promoCode: data.promoCode,
      subtotalInMinorUnits: data.subtotalInMinorUnits,
      shippingInMinorUnits: data.shippingInMinorUnits,
      taxInMinorUnits: data.taxInMinorUnits,
      taxLabel: data.taxLabel,
      totalInMinorUnits: data.totalInMinorUnits,
      paymentMethod: data.paymentMethod,
      deliverTo: data.deliverTo,
    },
  };
}

type OrderEvent = EventOf<
  typeof orderPlaced | typeof orderStatusChanged | typeof orderCancelled | typeof orderRefunded
>;

const toCustomer = ({ eventId, aggregateId, data }: OrderEvent) => ({
  cause: eventId,
  record: aggregateId,
  to: data.customer.email,
  personId: data.userId,
  sealed: {},
});

const orderOf = ({ data }: OrderEvent) => ({
  orderId: data.orderId,
  orderNumber: data.orderNumber,
  customerName: data.customer.name,
});

import {
  accountLocked,
  type EventOf,
  orderCancelled,
  orderPlaced,
  orderRefunded,
  orderStatusChanged,
  passwordChanged,
  passwordResetRequested,
  paymentMethods,
  sessionReuseDetected,
  userDeleted,
  userRegistered,
} from '@kinmel/contracts';
import type { MailName } from '@kinmel/mail-templates';
import { type AuditContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { forgetMails } from './forget-mails.ts';
import { type RequestMailsContext, requestMailsSubscriptions } from './request-mails.subscriptions.ts';
import { type MailContent, type MailToWrite, writeAccountMail, writeMail } from './write-mail.ts';

/** Every event that leads to a mail. What the mail needs of it is picked here, and nothing else is kept. */
export function mailsSubscriptions(context: RequestMailsContext & AuditContext): SubscriptionDefinition[] {
  const accountMail = <D extends AccountEventDefinition, Name extends MailName>(
    definition: D,
    template: Name,
    pick: (data: EventOf<D>['data']) => MailContent<Name>,
  ) =>
    onEvent(definition, (event, { session }) => {
      const { eventId, data }: AccountEvent = event;
      const mail = { template, cause: eventId, to: data.email, personId: data.userId, ...pick(event.data) };
      return writeAccountMail(context, mail, session);
    });

  const orderMail = <D extends OrderEventDefinition, Name extends MailName>(
    definition: D,
    template: Name,
    pick: (event: EventOf<D>) => MailContent<Name> & Pick<MailToWrite<Name>, 'news'>,
  ) =>
    onEvent(definition, (event, { session }) =>
      writeMail(context, { template, ...toCustomer(event), ...pick(event) }, session),
    );

  return [
    accountMail(userRegistered, 'welcome', ({ fullName, email }) => ({
      data: { fullName, email },
      sealed: {},
    })),
    accountMail(passwordResetRequested, 'password-reset', ({ fullName, email, expiresAt, sealedToken }) => ({
      data: { fullName, email, expiresAt },
      sealed: { token: sealedToken },
      sendBefore: new Date(expiresAt),
    })),
    accountMail(passwordChanged, 'password-changed', ({ fullName, email, cause, changedAt }) => ({
      data: { fullName, email, cause, changedAt },
      sealed: {},
    })),
    accountMail(
      sessionReuseDetected,
      'session-warning',
      ({ fullName, email, device, address, detectedAt }) => ({
        data: { fullName, email, device, address, detectedAt },
        sealed: {},
      }),
    ),
    accountMail(accountLocked, 'account-locked', ({ fullName, email, address, lockedUntil }) => ({
      data: { fullName, email, address, lockedUntil },
      sealed: {},
    })),
    onEvent(orderPlaced, (event, { session }) => writeMail(context, placedMail(event), session)),
    orderMail(orderStatusChanged, 'order-status-changed', (event) => ({
      data: { ...orderOf(event), status: event.data.to, note: event.data.note },
      sealed: {},
      news: newsOf(event),
    })),
    orderMail(orderCancelled, 'order-cancelled', (event) => {
      const { reason, note, money, isRefunded } = event.data;
      return {
        data: { ...orderOf(event), reason, note, money: money ?? (isRefunded ? 'goes-back' : undefined) },
        sealed: {},
        news: newsOf(event),
      };
    }),
    orderMail(orderRefunded, 'order-refunded', (event) => {
      const { amountInMinorUnits, note } = event.data;
      return { data: { ...orderOf(event), amountInMinorUnits, note }, sealed: {} };
    }),
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
}

type AccountEventDefinition =
  | typeof userRegistered
  | typeof passwordResetRequested
  | typeof passwordChanged
  | typeof sessionReuseDetected
  | typeof accountLocked;
type AccountEvent = EventOf<AccountEventDefinition>;

type OrderEventDefinition =
  | typeof orderPlaced
  | typeof orderStatusChanged
  | typeof orderCancelled
  | typeof orderRefunded;
type OrderEvent = EventOf<OrderEventDefinition>;

function placedMail(event: EventOf<typeof orderPlaced>): MailToWrite<'order-placed'> {
  const { data } = event;
  return {
    template: 'order-placed',
    ...toCustomer(event),
    sealed: {},
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
      payment: paymentMethods[data.paymentMethod],
      deliverTo: data.deliverTo,
    },
  };
}

const toCustomer = ({ eventId, aggregateId, data }: OrderEvent) => ({
  cause: eventId,
  record: aggregateId,
  to: data.customer.email,
  personId: data.userId,
});

const newsOf = ({ aggregateId, aggregateVersion }: OrderEvent) => ({ aggregateId, aggregateVersion });

const orderOf = ({ data }: OrderEvent) => ({
  orderId: data.orderId,
  orderNumber: data.orderNumber,
  customerName: data.customer.name,
});

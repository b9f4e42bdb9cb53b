import type { EventOf } from '@kinmel/contracts';
import * as events from '@kinmel/contracts';
import { paymentMethods } from '@kinmel/contracts/browser';
import { type AuditContext, onEvent, pick, type SubscriptionDefinition } from '@kinmel/service-kit';
import { alertMailsSubscriptions } from './alert-mails.subscriptions.ts';
import { mailsOnEvents } from './mail-on-event.ts';
import { type RequestMailsContext, requestMailsSubscriptions } from './request-mails.subscriptions.ts';

/** All events that cause a mail. Only the data that the mail needs is stored. */
export function mailsSubscriptions(context: RequestMailsContext & AuditContext): SubscriptionDefinition[] {
  const mailOn = mailsOnEvents(context);
  return [
    mailOn(events.userRegistered, 'welcome', ({ data }) => toAccount(data)),
    mailOn(events.passwordResetRequested, 'password-reset', ({ data }) => ({
      ...toAccount(data, 'expiresAt'),
      sealed: { token: data.sealedToken },
      sendBefore: new Date(data.expiresAt),
    })),
    mailOn(events.staffInvited, 'staff-invitation', ({ data }) => ({
      ...toAccount(data, 'expiresAt', 'invitedBy', 'roles'),
      sealed: { token: data.sealedToken },
      sendBefore: new Date(data.expiresAt),
    })),
    mailOn(events.passwordChanged, 'password-changed', ({ data }) => toAccount(data, 'cause', 'changedAt')),
    mailOn(events.passkeysChanged, 'passkeys-changed', ({ data }) =>
      toAccount(data, 'change', 'passkey', 'device', 'address', 'changedAt'),
    ),
    mailOn(events.sessionReuseDetected, 'session-warning', ({ data }) =>
      toAccount(data, 'device', 'address', 'detectedAt'),
    ),
    mailOn(events.accountLocked, 'account-locked', ({ data }) => toAccount(data, 'address', 'lockedUntil')),
    mailOn(events.orderPlaced, 'order-placed', (event) => toBuyer(event, placedOrderOf(event))),
    mailOn(events.orderStatusChanged, 'order-status-changed', (event) => ({
      ...toBuyer(event, { status: event.data.to, note: event.data.note }),
      ...newsOfOrder(event),
    })),
    mailOn(events.orderCancelled, 'order-cancelled', (event) => ({
      ...toBuyer(event, {
        ...pick(event.data, 'reason', 'note', 'money', 'paymentMethod'),
        ...creditOf(event),
      }),
      ...newsOfOrder(event),
    })),
    mailOn(events.orderRefunded, 'order-refunded', (event) => ({
      ...toBuyer(event, {
        ...pick(event.data, 'amountInMinorUnits', 'paymentMethod', 'isByHand', 'note'),
        ...pick(event.data, 'returnReference', 'isOtherPayment'),
        ...creditOf(event),
      }),
      account: event.data.amountInMinorUnits === 0 ? ('only' as const) : ('copied' as const),
    })),
    // After a payment in time, the mail about the order's new status explains the next step.
    mailOn(events.paymentSucceeded, 'payment-goes-back', (event) =>
      event.data.goesBack
        ? {
            ...toBuyer(event, pick(event.data, 'amountInMinorUnits', 'paymentMethod')),
            ...newsOfOrder(event),
          }
        : undefined,
    ),
    mailOn(events.creditChanged, 'credit-changed', ({ data }) => {
      const { userId, customer, order, amount: change } = data;
      const [customerName, orderNumber] = [customer.name, order?.orderNumber ?? null];
      return {
        ...toMailbox({ userId, email: customer.email }),
        account: 'only',
        record: order?.id ?? userId,
        data: { ...pick(data, 'cause', 'reason', 'balance'), customerName, orderNumber, change },
      };
    }),
    mailOn(events.payoutPaid, 'payout-paid', ({ data }) => ({
      to: data.customer.email,
      personId: data.userId ?? data.sellRequestId,
      record: data.sellRequestId,
      sealed: {},
      data: {
        ...pick(data, 'reference', 'subject', 'method', 'paymentReference'),
        customerName: data.customer.name,
        amountInMinorUnits: data.amount.amountInMinorUnits,
      },
    })),
    ...requestMailsSubscriptions(context),
    ...alertMailsSubscriptions(context),
    onEvent(events.userDeleted, async ({ data }, { session, log }) => {
      await context.addressees.markDeleted(data.userId, context.now(), session);
      await context.repairReminders.forget(data.userId, session);
      await context.audit.forgetPerson(data.userId, session);
      const count = await context.mails.forget(data.userId, session);
      log.info({ count }, 'mails of a deleted account were deleted');
    }),
  ];
}

type Account = EventOf<typeof events.userRegistered>['data'];
type OrderReference = Pick<EventOf<typeof events.orderRefunded>, 'aggregateId' | 'aggregateVersion'> & {
  readonly data: Pick<
    EventOf<typeof events.orderRefunded>['data'],
    'orderId' | 'orderNumber' | 'userId' | 'customer'
  >;
};

const toMailbox = ({ userId, email }: Pick<Account, 'userId' | 'email'>) => ({
  to: email,
  personId: userId,
  sealed: {},
  needsAccount: true,
});

/** @param fields names the data besides name and address */
const toAccount = <Data extends Account, Fields extends keyof Data>(
  data: Data,
  ...fields: readonly Fields[]
) => ({
  ...toMailbox(data),
  data: pick<Data, 'fullName' | 'email' | Fields>(data, 'fullName', 'email', ...fields),
});

/** @param fields the data besides that of every mail about an order */
const toBuyer = <Fields extends object>({ aggregateId, data }: OrderReference, fields: Fields) => ({
  record: aggregateId,
  to: data.customer.email,
  account: 'copied' as const,
  personId: data.userId,
  sealed: {},
  data: { ...pick(data, 'orderId', 'orderNumber'), customerName: data.customer.name, ...fields },
});

/** Not sent after a mail about a later event of the order (NOT-M6). */
const newsOfOrder = ({ aggregateId, aggregateVersion }: OrderReference) => ({
  news: { aggregateId, aggregateVersion },
});

/** 0 without credit. */
const creditOf = ({
  data: { credit },
}: {
  data: Pick<EventOf<typeof events.orderPlaced>['data'], 'credit'>;
}) => ({
  creditInMinorUnits: credit?.amountInMinorUnits ?? 0,
});

const placedOrderOf = (event: EventOf<typeof events.orderPlaced>) => ({
  ...pick(
    event.data,
    'promoCode',
    'subtotalInMinorUnits',
    'shippingInMinorUnits',
    'taxInMinorUnits',
    'taxLabel',
    'totalInMinorUnits',
    'deliverTo',
  ),
  ...creditOf(event),
  lines: event.data.lines.map((line) =>
    pick(line, 'name', 'details', 'quantity', 'priceInMinorUnits', 'lineTotalInMinorUnits'),
  ),
  payment: paymentMethods[event.data.paymentMethod],
});

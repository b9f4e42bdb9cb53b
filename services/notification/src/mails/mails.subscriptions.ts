import {
  accountLocked,
  creditChanged,
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
import { type AuditContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { mailsOnEvents } from './mail-on-event.ts';
import { type RequestMailsContext, requestMailsSubscriptions } from './request-mails.subscriptions.ts';

/** Every event that leads to a mail. Of its data only what the mail needs is kept. */
export function mailsSubscriptions(context: RequestMailsContext & AuditContext): SubscriptionDefinition[] {
  const mailOn = mailsOnEvents(context);
  return [
    mailOn(userRegistered, 'welcome', ({ data }) => ({ ...toAccount(data), data: accountOf(data) })),
    mailOn(passwordResetRequested, 'password-reset', ({ data }) => ({
      ...toAccount(data),
      data: { ...accountOf(data), expiresAt: data.expiresAt },
      sealed: { token: data.sealedToken },
      sendBefore: new Date(data.expiresAt),
    })),
    mailOn(passwordChanged, 'password-changed', ({ data }) => ({
      ...toAccount(data),
      data: { ...accountOf(data), cause: data.cause, changedAt: data.changedAt },
    })),
    mailOn(sessionReuseDetected, 'session-warning', ({ data }) => ({
      ...toAccount(data),
      data: {
        ...accountOf(data),
        device: data.device,
        address: data.address,
        detectedAt: data.detectedAt,
      },
    })),
    mailOn(accountLocked, 'account-locked', ({ data }) => ({
      ...toAccount(data),
      data: { ...accountOf(data), address: data.address, lockedUntil: data.lockedUntil },
    })),
    mailOn(orderPlaced, 'order-placed', (event) => ({ ...toBuyer(event), data: placedOrderOf(event) })),
    mailOn(orderStatusChanged, 'order-status-changed', (event) => ({
      ...toBuyer(event),
      ...inOrder(event),
      data: { ...orderOf(event), status: event.data.to, note: event.data.note },
    })),
    mailOn(orderCancelled, 'order-cancelled', (event) => {
      const { reason, note, money, credit } = event.data;
      return {
        ...toBuyer(event),
        ...inOrder(event),
        data: { ...orderOf(event), reason, note, money, creditInMinorUnits: minorUnitsOf(credit) },
      };
    }),
    mailOn(orderRefunded, 'order-refunded', (event) => {
      const { amountInMinorUnits, credit, returnReference, note } = event.data;
      const sums = { amountInMinorUnits, creditInMinorUnits: minorUnitsOf(credit) };
      return { ...toBuyer(event), data: { ...orderOf(event), ...sums, returnReference, note } };
    }),
    mailOn(creditChanged, 'credit-changed', ({ data }) => {
      const { userId, customer, cause, reason, order, amount: change, balance } = data;
      return {
        record: order?.id ?? userId,
        to: customer.email,
        personId: userId,
        sealed: {},
        needsAccount: true,
        data: {
          customerName: customer.name,
          cause,
          reason,
          orderNumber: order?.orderNumber ?? null,
          change,
          balance,
        },
      };
    }),
    ...requestMailsSubscriptions(context),
    onEvent(userDeleted, async ({ data }, { session, log }) => {
      await context.addressees.markDeleted(data.userId, context.now(), session);
      await context.repairReminders.forget(data.userId, session);
      await context.audit.forgetPerson(data.userId, session);
      const count = await context.mails.forget(data.userId, session);
      log.info({ count }, 'mails of a deleted account were deleted');
    }),
  ];
}

/** Nothing without credit. */
const minorUnitsOf = (credit: EventOf<typeof orderPlaced>['data']['credit']) =>
  credit?.amountInMinorUnits ?? 0;

type Account = EventOf<typeof userRegistered>['data'];
type OrderReference = Pick<EventOf<typeof orderRefunded>, 'aggregateId' | 'aggregateVersion'> & {
  readonly data: Pick<
    EventOf<typeof orderRefunded>['data'],
    'orderId' | 'orderNumber' | 'userId' | 'customer'
  >;
};

const toAccount = ({ userId, email }: Account) => ({
  to: email,
  personId: userId,
  sealed: {},
  needsAccount: true,
});

const accountOf = ({ fullName, email }: Account) => ({ fullName, email });

const toBuyer = ({ aggregateId, data }: OrderReference) => ({
  record: aggregateId,
  to: data.customer.email,
  personId: data.userId,
  sealed: {},
});

/** Not sent after a mail about a later event of the order (M6). */
const inOrder = ({ aggregateId, aggregateVersion }: OrderReference) => ({
  news: { aggregateId, aggregateVersion },
});

const orderOf = ({ data }: OrderReference) => ({
  orderId: data.orderId,
  orderNumber: data.orderNumber,
  customerName: data.customer.name,
});

const placedOrderOf = (event: EventOf<typeof orderPlaced>) => {
  const { data } = event;
  return {
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
    creditInMinorUnits: minorUnitsOf(data.credit),
    payment: paymentMethods[data.paymentMethod],
    deliverTo: data.deliverTo,
  };
};

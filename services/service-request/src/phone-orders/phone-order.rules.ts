import {
  type PhoneOrderAnswer,
  type PhoneOrderStatus,
  phoneOrderCancelled,
  phoneOrderLife,
  phoneOrderReceived,
  phoneOrderStatusChanged,
  stepBetween,
} from '@kinmel/contracts';
import { businessDaysLater, type Day, dayAfter, endOf, refusal } from '@kinmel/service-kit';
import { type KindRules, type RequestState, rulesOfLife } from '../requests/request.rules.ts';

/** Fields that customer and staff see exactly as they are stored. */
export const shownFields = [
  'paymentMethod',
  'deliveryMethod',
  'preferredDate',
  'preferredTime',
  'priority',
  'currency',
] as const;

/** The fields that only staff see. */
export const staffFields = ['model', 'color', 'storage', 'quantity', 'address', 'message', 'budget'] as const;

export interface PhoneOrder
  extends RequestState<PhoneOrderStatus>,
    Readonly<Pick<PhoneOrderAnswer, (typeof shownFields)[number] | (typeof staffFields)[number]>> {
  /** Price of one piece at the time of the order; null when the product was unknown. */
  readonly unitPriceInMinorUnits: number | null;
}

/** SR-P2: the total is based on the price of the shop, never on one of the client. */
export const totalOf = ({
  quantity,
  unitPriceInMinorUnits,
}: Pick<PhoneOrder, 'quantity' | 'unitPriceInMinorUnits'>): number | null =>
  unitPriceInMinorUnits === null ? null : quantity * unitPriceInMinorUnits;

/** SR-P3: a pickup must not be before today; one day of tolerance covers the customer's time zone. */
export function refusePastPickup(preferredDate: string, today: Day): void {
  if (preferredDate === '' || dayAfter(preferredDate) >= today) return;
  throw refusal('preferredDate', 'The date cannot be before today', 'invalid-request');
}

/** SR-P1: drops the fields of the other delivery method. */
export const neededFields = <Fields extends Pick<PhoneOrder, 'deliveryMethod'>>(fields: Fields) => ({
  ...fields,
  ...(fields.deliveryMethod === 'pickup' ? { address: '' } : { preferredDate: '', preferredTime: '' }),
});

/** SR-P5: the customer may cancel until processing starts. */
export const mayCancel = ({ status }: PhoneOrder): boolean =>
  stepBetween(phoneOrderLife, status, 'cancelled', 'customer') !== undefined;

const contactWithinMs = 24 * 60 * 60_000;
/** Delivery time of each priority, in business days. */
const businessDaysOf: Readonly<Record<PhoneOrder['priority'], number>> = {
  urgent: 0,
  express: 2,
  standard: 5,
};

export const phoneOrderRules: KindRules<PhoneOrder> & { readonly kind: 'phone-order' } = {
  kind: 'phone-order',
  /** For example "2 × iPhone 15 Pro, 256 GB, Black". */
  subjectOf: ({ quantity, model, storage, color }) => [`${quantity} × ${model}`, storage, color].join(', '),
  ...rulesOfLife(phoneOrderLife, 'cancelled'),
  /** SR-G13: contact within 24 hours; delivery within the business days of the priority, or on a later pickup date. */
  promisedAtOf({ status, priority, preferredDate, createdAt }, calendar) {
    const contactAt = new Date(createdAt.getTime() + contactWithinMs);
    const lastDay = businessDaysLater(calendar.dayOf(createdAt), businessDaysOf[priority], calendar);
    const deliveredAt = endOf(preferredDate > lastDay ? preferredDate : lastDay, calendar);
    return status === 'pending' && contactAt < deliveredAt ? contactAt : deliveredAt;
  },
  receivedEvent: (order) => [
    phoneOrderReceived,
    {
      quantity: order.quantity,
      priority: order.priority,
      ordered: {
        totalInMinorUnits: totalOf(order),
        currency: order.currency,
        paymentMethod: order.paymentMethod,
        pickup:
          order.deliveryMethod === 'pickup' ? { date: order.preferredDate, time: order.preferredTime } : null,
      },
    },
  ],
  statusEvent: ({ from, to, by, note }) =>
    to === 'cancelled' ? [phoneOrderCancelled, { by, note }] : [phoneOrderStatusChanged, { from, to, note }],
  cancelling: {
    may: mayCancel,
    refusal: () => 'This order can not be cancelled any more. Please call us.',
    doneText: 'Your order is cancelled.',
  },
  personal: () => ({ address: '', message: '', budget: '' }),
};

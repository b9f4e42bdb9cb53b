import {
  type EventDefinition,
  type PhoneOrderStatus,
  phoneOrderCancelled,
  type phoneOrderDeliveryMethods,
  type phoneOrderPaymentMethods,
  type phoneOrderPriorities,
  phoneOrderReceived,
  phoneOrderStatusChanged,
} from '@kinmel/contracts';
import {
  businessDaysLater,
  type Day,
  dayAfter,
  endOf,
  ProblemError,
  type ShopCalendar,
  type WireEvent,
} from '@kinmel/service-kit';
import type { Change } from '../requests/change-request.ts';
import { type Forgetting, forgettingOf, type Retention, type Stages } from '../requests/forget.rules.ts';
import {
  customer,
  next,
  type Promises,
  type RequestState,
  received,
  refuseStale,
  requestEvent,
  requireNote,
  type TellingContext,
} from '../requests/request.rules.ts';

export interface PhoneOrder extends RequestState<PhoneOrderStatus> {
  readonly model: string;
  readonly color: string;
  readonly storage: string;
  readonly quantity: number;
  /** What one piece cost when it was ordered; null when the shop knew no such product (CONF-33). */
  readonly unitPriceInMinorUnits: number | null;
  readonly paymentMethod: (typeof phoneOrderPaymentMethods)[number];
  readonly deliveryMethod: (typeof phoneOrderDeliveryMethods)[number];
  readonly address: string;
  readonly preferredDate: string;
  readonly preferredTime: string;
  readonly message: string;
  readonly budget: string;
  readonly priority: (typeof phoneOrderPriorities)[number];
}

/** "2 × iPhone 15 Pro, 256 GB, Black". */
export const phoneOrderSubject = ({
  quantity,
  model,
  storage,
  color,
}: Pick<PhoneOrder, 'quantity' | 'model' | 'storage' | 'color'>): string =>
  [`${quantity} × ${model}`, storage, color].join(', ');

/** P2: the total is quantity times a price of the shop, never one of the client. */
export const totalOf = ({
  quantity,
  unitPriceInMinorUnits,
}: Pick<PhoneOrder, 'quantity' | 'unitPriceInMinorUnits'>): number | null =>
  unitPriceInMinorUnits === null ? null : quantity * unitPriceInMinorUnits;

const eventOf = (
  definition: EventDefinition,
  order: PhoneOrder,
  data: object,
  context: TellingContext,
): WireEvent => requestEvent(definition, order, phoneOrderSubject(order), data, context);

/** P3: a pickup cannot be before today; one day of difference is the zone of the customer (NPB-29, SIL-61). */
export function refusePastPickup(preferredDate: string, today: Day): void {
  if (preferredDate === '' || dayAfter(preferredDate) >= today) return;
  const message = 'The date cannot be before today';
  throw new ProblemError('invalid-request', message, [{ path: 'preferredDate', message }]);
}

/** P1: a new order is pending, whatever the form says besides; of what its way of delivery does not need nothing is kept (NPB-31, NPB-32). */
export function newPhoneOrder(
  id: string,
  fields: Omit<PhoneOrder, keyof ReturnType<typeof received>>,
  now: Date,
): PhoneOrder {
  const isPickup = fields.deliveryMethod === 'pickup';
  return {
    ...fields,
    ...(isPickup ? { address: '' } : { preferredDate: '', preferredTime: '' }),
    ...received(id, 'pending', { now, actor: customer }),
  };
}

export const phoneOrderedEvent = (order: PhoneOrder, context: TellingContext): WireEvent =>
  eventOf(
    phoneOrderReceived,
    order,
    {
      quantity: order.quantity,
      priority: order.priority,
      ordered: {
        totalInMinorUnits: totalOf(order),
        paymentMethod: order.paymentMethod,
        pickup:
          order.deliveryMethod === 'pickup' ? { date: order.preferredDate, time: order.preferredTime } : null,
      },
    },
    context,
  );

/** What usually follows on each status. */
export const usualSteps: Readonly<Record<PhoneOrderStatus, readonly PhoneOrderStatus[]>> = {
  pending: ['confirmed', 'processing', 'cancelled'],
  confirmed: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

function withStatus(
  order: PhoneOrder,
  status: PhoneOrderStatus,
  note: string,
  context: TellingContext,
): Change<PhoneOrder> {
  const after = next(order, { status, adminNotes: note || order.adminNotes }, context, {
    what: 'status',
    from: order.status,
    to: status,
    note,
  });
  const event =
    status === 'cancelled'
      ? eventOf(phoneOrderCancelled, after, { by: context.actor.by, note }, context)
      : eventOf(phoneOrderStatusChanged, after, { from: order.status, to: status, note }, context);
  return { state: after, events: [event] };
}

/** P4: staff may set any known status; a step back or over needs a note (ABOOK-19, SIL-38). */
export function setPhoneOrderStatus(
  order: PhoneOrder,
  { status, note, version }: { status: PhoneOrderStatus; note: string; version: number | undefined },
  context: TellingContext,
): Change<PhoneOrder> {
  refuseStale(order, version);
  if (status === order.status && note === '') return { state: order, events: [] };
  requireNote(status === order.status || usualSteps[order.status].includes(status), note);
  return withStatus(order, status, note, context);
}

/** P5: its customer may cancel while nobody has begun with it. */
export const mayCancel = ({ status }: PhoneOrder): boolean => status === 'pending' || status === 'confirmed';

/** P5: the holder of the link cancels; said again it is answered the same. */
export function cancelPhoneOrder(order: PhoneOrder, context: TellingContext): Change<PhoneOrder> {
  if (order.status === 'cancelled') return { state: order, events: [] };
  if (!mayCancel(order))
    throw new ProblemError('conflict', 'This order can not be cancelled any more. Please call us.');
  return withStatus(order, 'cancelled', '', context);
}

const contactWithinMs = 24 * 60 * 60_000;
/** The last of the business days that each priority names (NPB-15 to NPB-17). */
const businessDaysOf: Readonly<Record<PhoneOrder['priority'], number>> = {
  urgent: 0,
  express: 2,
  standard: 5,
};

/** The statuses in which an order waits for staff. */
const openStatuses: readonly PhoneOrderStatus[] = ['pending', 'confirmed', 'processing', 'shipped'];

/**
 * G13: contact within 24 hours (NPB-07), and the phone within the business days of its priority, or on the day on which its
 * customer wants to fetch it, when that is later.
 */
function promisedAtOf(order: PhoneOrder, calendar: ShopCalendar): Date | null {
  const { status, priority, preferredDate, createdAt } = order;
  if (!openStatuses.includes(status)) return null;
  const contactAt = new Date(createdAt.getTime() + contactWithinMs);
  const lastDay = businessDaysLater(calendar.dayOf(createdAt), businessDaysOf[priority], calendar);
  const deliveredAt = endOf(preferredDate > lastDay ? preferredDate : lastDay, calendar);
  return status === 'pending' && contactAt < deliveredAt ? contactAt : deliveredAt;
}

export const phoneOrderPromises = (calendar: ShopCalendar): Promises<PhoneOrder> => ({
  openStatuses,
  promisedAtOf: (state) => promisedAtOf(state, calendar),
});

const stages: Stages<PhoneOrderStatus> = {
  closed: ['delivered', 'cancelled'],
  begun: ['processing', 'shipped'],
  withdrawn: 'cancelled',
};

/** G10, G11. */
export const forgettingPhoneOrders = (retention: Retention): Forgetting<PhoneOrder> =>
  forgettingOf<PhoneOrder, PhoneOrderStatus>(stages, { address: '', message: '' }, retention);

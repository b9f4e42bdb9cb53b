import type { OrderToReturn } from '@kinmel/contracts';
import { shopDays } from '@kinmel/service-kit';
import type { PhoneOrder } from '../phone-orders/phone-order.rules.ts';
import type { RepairBooking } from '../repair-bookings/repair-booking.rules.ts';
import { customer, type NewFields, newRequest, type RequestState } from '../requests/request.rules.ts';
import type { Return } from '../returns/return.rules.ts';
import { type SellRequest, withoutPhone } from '../sell-requests/sell-request.rules.ts';
import orderToReturn from './sample-order-to-return.json' with { type: 'json' };
import samples from './sample-requests.json' with { type: 'json' };

export const calendar = {
  timeZone: 'Asia/Kathmandu',
  dayOf: shopDays('Asia/Kathmandu'),
  closedDays: new Set<string>(),
  seats: 3,
  daysAhead: 90,
  leadMinutes: 0,
};

/** A Monday, 11:45 in the shop. */
export const now = new Date('2026-11-23T06:00:00.000Z');
export const rate = {
  currency: 'USD',
  number: 3,
  shopMinorUnits: 13_500,
  tradeIn: { creditBonusPercent: 5, maxQuoteInMinorUnits: 300_000 },
} as const;
export const byCustomer = { now, actor: customer, sealedTrackingToken: 'sealed', calendar, rate };
export const byStaff = { ...byCustomer, actor: { by: 'admin', who: 'admin-1' } as const };

const id = '6500000000000000000abcde';
const dayBefore = new Date('2026-11-22T06:00:00.000Z');
const { person } = samples;

/** A request of the day before, with the fields of its kind. */
const requestOf = <State extends RequestState>(fields: object, overrides: Partial<State>): State => ({
  ...newRequest<State>(
    id,
    structuredClone({ ...person, ...fields }) as unknown as NewFields<State>,
    dayBefore,
  ),
  ...overrides,
});

export const sellRequestState = (overrides: Partial<SellRequest> = {}) =>
  requestOf<SellRequest>({ ...samples.sellRequest, ...withoutPhone }, overrides);

export const repairBookingState = (overrides: Partial<RepairBooking> = {}) =>
  requestOf<RepairBooking>(samples.repairBooking, overrides);

export const phoneOrderState = (overrides: Partial<PhoneOrder> = {}) =>
  requestOf<PhoneOrder>(samples.phoneOrder, overrides);

export const orderToReturnId = orderToReturn.orderId;
export const [phoneKey, caseKey] = orderToReturn.lines.map(({ key }) => key) as [string, string];
/** Owner of the order. */
export const buyerId = orderToReturn.userId;

/** Two phones and a case by an offer, delivered and paid: NPR 2,100, tax of 10 percent, free shipping above 1,000. */
export const anOrderToReturn = (overrides: Partial<OrderToReturn> = {}): OrderToReturn => ({
  ...(structuredClone(orderToReturn) as OrderToReturn),
  ...overrides,
});

export const returnState = (overrides: Partial<Return> = {}): Return => {
  const { orderId, orderNumber, lines } = anOrderToReturn();
  const returned = lines.map((line) => ({ ...line, quantity: 1, isRestocked: null }));
  return requestOf<Return>({ ...samples.return, orderId, orderNumber, lines: returned }, overrides);
};

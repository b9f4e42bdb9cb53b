import type { OrderToReturn } from '@kinmel/contracts';
import { shopDays } from '@kinmel/service-kit';
import type { PhoneOrder } from '../phone-orders/phone-order.rules.ts';
import type { RepairBooking } from '../repair-bookings/repair-booking.rules.ts';
import { customer, newRequest } from '../requests/request.rules.ts';
import type { Return } from '../returns/return.rules.ts';
import { type SellRequest, withoutPhone } from '../sell-requests/sell-request.rules.ts';
import orderToReturn from './sample-order-to-return.json' with { type: 'json' };

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
const person = {
  name: 'Sita',
  email: 'sita@example.com',
  phone: '9800000000',
  userId: 'user-1',
  photoId: null,
};

export const sellRequestState = (over: Partial<SellRequest> = {}): SellRequest => ({
  ...newRequest<SellRequest>(
    id,
    {
      ...person,
      brand: 'apple',
      model: 'iPhone 13',
      storage: '128',
      condition: 'good',
      color: 'black',
      hasCharger: true,
      currency: 'USD',
      expectedPriceInMinorUnits: 50_000,
      description: 'Hardly used',
      estimate: null,
      quotedPriceInMinorUnits: null,
      quoteValidUntil: null,
      quoteVersion: null,
      agreed: null,
      imeiLastFour: '',
      numberParts: [],
      ...withoutPhone,
    },
    dayBefore,
  ),
  ...over,
});

export const repairBookingState = (over: Partial<RepairBooking> = {}): RepairBooking => ({
  ...newRequest<RepairBooking>(
    id,
    {
      ...person,
      model: 'iPhone 15',
      urgency: 'low',
      message: 'Broken glass',
      date: '2026-11-24',
      time: '09:30',
    },
    dayBefore,
  ),
  ...over,
});

export const phoneOrderState = (over: Partial<PhoneOrder> = {}): PhoneOrder => ({
  ...newRequest<PhoneOrder>(
    id,
    {
      ...person,
      model: 'iPhone 15 Pro',
      color: 'Black',
      storage: '256 GB',
      quantity: 2,
      unitPriceInMinorUnits: 15_000_000,
      currency: 'NPR',
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      address: 'Thamel 12',
      preferredDate: '',
      preferredTime: '',
      message: 'Call first',
      budget: '',
      priority: 'standard',
    },
    dayBefore,
  ),
  ...over,
});

export const orderToReturnId = orderToReturn.orderId;
export const [phoneKey, caseKey] = orderToReturn.lines.map(({ key }) => key) as [string, string];
/** Owner of the order. */
export const buyerId = orderToReturn.userId;

/** Two phones and a case by an offer, delivered and paid: NPR 2,100, tax of 10 percent, free shipping above 1,000. */
export const anOrderToReturn = (over: Partial<OrderToReturn> = {}): OrderToReturn => ({
  ...(structuredClone(orderToReturn) as OrderToReturn),
  ...over,
});

export const returnState = (over: Partial<Return> = {}): Return => {
  const { orderId, orderNumber, lines } = anOrderToReturn();
  return {
    ...newRequest<Return>(
      id,
      {
        ...person,
        orderId,
        orderNumber,
        lines: lines.map((line) => ({ ...line, quantity: 1, isRestocked: null })),
        reason: 'faulty',
        message: 'A dead pixel',
        refundTo: 'payment',
        refund: { amountInMinorUnits: 119_500, currency: 'NPR' },
        steps: [],
        offeredRefund: null,
        photos: [],
      },
      dayBefore,
    ),
    ...over,
  };
};

import { shopDays } from '@kinmel/service-kit';
import type { PhoneOrder } from '../phone-orders/phone-order.rules.ts';
import type { RepairBooking } from '../repair-bookings/repair-booking.rules.ts';
import { customer, newRequest } from '../requests/request.rules.ts';
import type { SellRequest } from '../sell-requests/sell-request.rules.ts';

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
export const byCustomer = { now, actor: customer, sealedTrackingToken: 'sealed', calendar };
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
      expectedPriceInMinorUnits: 50_000,
      description: 'Hardly used',
      estimate: null,
      quotedPriceInMinorUnits: null,
      quoteValidUntil: null,
      quoteVersion: null,
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

import type { AnyWorkSource, WorkSource } from '@kinmel/service-kit';
import type { PhoneOrder } from '../phone-orders/phone-order.rules.ts';
import { phoneOrderSubject } from '../phone-orders/phone-order.rules.ts';
import { type RepairBooking, repairSubject } from '../repair-bookings/repair-booking.rules.ts';
import { type SellRequest, subjectOf } from '../sell-requests/sell-request.rules.ts';

const sellRequests: WorkSource<SellRequest> = {
  kind: 'sell-request',
  collection: 'sell_requests',
  fields: ['brand', 'model', 'storage', 'color', 'status', 'name'],
  describe: (request) => ({
    title: subjectOf(request),
    status: request.status,
    customerName: request.name,
  }),
};

const repairBookings: WorkSource<RepairBooking> = {
  kind: 'repair-booking',
  collection: 'repair_bookings',
  fields: ['model', 'status', 'name'],
  describe: (booking) => ({
    title: repairSubject(booking),
    status: booking.status,
    customerName: booking.name,
  }),
};

const phoneOrders: WorkSource<PhoneOrder> = {
  kind: 'phone-order',
  collection: 'phone_orders',
  fields: ['quantity', 'model', 'storage', 'color', 'status', 'name'],
  describe: (order) => ({
    title: phoneOrderSubject(order),
    status: order.status,
    customerName: order.name,
  }),
};

/** How requests stand in the work queue. */
export const requestWork: readonly AnyWorkSource[] = [sellRequests, repairBookings, phoneOrders];

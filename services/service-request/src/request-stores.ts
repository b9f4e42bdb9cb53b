import type mongoose from 'mongoose';
import { forgettingPhoneOrders, phoneOrderPromises } from './phone-orders/phone-order.rules.ts';
import {
  createPhoneOrderModel,
  createPhoneOrdersStore,
  type PhoneOrdersStore,
} from './phone-orders/phone-orders.store.ts';
import { forgettingRepairBookings, repairPromises } from './repair-bookings/repair-booking.rules.ts';
import {
  createRepairBookingModel,
  createRepairBookingsStore,
  type RepairBookingsStore,
} from './repair-bookings/repair-bookings.store.ts';
import type { SlotCalendar } from './repair-bookings/slot.rules.ts';
import type { Retention } from './requests/forget.rules.ts';
import { forgettingSellRequests, sellPromises } from './sell-requests/sell-request.rules.ts';
import {
  createSellRequestModel,
  createSellRequestsStore,
  type SellRequestsStore,
} from './sell-requests/sell-requests.store.ts';

/** The stores of the three kinds of requests. */
export interface RequestStores {
  readonly sellRequests: SellRequestsStore;
  readonly repairBookings: RepairBookingsStore;
  readonly phoneOrders: PhoneOrdersStore;
}

/** The stores, with the rules by which each request keeps when it is due. */
export const createRequestStores = (
  connection: mongoose.Connection,
  { calendar, retention }: { readonly calendar: SlotCalendar; readonly retention: Retention },
): RequestStores => ({
  sellRequests: createSellRequestsStore(createSellRequestModel(connection), {
    forgetting: forgettingSellRequests(retention),
    promises: sellPromises(calendar),
  }),
  repairBookings: createRepairBookingsStore(createRepairBookingModel(connection), calendar.seats, {
    forgetting: forgettingRepairBookings(retention),
    promises: repairPromises(calendar),
  }),
  phoneOrders: createPhoneOrdersStore(createPhoneOrderModel(connection), {
    forgetting: forgettingPhoneOrders(retention),
    promises: phoneOrderPromises(calendar),
  }),
});

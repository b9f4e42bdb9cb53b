import type mongoose from 'mongoose';
import { phoneOrder } from './phone-orders/phone-order-kind.ts';
import { repairBooking } from './repair-bookings/repair-booking-kind.ts';
import { createRepairBookingsStore } from './repair-bookings/repair-bookings.store.ts';
import { type AnyKind, createRequestsStore, type RequestsOptions } from './requests/requests.store.ts';
import type { RequestsContext } from './requests/submit-request.ts';
import { returnKind } from './returns/return-kind.ts';
import { sellRequest } from './sell-requests/sell-request-kind.ts';

export const requestKinds = [
  sellRequest,
  repairBooking,
  phoneOrder,
  returnKind,
] as unknown as readonly AnyKind[];

export const createRequestStores = (
  connection: mongoose.Connection,
  settings: Omit<RequestsOptions, 'collections'> & { readonly now: () => Date },
) => {
  const options = { ...settings, collections: requestKinds.map(({ collection }) => collection) };
  return {
    [sellRequest.kind]: createRequestsStore(connection, sellRequest, options),
    [repairBooking.kind]: createRepairBookingsStore(connection, options),
    [phoneOrder.kind]: createRequestsStore(connection, phoneOrder, options),
    [returnKind.kind]: createRequestsStore(connection, returnKind, options),
  };
};

/** The context of use cases that concern one kind. */
export interface KindsContext extends RequestsContext {
  readonly requests: ReturnType<typeof createRequestStores>;
}

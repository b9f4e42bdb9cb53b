/** Types of this service's records, for programs that read the databases of a shop. */
export type { PhoneOrder } from './phone-orders/phone-order.rules.ts';
export type { RepairBooking } from './repair-bookings/repair-booking.rules.ts';
export type { RequestState } from './requests/request.rules.ts';
export type { Return } from './returns/return.rules.ts';
export type { SellRequest } from './sell-requests/sell-request.rules.ts';

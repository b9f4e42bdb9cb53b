import { type exportRequests as endpoint, type QueryOf, requestColumns } from '@kinmel/contracts';
import {
  type AuditContext,
  auditEntry,
  type CsvAnswer,
  type CsvValue,
  csvAnswer,
  type StaffCall,
} from '@kinmel/service-kit';
import type { PhoneOrder } from '../phone-orders/phone-order.rules.ts';
import { phoneOrderAnswer } from '../phone-orders/phone-order-answer.ts';
import type { RepairBooking } from '../repair-bookings/repair-booking.rules.ts';
import { repairBookingAnswer } from '../repair-bookings/repair-booking-answer.ts';
import type { RequestStores } from '../request-stores.ts';
import type { RequestState } from '../requests/request.rules.ts';
import { pageOf } from '../requests/request-answer.ts';
import type { SellRequest } from '../sell-requests/sell-request.rules.ts';
import { sellRequestAnswer } from '../sell-requests/sell-request-answer.ts';

type Cells = Readonly<Record<string, CsvValue>>;

/** What a request of any kind says of its customer and its state. */
const common = ({ id, name, email, phone, status, createdAt }: RequestState): Cells => ({
  id,
  customer: name,
  email,
  phone,
  status,
  submitted: createdAt,
});

const sellCells = (request: SellRequest): Cells => {
  const { brand, model, storage, condition, color, expectedPrice, estimatedPrice } =
    sellRequestAnswer(request);
  return { ...common(request), brand, model, storage, condition, color, expectedPrice, estimatedPrice };
};
const bookingCells = (booking: RepairBooking): Cells => {
  const { model, date, time, urgency } = repairBookingAnswer(booking);
  return { ...common(booking), model, date, time, urgency };
};
const orderCells = (order: PhoneOrder): Cells => {
  const { model, color, storage, quantity, totalPrice, priority } = phoneOrderAnswer(order);
  return { ...common(order), model, color, storage, quantity, totalPrice, priority };
};

async function* cellsOf<State>(
  states: AsyncIterable<State>,
  read: (state: State) => Cells,
): AsyncGenerator<Cells> {
  for await (const state of states) yield read(state);
}

/** All requests of a list as CSV, in the order of the list (G12). */
export async function exportRequests(
  { sellRequests, repairBookings, phoneOrders, audit }: RequestStores & AuditContext,
  { kind, status, search, columns }: QueryOf<typeof endpoint>,
  by?: StaffCall,
): Promise<CsvAnswer> {
  // What staff search for may be a customer's name.
  const after = { status, columns, ...(search === '' ? {} : { search }) };
  await audit.keep(auditEntry(by, { kind, id: null }, { after, shown: ['status', 'columns'] }));
  const filter = pageOf({ page: 1, limit: 1, status, search });
  const rows = {
    'sell-request': () => cellsOf(sellRequests.readAll(filter), sellCells),
    'repair-booking': () => cellsOf(repairBookings.readAll(filter), bookingCells),
    'phone-order': () => cellsOf(phoneOrders.readAll(filter), orderCells),
  }[kind]();
  const heads: Readonly<Record<string, string>> = requestColumns[kind];
  return csvAnswer(
    `${kind}s.csv`,
    (columns ?? Object.keys(heads)).map((name) => ({
      head: heads[name] ?? name,
      valueOf: (cells: Cells) => cells[name],
    })),
    rows,
  );
}

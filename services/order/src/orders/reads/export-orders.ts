import {
  type exportOrders as endpoint,
  type OrderColumn,
  orderColumnNames,
  orderColumns,
  type QueryOf,
} from '@kinmel/contracts';
import {
  auditEntry,
  type CsvAnswer,
  type CsvValue,
  csvAnswer,
  fromMinorUnits,
  type StaffCall,
} from '@kinmel/service-kit';
import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';
import { orderFilterOf } from './list-orders.ts';

const cells: Readonly<Record<OrderColumn, (order: Order) => CsvValue>> = {
  orderNumber: ({ orderNumber }) => orderNumber,
  customer: ({ customerDetails }) => customerDetails.name,
  email: ({ customerDetails }) => customerDetails.email,
  phone: ({ customerDetails }) => customerDetails.phone,
  products: ({ lines }) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('; '),
  paymentMethod: ({ paymentMethod }) => paymentMethod,
  total: ({ pricing }) => fromMinorUnits(pricing.totalInMinorUnits),
  credit: ({ credit }) => fromMinorUnits(credit?.amountInMinorUnits ?? 0),
  paymentStatus: ({ paymentStatus }) => paymentStatus,
  status: ({ orderStatus }) => orderStatus,
  date: ({ createdAt }) => createdAt,
};

export async function exportOrders(
  { orderLists, audit }: Pick<OrdersContext, 'orderLists' | 'audit'>,
  { sort, columns = orderColumnNames, ...filter }: QueryOf<typeof endpoint>,
  by?: StaffCall,
): Promise<CsvAnswer> {
  const { search, ...conditions } = filter;
  // A search may be a customer's name, so the audit does not contain it.
  const after = { ...conditions, sort, columns, ...(search ? { search } : {}) };
  await audit.keep(
    auditEntry(
      by,
      { kind: 'order', id: null },
      { after, shownFields: Object.keys({ ...conditions, sort, columns }) },
    ),
  );
  return csvAnswer(
    'checkout-orders.csv',
    columns.map((name) => ({ head: orderColumns[name], valueOf: cells[name] })),
    orderLists.readAll(orderFilterOf(filter), sort),
  );
}

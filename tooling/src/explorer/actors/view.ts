import type { Device, Order, Payout, Product, Request } from '../../check-books/books.ts';
import type { Databases } from '../shop/open-shop.ts';
import { isChanged } from '../simulation/database-gate.ts';
import { customers } from './people.ts';

type RequestRow = Omit<Request, 'kind'>;

/** The records of the shop by kind, read from its databases outside of the simulation. */
export type View = Awaited<ReturnType<typeof readView>>;

const rowsByCollection = new Map<string, readonly unknown[]>();

export async function readView({ client, prefix }: Databases) {
  const read = async <Row>(service: string, collection: string) => {
    const database = `${prefix}_${service}`;
    const name = `${database}.${collection}`;
    if (isChanged(name)) {
      const rows = await client
        .db(database)
        .collection(collection)
        .find({}, { sort: { _id: 1 } })
        .toArray();
      rowsByCollection.set(
        name,
        rows.map((row) => ({ ...row, _id: String(row._id) })),
      );
    }
    return (rowsByCollection.get(name) ?? []) as readonly Row[];
  };
  const orders = await read<Order>('order', 'orders');
  const deletedRows = await read<{ _id: string }>('order', 'deleted_accounts');
  const balances = await read<{ _id: string; balance: { amountInMinorUnits: number } }>(
    'order',
    'credit_balances',
  );
  return {
    order: orders.filter(({ state }) => state === 'placed'),
    'sell request': await read<RequestRow>('service_request', 'sell_requests'),
    return: await read<RequestRow>('service_request', 'returns'),
    'repair booking': await read<RequestRow>('service_request', 'repair_bookings'),
    'phone order': await read<RequestRow>('service_request', 'phone_orders'),
    device: await read<Device>('device', 'devices'),
    payout: await read<Payout>('order', 'payouts'),
    product: await read<Product>('catalog', 'products'),
    customer: customers,
    deletedAccounts: new Set(deletedRows.map(({ _id }) => _id)),
    balances: new Map(balances.map(({ _id, balance }) => [_id, balance.amountInMinorUnits])),
  };
}

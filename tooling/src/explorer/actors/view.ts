import type { Databases } from '../shop/open-shop.ts';
import { isChanged } from '../simulation/database-gate.ts';

/** Records as the people know them: the shop's own data, read outside of the simulation. */
export interface OrderView {
  readonly _id: string;
  readonly orderNumber: string;
  readonly userId: string;
  readonly state: string;
  readonly orderStatus: string;
  readonly paymentStatus: string;
  readonly paymentMethod: string;
  readonly version: number;
  readonly card: { readonly sessionId?: string | null; readonly paymentId?: string | null } | null;
  readonly refund: { readonly state: string } | null;
  readonly secondPayments?: readonly { readonly paymentId: string; readonly state: string }[];
  readonly returns?: readonly { readonly id: string; readonly state: string }[];
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
}

export interface RequestView {
  readonly _id: string;
  readonly userId: string | null;
  readonly status: string;
  readonly version: number;
  readonly deletedAt: Date | null;
  readonly deviceId?: string | null;
  readonly quotedPriceInMinorUnits?: number | null;
  readonly orderId?: string;
  readonly refund?: { readonly amountInMinorUnits: number };
  readonly lines?: readonly { readonly key: string; readonly quantity: number }[];
}

export interface DeviceView {
  readonly _id: string;
  readonly place: string;
  readonly purchase: string;
  readonly version: number;
  readonly quoteInMinorUnits: number | null;
  readonly sellRequest: { readonly id: string };
}

export interface PayoutView {
  readonly _id: string;
  readonly status: string;
  readonly version: number;
  readonly needsApproval: boolean;
  readonly approvedBy: { readonly id: string } | null;
}

export interface ProductView {
  readonly _id: string;
  readonly name: string;
  readonly stock: number;
  readonly version: number;
  readonly priceInMinorUnits: number;
  readonly isAvailable: boolean;
  readonly deletedAt?: Date | null;
  readonly hasDevices?: boolean;
  readonly device?: { readonly ofProductId: string };
}

export interface View {
  readonly orders: readonly OrderView[];
  readonly sellRequests: readonly RequestView[];
  readonly returns: readonly RequestView[];
  readonly repairBookings: readonly RequestView[];
  readonly phoneOrders: readonly RequestView[];
  readonly devices: readonly DeviceView[];
  readonly payouts: readonly PayoutView[];
  readonly products: readonly ProductView[];
  readonly balances: ReadonlyMap<string, number>;
  /** Ids of those whose account was deleted. */
  readonly deletedAccounts: ReadonlySet<string>;
}

const known = new Map<string, readonly unknown[]>();

export async function readView({ client, prefix }: Databases): Promise<View> {
  const read = async <Row>(service: string, collection: string) => {
    const database = `${prefix}_${service}`;
    const name = `${database}.${collection}`;
    if (isChanged(name)) {
      const rows = await client
        .db(database)
        .collection(collection)
        .find({}, { sort: { _id: 1 } })
        .toArray();
      known.set(
        name,
        rows.map((row) => ({ ...row, _id: String(row._id) })),
      );
    }
    return (known.get(name) ?? []) as readonly Row[];
  };
  const orders = await read<OrderView>('order', 'orders');
  const balances = await read<{ _id: string; balance: { amountInMinorUnits: number } }>(
    'order',
    'credit_balances',
  );
  return {
    orders: orders.filter(({ state }) => state === 'placed'),
    sellRequests: await read('service_request', 'sell_requests'),
    returns: await read('service_request', 'returns'),
    repairBookings: await read('service_request', 'repair_bookings'),
    phoneOrders: await read('service_request', 'phone_orders'),
    devices: await read('device', 'devices'),
    payouts: await read('order', 'payouts'),
    products: await read('catalog', 'products'),
    deletedAccounts: new Set(
      (await read<{ _id: string }>('order', 'deleted_accounts')).map(({ _id }) => _id),
    ),
    balances: new Map(balances.map(({ _id, balance }) => [_id, balance.amountInMinorUnits])),
  };
}

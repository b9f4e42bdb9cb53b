import type { OrdersContext } from '../orders-context.ts';

export const keyKeptMs = 24 * 60 * 60 * 1000;

/** Removes older keys from their orders. Safe in any number of instances. */
export const forgetOldKeys = ({ orders, now }: Pick<OrdersContext, 'orders' | 'now'>): Promise<number> =>
  orders.forgetKeys(new Date(now().getTime() - keyKeptMs));

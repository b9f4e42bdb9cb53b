import { useLocation } from 'react-router-dom';

const orderIdForm = /^[0-9a-f]{24}$/;

/** The id when it is one; an address and what travels with it can hold anything. */
export const orderIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && orderIdForm.test(value) ? value : undefined;

/** What travels with a way to the cart: its lines left it for this order, which waits for its payment. */
export const withUnpaidOrder = (unpaidOrderId: string) => ({ unpaidOrderId });

/** The order that a shopper left unpaid a moment ago, where the page before told so. */
export function useUnpaidOrder(): string | undefined {
  const { state } = useLocation();
  const told: Partial<ReturnType<typeof withUnpaidOrder>> | null = state;
  return orderIdOf(told?.unpaidOrderId);
}

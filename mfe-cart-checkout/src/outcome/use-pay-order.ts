import { leaveShop } from '@kinmel/web-kit/forms';
import { cartApi } from '../cart-api.ts';

/** Creates a new payment page of an unpaid order, and opens it. */
export function usePayOrder(orderId: string, beforeLeaving?: (orderId: string) => void) {
  const [open, { isLoading, error }] = cartApi.useOpenPaymentPageMutation();
  const pay = async () => {
    const { data: page } = await open(orderId);
    if (!page) return;
    beforeLeaving?.(orderId);
    leaveShop(page);
  };
  return { pay: () => void pay(), isLoading, error };
}

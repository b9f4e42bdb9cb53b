import { tabDraft } from '@kinmel/web-kit/forms';
import { type Delivery, readDelivery } from './delivery/delivery.rules.ts';
import type { PaymentMethod } from './placing/order-body.ts';

/** What somebody filled in and has not ordered with yet. */
interface CheckoutDraft {
  readonly delivery: Delivery;
  readonly paymentMethod: PaymentMethod;
}

/** The half filled checkout of this tab (decision 30). */
export const checkoutDraft = tabDraft<CheckoutDraft>({
  key: 'kinmel.checkoutDraft',
  parse: (raw) => {
    const delivery = readDelivery(Reflect.get(raw, 'delivery'));
    const isCard = Reflect.get(raw, 'paymentMethod') === 'card';
    return delivery && { delivery, paymentMethod: isCard ? 'card' : 'cash_on_delivery' };
  },
});

import { defaultPaymentMethod, isPaymentMethod, type PaymentMethod } from '@kinmel/contracts/browser';
import { tabDraft } from '@kinmel/web-kit/forms';
import { type Delivery, readDelivery } from './delivery/delivery.rules.ts';

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
    const method: unknown = Reflect.get(raw, 'paymentMethod');
    const paymentMethod = isPaymentMethod(method) ? method : defaultPaymentMethod;
    return delivery && { delivery, paymentMethod };
  },
});

import { defaultPaymentMethod, isPaymentMethod, type PaymentMethod } from '@kinmel/contracts/browser';
import { tabDraft } from '@kinmel/web-kit/forms';
import { type Delivery, readDelivery } from './delivery/delivery.rules.ts';

/** Unsent input of the form. */
export interface CheckoutDraft {
  readonly delivery: Delivery;
  readonly paymentMethod: PaymentMethod;
  readonly usesCredit: boolean;
}

/** The draft of the checkout in this tab (decision 98). */
export const checkoutDraft = tabDraft<CheckoutDraft>({
  key: 'kinmel.checkoutDraft',
  parse: (raw) => {
    const delivery = readDelivery(Reflect.get(raw, 'delivery'));
    const method: unknown = Reflect.get(raw, 'paymentMethod');
    const paymentMethod = isPaymentMethod(method) ? method : defaultPaymentMethod;
    return delivery && { delivery, paymentMethod, usesCredit: Reflect.get(raw, 'usesCredit') === true };
  },
});

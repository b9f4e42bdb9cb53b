import { defaultPaymentMethod, isPaymentMethod, type PaymentMethod } from '@kinmel/contracts/browser';
import { type Attempt, attemptsOf } from '@kinmel/web-kit/forms';
import { type Delivery, readDelivery } from '../delivery/delivery.rules.ts';

/** The press of Place Order that was never answered, also after a reload. */
export const orderAttempts = attemptsOf('kinmel.orderAttempt');

/** What the form of an attempt held: where the order was to go, and how it was to be paid. */
export function formOf(attempt: Attempt): {
  delivery: Delivery | undefined;
  paymentMethod: PaymentMethod;
} {
  try {
    const body: unknown = JSON.parse(attempt.body);
    if (typeof body === 'object' && body !== null) {
      const method: unknown = Reflect.get(body, 'paymentMethod');
      return {
        delivery: readDelivery(Reflect.get(body, 'customerDetails')),
        paymentMethod: isPaymentMethod(method) ? method : defaultPaymentMethod,
      };
    }
  } catch {
    // Not a body of this page: as if it had none.
  }
  return { delivery: undefined, paymentMethod: defaultPaymentMethod };
}

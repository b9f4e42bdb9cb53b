import { defaultPaymentMethod, isPaymentMethod, type PaymentMethod } from '@kinmel/contracts/browser';
import { type Attempt, attemptsOf } from '@kinmel/web-kit/forms';
import { type Delivery, readDelivery } from '../delivery/delivery.rules.ts';

/** The unanswered submission of Place Order; it survives a reload. */
export const orderAttempts = attemptsOf('kinmel.orderAttempt');

/** The form values of an attempt, or the defaults: delivery, payment method, and whether credit is used. */
export function formOf(attempt: Attempt | undefined): {
  delivery: Delivery | undefined;
  paymentMethod: PaymentMethod;
  usesCredit: boolean;
} {
  try {
    const body: unknown = JSON.parse(attempt?.body ?? 'null');
    if (typeof body === 'object' && body !== null) {
      const method: unknown = Reflect.get(body, 'paymentMethod');
      return {
        delivery: readDelivery(Reflect.get(body, 'customerDetails')),
        paymentMethod: isPaymentMethod(method) ? method : defaultPaymentMethod,
        usesCredit: Reflect.get(body, 'credit') !== undefined,
      };
    }
  } catch {
    // The stored text was not written by this page.
  }
  return { delivery: undefined, paymentMethod: defaultPaymentMethod, usesCredit: false };
}

import { type Attempt, attemptsOf } from '@kinmel/web-kit/forms';
import { type Delivery, readDelivery } from '../delivery/delivery.rules.ts';

/** The press of Place Order that was never answered, also after a reload. */
export const orderAttempts = attemptsOf('kinmel.orderAttempt');

/** What the form of an attempt held: where the order was to go, and how it was to be paid. */
export function formOf(attempt: Attempt): { delivery: Delivery | undefined; isCard: boolean } {
  try {
    const body: unknown = JSON.parse(attempt.body);
    if (typeof body === 'object' && body !== null) {
      return {
        delivery: readDelivery(Reflect.get(body, 'customerDetails')),
        isCard: Reflect.get(body, 'paymentMethod') === 'card',
      };
    }
  } catch {
    // Not a body of this page: as if it had none.
  }
  return { delivery: undefined, isCard: false };
}

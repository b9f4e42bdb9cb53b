import { type Delivery, readDelivery } from './delivery/delivery.rules.ts';
import type { PaymentMethod } from './placing/order-body.ts';

/** What somebody filled in and has not ordered with yet. */
export interface CheckoutDraft {
  readonly delivery: Delivery;
  readonly paymentMethod: PaymentMethod;
}

const storageKey = 'kinmel.checkoutDraft';

/**
 * What this person filled in in this tab, also after a reload or a look into the cart; the browser forgets it with the tab
 * (decision 30). What somebody else left is deleted, not shown.
 */
export function draftOf(userId: string): CheckoutDraft | undefined {
  try {
    const raw: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (typeof raw !== 'object' || raw === null) return undefined;
    const delivery = readDelivery(Reflect.get(raw, 'delivery'));
    if (Reflect.get(raw, 'userId') === userId && delivery) {
      const isCard = Reflect.get(raw, 'paymentMethod') === 'card';
      return { delivery, paymentMethod: isCard ? 'card' : 'cash_on_delivery' };
    }
  } catch {
    // No storage, or not what this page wrote there: as if there were none.
  }
  forgetDraft();
  return undefined;
}

export function keepDraft(userId: string, draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ userId, ...draft }));
  } catch {
    // It holds as long as the form is open.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // There was none to remove.
  }
}

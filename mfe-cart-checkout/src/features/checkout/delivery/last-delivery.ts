import { storedValue } from '@kinmel/web-kit';
import { type Delivery, readDelivery } from './delivery.rules.ts';

interface LastDelivery {
  /** Only this user sees the delivery. */
  readonly userId: string;
  readonly delivery: Delivery;
}

const storedDelivery = storedValue<LastDelivery | null>({
  key: 'kinmel.lastDelivery',
  empty: null,
  parse: (raw) => {
    if (typeof raw !== 'object' || raw === null) return undefined;
    const userId: unknown = Reflect.get(raw, 'userId');
    const delivery = readDelivery(Reflect.get(raw, 'delivery'));
    return typeof userId === 'string' && delivery ? { userId, delivery } : undefined;
  },
});

/** The delivery of this user's last order. That of another user is deleted. */
export function lastDeliveryOf(userId: string): Delivery | undefined {
  const lastDelivery = storedDelivery.read();
  if (lastDelivery === null || lastDelivery.userId === userId) return lastDelivery?.delivery;
  storedDelivery.write(null);
  return undefined;
}

/** Stores the last delivery without its notes, which concern one order. */
export function storeDelivery(userId: string, delivery: Delivery): void {
  storedDelivery.write({ userId, delivery: { ...delivery, notes: '' } });
}

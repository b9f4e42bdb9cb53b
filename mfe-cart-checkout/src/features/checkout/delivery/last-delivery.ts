import { storedValue } from '@kinmel/web-kit';
import { type Delivery, readDelivery } from './delivery.rules.ts';

interface LastDelivery {
  /** Whose it is: nobody else is shown it. */
  readonly userId: string;
  readonly delivery: Delivery;
}

const stored = storedValue<LastDelivery | null>({
  key: 'kinmel.lastDelivery',
  empty: null,
  parse: (raw) => {
    if (typeof raw !== 'object' || raw === null) return undefined;
    const userId: unknown = Reflect.get(raw, 'userId');
    const delivery = readDelivery(Reflect.get(raw, 'delivery'));
    return typeof userId === 'string' && delivery ? { userId, delivery } : undefined;
  },
});

/** Where the last order of this person went. What somebody else left in this browser is deleted, not shown. */
export function lastDeliveryOf(userId: string): Delivery | undefined {
  const last = stored.read();
  if (last === null || last.userId === userId) return last?.delivery;
  stored.write(null);
  return undefined;
}

/** Keeps one delivery, the last, without the notes: they are about that one order. */
export function keepDelivery(userId: string, delivery: Delivery): void {
  stored.write({ userId, delivery: { ...delivery, notes: '' } });
}

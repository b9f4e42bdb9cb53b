import { type Delivery, readDelivery } from '../delivery/delivery.rules.ts';

/** One press of Place Order and all its repetitions: they share the key, so that they are one order. */
export interface OrderAttempt {
  readonly key: string;
  readonly userId: string;
  /** The body that was sent last and of which nobody knows what became of it. */
  readonly body: string;
  /** Other bodies that this key was sent with before, the last of them first: any of them may have arrived. */
  readonly earlier: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

const storageKey = 'kinmel.orderAttempt';
/** An hour less than the server remembers a key. */
const keptForMs = 23 * 60 * 60 * 1000;
const mostBodyLength = 100_000;
/** Of more changes than that without a single answer the oldest are forgotten. */
const mostEarlier = 8;

/** Holds the attempt where the browser has no storage. */
let unstored: OrderAttempt | undefined;

function parse(text: string | null): OrderAttempt | undefined {
  if (text === null || text.length > mostBodyLength * (mostEarlier + 2)) return undefined;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return undefined;
    const { key, userId, body, earlier, startedAt } = raw as Partial<Record<keyof OrderAttempt, unknown>>;
    if (typeof key !== 'string' || !/^[0-9a-f-]{32,36}$/.test(key)) return undefined;
    if (typeof userId !== 'string' || typeof body !== 'string' || typeof startedAt !== 'number')
      return undefined;
    const isText = (entry: unknown): entry is string => typeof entry === 'string';
    return { key, userId, body, earlier: Array.isArray(earlier) ? earlier.filter(isText) : [], startedAt };
  } catch {
    return undefined;
  }
}

/** 128 random bits. `crypto.randomUUID` is missing where the shop is not served over https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The attempt of this person in this tab that was never answered, also after a reload. */
export function openAttempt(userId: string, now: number): OrderAttempt | undefined {
  let attempt = unstored;
  try {
    attempt = parse(sessionStorage.getItem(storageKey)) ?? unstored;
  } catch {
    // No storage: the value in memory is the only one there is.
  }
  if (!attempt || attempt.userId !== userId || now - attempt.startedAt > keptForMs) return undefined;
  return attempt;
}

/** Begins an attempt. It is kept before it is sent: a reload in the middle must find its key. */
export const startAttempt = (userId: string, body: string, now: number): OrderAttempt =>
  keep({ key: newKey(), userId, body, earlier: [], startedAt: now });

/** The same attempt with what it is sent with now; this too is kept before it is sent. */
export function repeatAttempt(attempt: OrderAttempt, body: string): OrderAttempt {
  if (attempt.body === body) return attempt;
  const earlier = [attempt.body, ...attempt.earlier].filter((before) => before !== body);
  return keep({ ...attempt, body, earlier: earlier.slice(0, mostEarlier) });
}

function keep(attempt: OrderAttempt): OrderAttempt {
  unstored = attempt;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(attempt));
  } catch {
    // Kept in memory until the page closes.
  }
  return attempt;
}

/** The attempt was answered: the next press is a new one. */
export function closeAttempt(): void {
  unstored = undefined;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // There was none to remove.
  }
}

/** What the form of an attempt held: where the order was to go, and how it was to be paid. */
export function formOf(attempt: OrderAttempt): { delivery: Delivery | undefined; isCard: boolean } {
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

import { type AdmissionQueueOptions, countOrRefuse, networkOf, ProblemError } from '@kinmel/service-kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Concurrency and waiting time of placing. */
type PlacingLimits = Omit<AdmissionQueueOptions, 'refusal' | 'now'>;

/** Limits per person or address, and of orders placed at once. */
export interface OrderLimitSettings {
  /** Per person; an address may place ten times as many, as many people can share it. */
  readonly ordersPerHour: number;
  /** Unknown promo codes, and unknown ids of payment pages, per address. */
  readonly wrongGuessesPerMinute?: number;
  /** Per line and per order; by default what the contract allows. */
  readonly linePieces?: number;
  readonly orderPieces?: number;
  /** Per person: orders that are neither paid nor confirmed, and their pieces. Unlimited by default. */
  readonly openOrders?: number;
  readonly openPieces?: number;
  readonly placing?: PlacingLimits;
}

interface Amount {
  readonly orders: number;
  readonly pieces: number;
}

export type OrderLimits = ReturnType<typeof createOrderLimits>;

const hourSeconds = 3600;
const minuteSeconds = 60;
/** An address may do ten times as much as a person, as many people can share it. */
const timesOfAddress = 10;
/** What the contract allows. */
const mostLinePieces = 1_000;

/** The wait is part of the time limit of placing. */
const placingLimits: PlacingLimits = {
  atOnce: 16,
  burstWaitMs: 2_000,
  overloadWaitMs: 100,
  standingAfterMs: 500,
};

function tooManyOpen(): ProblemError {
  const message =
    'You have many orders that are not paid or confirmed yet. Please pay or cancel one of them, or wait until we have confirmed them.';
  return new ProblemError('order-limit', message, [{ path: 'open-orders', message }]);
}

/** Per person. */
const invoicesPerMinute = 30;

/** Counted in this process, without a database call; the limit grows with the number of instances. */
export function createOrderLimits({
  ordersPerHour,
  wrongGuessesPerMinute = 20,
  linePieces = mostLinePieces,
  orderPieces = Number.MAX_SAFE_INTEGER,
  openOrders = Number.MAX_SAFE_INTEGER,
  openPieces = Number.MAX_SAFE_INTEGER,
  placing = placingLimits,
}: OrderLimitSettings) {
  const isBounded = Math.min(openOrders, openPieces) < Number.MAX_SAFE_INTEGER;
  /** Resolves when the last order of a person has ended. */
  const lastOf = new Map<string, Promise<void>>();
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });
  const ofPerson = limiter(ordersPerHour, hourSeconds);
  const ofAddress = limiter(ordersPerHour * timesOfAddress, hourSeconds);
  const codes = limiter(wrongGuessesPerMinute, minuteSeconds);
  const paymentPages = limiter(wrongGuessesPerMinute, minuteSeconds);
  const invoices = limiter(invoicesPerMinute, minuteSeconds);
  const invoicesOfAddress = limiter(invoicesPerMinute * timesOfAddress, minuteSeconds);

  /**
   * Counts a code or id before it is looked up, so that parallel requests count; rejects with 429 after too many unknown
   * ones. `uncount` is called when it exists.
   */
  const guess = async (from: RateLimiterMemory, address: string) => {
    const key = networkOf(address);
    await countOrRefuse(from, key, 'Too many tries. Please wait a minute.');
    return { uncount: async () => void (await from.reward(key)) };
  };

  return {
    /** Counts an order; rejects with 429 above the limit. */
    async order(userId: string, address: string): Promise<void> {
      const text = 'You have placed very many orders. Please try again later, or write to us.';
      await countOrRefuse(ofPerson, userId, text);
      await countOrRefuse(ofAddress, networkOf(address), text);
    },
    /** Counts a promo code. */
    code: (address: string) => guess(codes, address),
    paymentPage: (address: string) => guess(paymentPages, address),
    async invoice(userId: string, address: string): Promise<void> {
      const text = 'You have asked for very many invoices. Please wait a minute.';
      await countOrRefuse(invoices, userId, text);
      await countOrRefuse(invoicesOfAddress, networkOf(address), text);
    },
    linePieces,
    orderPieces,
    placing,
    /** Runs the orders of one person one after the other in this process, so that each counts those before it. */
    runExclusive<T>(userId: string, place: () => Promise<T>): Promise<T> {
      if (!isBounded) return place();
      const placed = (lastOf.get(userId) ?? Promise.resolve()).then(place);
      const ended = placed.then(
        () => undefined,
        () => undefined,
      );
      lastOf.set(userId, ended);
      void ended.then(() => {
        if (lastOf.get(userId) === ended) lastOf.delete(userId);
      });
      return placed;
    },
    /** Rejects with `order-limit` above what one person may have open. */
    async openOrder(pieces: number, readOpen: () => Promise<Amount>): Promise<void> {
      if (!isBounded) return;
      const open = await readOpen();
      if (open.orders + 1 > openOrders || open.pieces + pieces > openPieces) throw tooManyOpen();
    },
  };
}

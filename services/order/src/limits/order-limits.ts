import {
  type AdmissionQueueOptions,
  countOrRefuse,
  networkOf,
  networkTimes,
  ProblemError,
  type RefusalText,
} from '@kinmel/service-kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Concurrency and waiting time of placing. */
type PlacingLimits = Omit<AdmissionQueueOptions, 'refusal' | 'now'>;

/** Limits per person or address, and of orders placed at once. */
export interface OrderLimitSettings {
  /** Per person; an address may place ten times as many, as many people can share it. */
  readonly ordersPerHour: number;
  /** Unknown promo codes, and unknown ids of payment pages, per person, or per address of visitors. */
  readonly wrongGuessesPerMinute?: number;
  /** Per line and per order; by default what the contract allows. */
  readonly linePieces?: number;
  readonly orderPieces?: number;
  /** Per person: orders that are neither paid nor confirmed, and their pieces. Unlimited by default. */
  readonly openOrders?: number;
  readonly openPieces?: number;
  readonly placing?: PlacingLimits;
}

/** A signed-in person is counted first, a visitor by the network. */
interface Guesser {
  readonly address: string;
  readonly userId?: string | undefined;
}

interface Amount {
  readonly orders: number;
  readonly pieces: number;
}

export type OrderLimits = ReturnType<typeof createOrderLimits>;

const hourSeconds = 3600;
const minuteSeconds = 60;
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
  const ofAddress = limiter(ordersPerHour * networkTimes, hourSeconds);
  const guesses = () => ({
    ofOne: limiter(wrongGuessesPerMinute, minuteSeconds),
    ofNetwork: limiter(wrongGuessesPerMinute * networkTimes, minuteSeconds),
  });
  const codes = guesses();
  const paymentPages = guesses();
  const invoices = limiter(invoicesPerMinute, minuteSeconds);
  const invoicesOfAddress = limiter(invoicesPerMinute * networkTimes, minuteSeconds);

  /**
   * Counts a code or id before it is looked up, so that parallel requests count; rejects with 429 after too many unknown
   * ones. `uncount` is called when it exists.
   */
  const guess = async (
    { ofOne, ofNetwork }: ReturnType<typeof guesses>,
    { address, userId }: Guesser,
    text: RefusalText,
  ) => {
    const network = networkOf(address);
    const counted = userId
      ? [[ofOne, userId] as const, [ofNetwork, network] as const]
      : [[ofOne, network] as const];
    for (const [limit, key] of counted) await countOrRefuse(limit, key, text);
    return {
      uncount: async () => void (await Promise.all(counted.map(([limit, key]) => limit.reward(key)))),
    };
  };

  return {
    /** Counts an order; rejects with 429 above the limit. */
    async order(userId: string, address: string): Promise<void> {
      const text = (when: string) =>
        `You have placed very many orders. Please try again ${when}, or write to us.`;
      await countOrRefuse(ofPerson, userId, text);
      await countOrRefuse(ofAddress, networkOf(address), text);
    },
    /** Counts a promo code. */
    code: (by: Guesser) =>
      guess(codes, by, (when) => `Too many tries. Please try again ${when}, or order without a promo code.`),
    paymentPage: (by: Guesser) =>
      guess(paymentPages, by, (when) => `Too many tries. Please try again ${when}, or see your orders.`),
    async invoice(userId: string, address: string): Promise<void> {
      const text = (when: string) =>
        `You have asked for very many invoices. Please try again ${when}, or write to us.`;
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

import {
  type AdmissionQueueOptions,
  countOrRefuse,
  networkOf,
  networkTimes,
  type RefusalText,
  refusal,
} from '@kinmel/service-kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Concurrency and waiting time of placing. */
type PlacingLimits = Omit<AdmissionQueueOptions, 'refusal' | 'now'>;

/** Limits per person or address, and of concurrent placing. */
export interface OrderLimitSettings {
  /** Per person; an address may place ten times as many, as many people can share it. */
  readonly ordersPerHour: number;
  /** Limit of unknown promo codes, and of unknown ids of payment pages, per person or visitor address. */
  readonly wrongGuessesPerMinute?: number;
  /** Per line and per order; by default what the contract allows. */
  readonly linePieces?: number;
  readonly orderPieces?: number;
  /** Per person: limits of orders that are neither paid nor confirmed, and of their pieces. None by default. */
  readonly openOrders?: number;
  readonly openPieces?: number;
  readonly placing?: PlacingLimits;
}

/** The person and network of a call; without an account, only the network. */
interface LimitedCaller {
  readonly address: string;
  readonly userId?: string | undefined;
}

interface OpenCounts {
  readonly orders: number;
  readonly pieces: number;
}

export type OrderLimits = ReturnType<typeof createOrderLimits>;

const hourSeconds = 3600;
const minuteSeconds = 60;
/** The maximum of the contract. */
const maxLinePieces = 1_000;

/** Short, because waiting counts towards the time limit of placing. */
const placingLimits: PlacingLimits = {
  atOnce: 16,
  burstWaitMs: 2_000,
  overloadWaitMs: 100,
  standingAfterMs: 500,
};

const tooManyOpen = () =>
  refusal(
    'open-orders',
    'You have many orders that are not paid or confirmed yet. Please pay or cancel one of them, or wait until we have confirmed them.',
    'order-limit',
  );

/** Up to eight instances that each place an order at once stay within the limits without a turn. */
const shareWithoutTurn = 1 / 8;

/** Per person. */
const invoicesPerMinute = 30;

/** Counted in this process, without a database call; with several instances each has the full limit. */
export function createOrderLimits({
  ordersPerHour,
  wrongGuessesPerMinute = 20,
  linePieces = maxLinePieces,
  orderPieces = Number.MAX_SAFE_INTEGER,
  openOrders = Number.MAX_SAFE_INTEGER,
  openPieces = Number.MAX_SAFE_INTEGER,
  placing = placingLimits,
}: OrderLimitSettings) {
  const isBounded = Math.min(openOrders, openPieces) < Number.MAX_SAFE_INTEGER;
  /** The last queued order of each person, settled or not. */
  const lastOrders = new Map<string, Promise<void>>();

  /** A limit per person, and ten times as many per network; visitors of a network count as one person. */
  const limitOf = (points: number, duration: number, text: RefusalText) => {
    const limiter = (times: number) => new RateLimiterMemory({ points: points * times, duration });
    const [ofPerson, ofNetwork] = [limiter(1), limiter(networkTimes)];
    /** Counts a call; rejects with 429 above the limit. */
    return async ({ address, userId }: LimitedCaller) => {
      const network = networkOf(address);
      const limiters = userId
        ? [[ofPerson, userId] as const, [ofNetwork, network] as const]
        : [[ofPerson, network] as const];
      for (const [limit, key] of limiters) await countOrRefuse(limit, key, text);
      return {
        uncount: async () => void (await Promise.all(limiters.map(([limit, key]) => limit.reward(key)))),
      };
    };
  };

  return {
    order: limitOf(
      ordersPerHour,
      hourSeconds,
      (when) => `You have placed very many orders. Please try again ${when}, or write to us.`,
    ),
    /** Counted before the look-up, so that parallel calls cannot exceed the limit; a valid code is uncounted afterwards. */
    code: limitOf(
      wrongGuessesPerMinute,
      minuteSeconds,
      (when) => `Too many tries. Please try again ${when}, or order without a promo code.`,
    ),
    /** Counted like promo codes. */
    paymentPage: limitOf(
      wrongGuessesPerMinute,
      minuteSeconds,
      (when) => `Too many tries. Please try again ${when}, or see your orders.`,
    ),
    invoice: limitOf(
      invoicesPerMinute,
      minuteSeconds,
      (when) => `You have asked for very many invoices. Please try again ${when}, or write to us.`,
    ),
    linePieces,
    orderPieces,
    placing,
    /** Runs the orders of one person sequentially in this process, so that each counts the previous ones. */
    runExclusive<T>(userId: string, place: () => Promise<T>): Promise<T> {
      if (!isBounded) return place();
      const order = (lastOrders.get(userId) ?? Promise.resolve()).then(place);
      const settled = order.then(
        () => undefined,
        () => undefined,
      );
      lastOrders.set(userId, settled);
      void settled.then(() => {
        if (lastOrders.get(userId) === settled) lastOrders.delete(userId);
      });
      return order;
    },
    /**
     * Rejects with `order-limit` when one person has too many open orders or pieces. Beyond a share of the limits,
     * `takeTurn` excludes orders of this person at other instances before they are counted again.
     */
    async openOrder(
      pieces: number,
      readOpen: () => Promise<OpenCounts>,
      takeTurn: () => Promise<void>,
    ): Promise<void> {
      if (!isBounded) return;
      const exceeds = (open: OpenCounts, share: number) =>
        open.orders + 1 > openOrders * share || open.pieces + pieces > openPieces * share;
      const open = await readOpen();
      if (exceeds(open, 1)) throw tooManyOpen();
      if (!exceeds(open, shareWithoutTurn)) return;
      await takeTurn();
      if (exceeds(await readOpen(), 1)) throw tooManyOpen();
    },
  };
}

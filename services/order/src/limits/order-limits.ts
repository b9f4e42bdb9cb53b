import { type AdmissionQueueOptions, countOrRefuse, networkOf, ProblemError } from '@kinmel/service-kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How much is under way at once, and how long an order waits for its turn. */
export type PlacingBound = Omit<AdmissionQueueOptions, 'refusal' | 'now'>;

/** Limits of what costs the shop pieces, mails or secrets (L1 to L6), and of orders placed at once (L7). */
export interface OrderLimitSettings {
  /** Of one person; an address may place ten times as many, because a whole office can stand behind it. */
  readonly ordersPerHour: number;
  /** Codes, and ids of payment pages, that do not exist, each: of one address. */
  readonly wrongGuessesPerMinute?: number;
  /** Of one person. */
  readonly invoicesPerMinute?: number;
  /** Pieces of one line, and of one order; as many as the contract takes unless said. */
  readonly linePieces?: number;
  readonly orderPieces?: number;
  /** Of one person, orders that are neither paid nor taken on by staff, and the pieces in them; any number unless said. */
  readonly openOrders?: number;
  readonly openPieces?: number;
  readonly placing?: PlacingBound;
}

/** Orders and the pieces in them. */
export interface Amount {
  readonly orders: number;
  readonly pieces: number;
}

/** One guess that has been counted. */
export interface Guess {
  /** It named something that exists, so that it was none. */
  takeBack(): Promise<void>;
}

/** Counts of this process: they cost no call of the database, and a bound that grows with the instances is still one. */
export interface OrderLimits {
  /** Counts an order that is to be placed; rejects with 429 when it is one too many (L1). */
  order(userId: string, address: string): Promise<void>;
  /**
   * Counts a promo code before it is looked up, so that many at once are counted too; rejects with 429 after too many
   * that do not exist (L2).
   */
  code(address: string): Promise<Guess>;
  /** The same for the id of a payment page (L3). */
  paymentPage(address: string): Promise<Guess>;
  /** Counts an invoice that is asked for; rejects with 429 when it is one too many (L4). */
  invoice(userId: string): Promise<void>;
  /** L5. */
  readonly linePieces: number;
  readonly orderPieces: number;
  /** L7. */
  readonly placing: PlacingBound;
  /** Places orders of one person one after the other in this process, so that each counts those before it (L6). */
  inTurn<T>(userId: string, place: () => Promise<T>): Promise<T>;
  /** Rejects with `order-limit` when an order exceeds what one person may have open (L6). */
  openOrder(pieces: number, readOpen: () => Promise<Amount>): Promise<void>;
}

const hourSeconds = 3600;
const minuteSeconds = 60;
const ordersOfAddress = 10;
/** As many as the contract takes. */
const mostLinePieces = 1_000;

/** The wait is a part of the time that a buyer has (O16). */
const placingBound: PlacingBound = { atOnce: 16, patientMs: 2_000, hurriedMs: 100, standingAfterMs: 500 };

function tooManyOpen(): ProblemError {
  const message =
    'You have many orders that are not paid or confirmed yet. Please pay or cancel one of them, or wait until we have confirmed them.';
  return new ProblemError('order-limit', message, [{ path: 'open-orders', message }]);
}

export function createOrderLimits({
  ordersPerHour,
  wrongGuessesPerMinute = 20,
  invoicesPerMinute = 30,
  linePieces = mostLinePieces,
  orderPieces = Number.MAX_SAFE_INTEGER,
  openOrders = Number.MAX_SAFE_INTEGER,
  openPieces = Number.MAX_SAFE_INTEGER,
  placing = placingBound,
}: OrderLimitSettings): OrderLimits {
  const isBounded = Math.min(openOrders, openPieces) < Number.MAX_SAFE_INTEGER;
  /** The end of the last order of each person. */
  const lastOf = new Map<string, Promise<void>>();
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });
  const ofPerson = limiter(ordersPerHour, hourSeconds);
  const ofAddress = limiter(ordersPerHour * ordersOfAddress, hourSeconds);
  const codes = limiter(wrongGuessesPerMinute, minuteSeconds);
  const paymentPages = limiter(wrongGuessesPerMinute, minuteSeconds);
  const invoices = limiter(invoicesPerMinute, minuteSeconds);

  const guess = async (from: RateLimiterMemory, address: string): Promise<Guess> => {
    const key = networkOf(address);
    await countOrRefuse(from, key, 'Too many tries. Please wait a minute.');
    return { takeBack: async () => void (await from.reward(key)) };
  };

  return {
    async order(userId, address) {
      const text = 'You have placed very many orders. Please try again later, or write to us.';
      await countOrRefuse(ofPerson, userId, text);
      await countOrRefuse(ofAddress, networkOf(address), text);
    },
    code: (address) => guess(codes, address),
    paymentPage: (address) => guess(paymentPages, address),
    invoice: (userId) =>
      countOrRefuse(invoices, userId, 'You have asked for very many invoices. Please wait a minute.'),
    linePieces,
    orderPieces,
    placing,
    inTurn(userId, place) {
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
    async openOrder(pieces, readOpen) {
      if (!isBounded) return;
      const open = await readOpen();
      if (open.orders + 1 > openOrders || open.pieces + pieces > openPieces) throw tooManyOpen();
    },
  };
}

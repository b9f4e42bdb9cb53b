import { countOrRefuse, networkOf } from '@kinmel/service-kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How often somebody may do what costs the shop pieces, mails or secrets (L1 to L4). */
export interface OrderLimitSettings {
  /** Of one person; an address may place ten times as many, because a whole office can stand behind it. */
  readonly ordersPerHour: number;
  /** Codes, and ids of payment pages, that do not exist, each: of one address. */
  readonly wrongGuessesPerMinute?: number;
  /** Of one person. */
  readonly invoicesPerMinute?: number;
}

/** One guess that has been counted. */
export interface Guess {
  /** It named something that exists, so that it was none. */
  takeBack(): Promise<void>;
}

/** Counts of this process: they cost no call of the database, and a bound that grows with the instances is still one. */
export interface OrderLimits {
  /** Counts an order that somebody wants to place; rejects with 429 when it is one too many (L1). */
  order(userId: string, address: string): Promise<void>;
  /**
   * Counts a promo code before it is looked up, so that many at once are counted too; rejects with 429 after too many
   * that do not exist (L2).
   */
  code(address: string): Promise<Guess>;
  /** The same for the id of a payment page (L3). */
  paymentPage(address: string): Promise<Guess>;
  /** Counts an invoice that somebody asks for; rejects with 429 when it is one too many (L4). */
  invoice(userId: string): Promise<void>;
}

const hourSeconds = 3600;
const minuteSeconds = 60;
const ordersOfAddress = 10;

export function createOrderLimits({
  ordersPerHour,
  wrongGuessesPerMinute = 20,
  invoicesPerMinute = 30,
}: OrderLimitSettings): OrderLimits {
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
  };
}

import { type Logger, ProblemError } from '@kinmel/service-kit';
import type { KnownLine } from './pricing/price-order.rules.ts';
import type { ServiceClients } from './service-clients.ts';

/** What an order reserves at other services before it is stored. */
export class Holds {
  readonly #serviceClients: ServiceClients;
  readonly #orderId: string;
  readonly #log: Logger;
  #hasPieces = false;
  #hasOffers = false;

  constructor(serviceClients: ServiceClients, orderId: string, log: Logger) {
    this.#serviceClients = serviceClients;
    this.#orderId = orderId;
    this.#log = log;
  }

  /** Reserves all pieces or none. */
  async reserve(lines: readonly KnownLine[], traceparent: string): Promise<void> {
    const pieces = piecesOf(lines);
    if (pieces.length === 0) return;
    this.#hasPieces = true;
    try {
      await this.#serviceClients.reserve({ orderId: this.#orderId, lines: pieces, traceparent });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'out-of-stock') throw error;
      // Catalog holds nothing after a refusal.
      this.#hasPieces = false;
      throw outOfStock(error, lines);
    }
  }

  /** Redeems all offers or none. @param titles by offer id */
  async redeem(userId: string, titles: ReadonlyMap<string, string>, traceparent: string): Promise<void> {
    if (titles.size === 0) return;
    this.#hasOffers = true;
    try {
      await this.#serviceClients.redeem({
        orderId: this.#orderId,
        userId,
        offerIds: [...titles.keys()],
        traceparent,
      });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'offer-not-available') throw error;
      this.#hasOffers = false;
      throw offerNotAvailable(error, titles);
    }
  }

  /** Releases everything. If a release fails, the owner settles the overdue hold. */
  async release(): Promise<void> {
    const releases = [
      ...(this.#hasPieces ? [this.#serviceClients.releasePieces(this.#orderId)] : []),
      ...(this.#hasOffers ? [this.#serviceClients.releaseOffers(this.#orderId)] : []),
    ];
    for (const result of await Promise.allSettled(releases)) {
      if (result.status === 'rejected')
        this.#log.warn(
          { err: result.reason, orderId: this.#orderId },
          'a hold could not be released; its owner will settle it',
        );
    }
  }
}

function piecesOf(lines: readonly KnownLine[]) {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines.filter(({ isProduct }) => isProduct))
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

/** Shows how many pieces are left only for low stock, which every shopper may see. */
function outOfStock(refusal: ProblemError, lines: readonly KnownLine[]): ProblemError {
  const details = (refusal.details ?? []).map(({ path, message }) => {
    const name =
      lines.find(({ productId, isProduct }) => isProduct && productId === path)?.name ?? 'A product';
    return { path, message: sentenceOf(name, message) };
  });
  return new ProblemError('out-of-stock', details.map(({ message }) => message).join(' '), details);
}

/** The offer service names the offer by id, but the buyer knows its title. */
function offerNotAvailable(refusal: ProblemError, titles: ReadonlyMap<string, string>): ProblemError {
  const details = (refusal.details ?? []).map(({ path, message }) => {
    const end = message === 'used-up' ? 'has been used up' : 'has ended';
    return { path, message: `The offer "${titles.get(path) ?? ''}" ${end}.` };
  });
  return new ProblemError('offer-not-available', details.map(({ message }) => message).join(' '), details);
}

function sentenceOf(name: string, remaining: string): string {
  if (remaining === 'gone') return `${name} is no longer sold.`;
  const pieces = Number(remaining);
  if (!Number.isSafeInteger(pieces) || pieces < 1) return `${name} is out of stock.`;
  return pieces <= 5 ? `Only ${pieces} left of ${name}.` : `There are not so many pieces of ${name}.`;
}

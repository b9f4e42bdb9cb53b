import { ProblemError } from '@kinmel/service-kit';
import type { StockContext } from './stock-context.ts';

/** What an order wants to set aside: some pieces of some products. */
export interface ReservationRequest {
  /** Chosen by the caller, one per order; calling again with the same id never takes a second piece (C8). */
  readonly reservationId: string;
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  /** After this time, in milliseconds, the pieces go back by themselves (C12). */
  readonly heldForMs?: number;
  readonly traceparent?: string;
}

export interface HeldReservation {
  readonly reservationId: string;
  readonly expiresAt: Date;
}

/** Long enough to pay by card, short enough that an abandoned order does not keep the last piece. */
export const defaultHeldForMs = 15 * 60 * 1000;

/** One line per product, in one order for everybody, so that two orders never wait for each other (C6). */
export function sortedLines(lines: ReservationRequest['lines']): { productId: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    if (!/^[0-9a-f]{24}$/i.test(productId) || !Number.isSafeInteger(quantity) || quantity < 1)
      throw new ProblemError('invalid-request', 'A line needs a product and a whole number of pieces.');
    const key = productId.toLowerCase();
    quantities.set(key, (quantities.get(key) ?? 0) + quantity);
  }
  return [...quantities]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((left, right) => (left.productId < right.productId ? -1 : 1));
}

/**
 * Sets the pieces of all lines aside or of none (C6): when a line cannot be had, what this call took is given back
 * and the refusal `out-of-stock` names every product that is short, by its id in `details.path`.
 */
export async function reserveStock(
  context: StockContext,
  { reservationId, lines, heldForMs = defaultHeldForMs, traceparent }: ReservationRequest,
): Promise<HeldReservation> {
  const now = context.now();
  const expiresAt = new Date(now.getTime() + heldForMs);
  const when = { now, traceparent };
  /** Everything that lies under this id now, also from an earlier try that broke off. */
  const held: string[] = [];
  const visible = new Set<string>();
  const refused: { path: string; message: string }[] = [];

  try {
    for (const { productId, quantity } of sortedLines(lines)) {
      const line = { reservationId, quantity, expiresAt };
      let { outcome, isVisible } = await context.stock.reserve(productId, line, when);
      if (outcome === 'short' && (await context.stock.expire(productId, when)).outcome === 'expired') {
        visible.add(productId);
        ({ outcome, isVisible } = await context.stock.reserve(productId, line, when));
      }
      if (isVisible) visible.add(productId);
      if (outcome === 'reserved' || outcome === 'already-reserved') held.push(productId);
      else if (outcome === 'closed')
        throw new ProblemError('conflict', 'This reservation was closed before.', [
          { path: productId, message: 'closed' },
        ]);
      else refused.push({ path: productId, message: outcome });
    }
    if (refused.length > 0)
      throw new ProblemError('out-of-stock', 'Not enough pieces are in stock.', refused);
    return { reservationId, expiresAt };
  } catch (error) {
    for (const productId of held) {
      const { isVisible } = await context.stock.release(productId, reservationId, when);
      if (isVisible) visible.add(productId);
    }
    throw error;
  } finally {
    if (visible.size > 0) context.stockMoved([...visible]);
  }
}
